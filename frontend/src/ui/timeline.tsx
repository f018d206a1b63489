import { CircleArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { Icon, type IconType } from './icon.js';

/** A history as one line. Days and entries are its children, oldest first. */
export function Timeline({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ol className="trace" aria-label={label}>
      {children}
    </ol>
  );
}

/** The head of a day. */
export function TimelineDay({ children }: { children: ReactNode }): ReactNode {
  return (
    <li className="day">
      <span>{children}</span>
    </li>
  );
}

interface TimelineItemProps {
  /** On the line: an icon, a Glyph, or an Avatar with the class `node`. */
  node: IconType | { own: ReactNode };
  children: ReactNode;
  /** Kept here, not yet said yes to by the server: the line is dashed. */
  queued?: boolean;
  /** Just came by itself: ringed. */
  live?: boolean;
}

/** One station of the trace. */
export function TimelineItem({ node, children, queued = false, live = false }: TimelineItemProps): ReactNode {
  return (
    <li className={classes('ev', queued && 'queued', live && 'live')}>
      {typeof node === 'object' && 'own' in node ? (
        node.own
      ) : (
        <span className="node">
          <Icon of={node} size="s" />
        </span>
      )}
      <div className="flex min-w-0 flex-col items-start">{children}</div>
    </li>
  );
}

interface BubbleProps {
  who?: ReactNode;
  time?: ReactNode;
  /** At the end of the first line: "Just now", a badge. */
  mark?: ReactNode;
  mine?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** What somebody said or sent. */
export function Bubble({ who, time, mark, mine = false, wide = false, children }: BubbleProps): ReactNode {
  return (
    <div className={classes('bub', mine && 'mine', wide && 'wide')}>
      {(who !== undefined || time !== undefined) && (
        <div className="who">
          <b>{who}</b>
          <span className="tm">{time}</span>
          {mark !== undefined && <span className="ml-auto">{mark}</span>}
        </div>
      )}
      {children}
    </div>
  );
}

/** What happened, in one line without a bubble. */
export function Fact({ time, children }: { time?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      {children}
      {time !== undefined && <span className="tm">{time}</span>}
    </div>
  );
}

/** Where something waits on its way: "Sending", "Waiting for network", "Not sent". */
export function SendState({ children, bad = false, icon = CircleArrowUp }: { children: ReactNode; bad?: boolean; icon?: IconType }): ReactNode {
  return (
    <div className={classes('state', bad && 'text-danger-ink')} role="status">
      <Icon of={icon} size="s" />
      {children}
    </div>
  );
}
