import { CircleArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType } from './icon.js';

/** Timeline. Children are days and entries, oldest first. */
export function Timeline({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ol className="flex flex-col" aria-label={label}>
      {children}
    </ol>
  );
}

/** Line between entries: solid for stored ones, dashed for waiting ones. Large text has no room. */
const lineClass =
  'before:absolute before:top-0 before:bottom-0 before:left-[calc(1rem-1px)] before:border-l-2 @max-[13rem]:before:hidden';
const timeClass = 'text-(length:--text-meta) whitespace-nowrap tabular-nums';

/** Heading of a day. */
export function TimelineDay({ children }: { children: ReactNode }): ReactNode {
  return (
    <li
      className={classes(
        'day relative flex justify-center py-3 before:border-line first:before:hidden',
        lineClass,
      )}
    >
      <span className="rounded-[1rem] bg-canvas px-2.5 py-0.75 text-meta/4.5 font-medium text-ink-2">
        {children}
      </span>
    </li>
  );
}

interface TimelineItemProps {
  /** Mark on the line: an icon, or an element such as an Avatar of size `node`. */
  node: IconType | { element: ReactNode };
  children: ReactNode;
  /** Whether the entry waits on this device, which dashes the line. */
  queued?: boolean;
  /** Whether the entry has just changed, which rings its mark. */
  highlighted?: boolean;
}

export function TimelineItem({
  node,
  children,
  queued = false,
  highlighted = false,
}: TimelineItemProps): ReactNode {
  return (
    <li
      className={classes(
        'relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2.5 py-1.25 first:before:top-5 [.day:first-child+&]:before:top-5',
        '@max-[13rem]:block @max-[13rem]:[&>:first-child]:hidden',
        lineClass,
        queued
          ? 'queued pt-4 before:h-4 before:border-dashed before:border-line-strong'
          : 'before:border-line last:before:bottom-auto last:before:h-5',
        highlighted && 'highlighted',
      )}
    >
      {typeof node === 'object' && 'element' in node ? (
        node.element
      ) : (
        <span className="node">
          <Icon icon={node} size="s" />
        </span>
      )}
      <div className="flex min-w-0 flex-col items-start">{children}</div>
    </li>
  );
}

interface BubbleProps {
  actor?: ReactNode;
  /** Kind of the entry, beside its author. */
  kind?: ReactNode;
  time?: ReactNode;
  /** Content at the end of the first line, such as "Just now" or a badge. */
  lineEnd?: ReactNode;
  isMine?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function TimelineBubble({
  actor,
  kind,
  time,
  lineEnd,
  isMine = false,
  wide = false,
  children,
}: BubbleProps): ReactNode {
  const toneClass = classes(
    'in-[.queued]:text-ink-2',
    isMine ? 'text-accent-soft-ink' : 'text-ink-3',
  );
  return (
    <div
      className={classes(
        'bubble min-w-0 rounded-card rounded-tl-tick px-3 pt-2.25 pb-2.5 [&_p]:text-(length:--text-body) [&_p]:leading-[1.4375rem]',
        'in-[.queued]:border-[1.5px] in-[.queued]:border-dashed in-[.queued]:border-line-strong in-[.queued]:bg-transparent',
        'in-[.queued]:text-ink-2 in-[.queued]:shadow-none in-[.highlighted]:shadow-[0_0_0_1.5px_var(--color-accent),0_0_0_5px_var(--color-highlight)]',
        isMine ? 'bg-accent-soft text-ink' : 'bg-surface shadow-card',
        wide ? 'w-full max-w-full' : 'max-w-[min(33rem,100%)]',
      )}
    >
      {(actor !== undefined || time !== undefined) && (
        <div className="mb-0.5 flex min-w-0 flex-wrap items-baseline gap-x-2 text-meta/4.5">
          <b className="min-w-0 truncate font-strong">{actor}</b>
          {kind && <span className={toneClass}>{kind}</span>}
          <span className={classes('ml-auto pl-2', timeClass, toneClass)}>{lineEnd ?? time}</span>
        </div>
      )}
      {children}
    </div>
  );
}

interface TimelineTextProps {
  /** Actor, if the text does not name one. */
  actor?: ReactNode;
  time?: ReactNode;
  children: ReactNode;
}

/** Event in one line, without a bubble; its time stands at the right. */
export function TimelineText({ actor, time, children }: TimelineTextProps): ReactNode {
  return (
    <div className="flex w-full items-baseline justify-between gap-3 py-1.5 text-label/5 text-ink-2 [&_b]:font-medium [&_b]:text-ink">
      <span className="min-w-0 wrap-anywhere">
        {children}
        {actor !== undefined && (
          <>
            <span className="dot-end before:mr-[0.1em]" />{' '}
            <span className={classes(timeClass, 'text-ink-3')}>{actor}</span>
          </>
        )}
      </span>{' '}
      {time !== undefined && <span className={classes(timeClass, 'text-ink-3')}>{time}</span>}
    </div>
  );
}

/** Sending state: "Sending", "Waiting for network", "Not sent". */
export function SendState({
  children,
  isFailed = false,
  icon = CircleArrowUp,
}: {
  children: ReactNode;
  isFailed?: boolean;
  icon?: IconType;
}): ReactNode {
  return (
    <div
      className={classes(
        'mt-1 flex items-center gap-1.5 text-meta/4.5 font-medium [.bubble+&]:mt-1.5',
        isFailed ? 'text-danger-ink' : 'text-ink-2',
      )}
      role="status"
    >
      <Icon icon={icon} size="s" className="size-3.5" />
      {children}
    </div>
  );
}
