import { t } from '@lingui/core/macro';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classes } from '../classes.js';

/** Distance of a pull after which the sheet opens or closes, in pixels. */
const PULL_PX = 24;

/**
 * Sheet at the foot of its container, which has the position `relative` and gives the height of the
 * closed sheet in `--sheet`. It shows its first lines;
 * its handle is pulled or pressed to see more. All of its content can be scrolled and reached by
 * keyboard in both heights.
 */
export function PullUpSheet({
  head,
  children,
}: {
  /** Content that does not scroll. */
  head?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  /** Vertical position at which a pull began; undefined while nothing is pulled. */
  const pullStartY = useRef<number>(undefined);
  const hasPulled = useRef(false);
  const pull = ({ clientY }: PointerEvent): void => {
    if (pullStartY.current === undefined || Math.abs(clientY - pullStartY.current) < PULL_PX)
      return;
    setOpen(clientY < pullStartY.current);
    hasPulled.current = true;
  };
  const endPull = (): void => void (pullStartY.current = undefined);
  return (
    <section
      className={classes(
        'card absolute inset-x-0 bottom-0 z-1 flex flex-col rounded-b-none shadow-float transition-[height] duration-(--ft-base) ease-out',
        isOpen ? 'h-[calc(100%-3rem)]' : 'is-closed h-(--sheet)',
      )}
    >
      <button
        type="button"
        className="grid h-7 w-full flex-none cursor-grab touch-none place-items-center focus-visible:-outline-offset-2"
        aria-expanded={isOpen}
        aria-controls={contentId}
        aria-label={t`Enlarge the list`}
        onPointerDown={(event) => {
          pullStartY.current = event.clientY;
          hasPulled.current = false;
          event.currentTarget.setPointerCapture?.(event.pointerId);
        }}
        onPointerMove={pull}
        onPointerUp={endPull}
        onPointerCancel={() => {
          endPull();
          // no click follows
          hasPulled.current = false;
        }}
        onClick={() => {
          // a pull ends with a click too
          if (!hasPulled.current) setOpen(!isOpen);
          hasPulled.current = false;
        }}
      >
        <span className="h-1 w-9 rounded-full bg-line-strong" />
      </button>
      {head}
      <div id={contentId} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
        {children}
      </div>
    </section>
  );
}
