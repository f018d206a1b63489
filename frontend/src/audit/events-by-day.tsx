import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, weekdayText } from '../ui/display/format.js';
import { AuditRow } from './audit-row.js';

interface EventsByDayProps {
  /** Newest first. */
  items: readonly AuditItem[];
  /** Whether a row opens the history of its record. */
  hasLinks?: boolean;
  /** Address of the feed of an event's record. */
  feedOf?: ((event: AuditItem) => string | undefined) | undefined;
  /** Address of the proof of an event's record. */
  proofOf?: ((event: AuditItem) => string | undefined) | undefined;
  /** Dialog that erases the personal data of an event; undefined if it has none. */
  eraseOf?: ((event: AuditItem) => ((event: AuditItem) => void) | undefined) | undefined;
}

/** Events by day of recording. */
export function EventsByDay({
  items,
  hasLinks = false,
  feedOf,
  proofOf,
  eraseOf,
}: EventsByDayProps): ReactNode {
  const today = useToday();
  const zone = useZone();
  const days = new Map<string, AuditItem[]>();
  for (const item of items) {
    const day = dayIn(zone, new Date(item.at));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return (
    <div className="stack gap-4">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={weekdayText(day, today)}>
          <h2 className="meta pb-1.5">{weekdayText(day, today)}</h2>
          <ul className="card overflow-hidden">
            {ofDay.map((event) => (
              <AuditRow
                key={event.eventId}
                event={event}
                hasLink={hasLinks}
                onlyRecord={feedOf?.(event)}
                proof={proofOf?.(event)}
                onErase={eraseOf?.(event)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
