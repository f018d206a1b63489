import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  /** Its title. */
  label: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** A button of ours; it takes the popover's attributes. */
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
}

/** A little to read beside the button that opened it. Esc and a press elsewhere close it. */
export function Popover({ label, open, onOpen, trigger, children }: PopoverProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={onOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-layer" side="bottom" align="end" sideOffset={6} collisionPadding={8}>
          <Base.Popup className="pop menu popover">
            <Base.Title className="t3 px-4 pt-3 pb-1">{label}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
