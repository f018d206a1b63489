import { Popover as Base } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { classes } from '../classes.js';
import { menuClass } from './option.js';
import { useCloseOnBack } from './overlay-history.js';

interface PopoverProps {
  /** Title of the popover. */
  label: string;
  open: boolean;
  onClose: () => void;
  /** Button that opened the popover, which gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** Edge that the popover shares with its button; `end` by default. */
  align?: 'start' | 'end';
  /** Element to focus at first; default is the first control. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'];
  children: ReactNode;
}

/** Small panel beside its button. Esc, Back and a press outside close it. */
export function Popover({
  label,
  open,
  onClose,
  anchor,
  align = 'end',
  initialFocus,
  children,
}: PopoverProps): ReactNode {
  useCloseOnBack(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // a press on the button is handled by the button
        const isOnAnchor =
          event.target instanceof Node &&
          anchor.current?.contains(event.target) === true &&
          event.type !== 'keydown';
        if (!next && !isOnAnchor) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className="z-(--ft-z-dialog)"
          positionMethod="fixed"
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup
            className={classes(menuClass, 'w-[min(20rem,calc(100vw-1rem))] overflow-hidden')}
            initialFocus={initialFocus}
            finalFocus={anchor}
          >
            <Base.Title className="t3 px-4 pt-3 pb-1">{label}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
