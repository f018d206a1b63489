import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { groupBy } from '#domain/kernel/order.js';
import { useIsPhone, useIsPrinting } from '../browser/media.js';
import { groupFeedEvents } from './feed-groups.js';
import { classes } from '../ui/classes.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, weekdayText } from '../ui/display/format.js';
import { AuditRows, AuditGroup, type RowActions } from './audit-row.js';

interface EventsByDayProps extends Partial<RowActions> {
  /** Newest first. */
  items: readonly AuditItem[];
  /** Whether all events are shown, as in print, instead of one per group. */
  isExpanded: boolean;
}

/** Events by day of recording, those of a group as one entry: a table, or a list on a phone. */
export function EventsByDay({
  items,
  isExpanded,
  hasLinks = false,
  feedOf,
  proofOf,
  eraseOf,
}: EventsByDayProps): ReactNode {
  const today = useToday();
  const zone = useZone();
  const isPhone = useIsPhone();
  const isPrinting = useIsPrinting();
  const groupProps = { isExpanded: isExpanded || isPrinting, hasLinks, feedOf, proofOf, eraseOf };
  const days = [...groupBy(items, ({ at }) => dayIn(zone, new Date(at)))].map(
    ([day, eventsOfDay]) => ({
      day,
      title: weekdayText(day, today),
      groups: groupFeedEvents(eventsOfDay),
    }),
  );
  if (isPhone)
    return (
      <div className="stack gap-4">
        {days.map(({ day, title, groups }) => (
          <section key={day} aria-label={title}>
            <h2 className="meta pb-1.5">{title}</h2>
            <ul className="card overflow-hidden">
              {groups.map((group) => (
                <AuditGroup key={group.shownEvent.eventId} group={group} {...groupProps} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    );
  const headClass = 'meta h-9.5 px-3 text-left font-medium';
  return (
    <div className="card overflow-clip">
      <table className="table-fixed">
        <caption className="sr-only">{t`Events`}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes(headClass, 'w-21 lg:w-24')}>{t`Time`}</th>
            <th scope="col" className={classes(headClass, 'w-32 lg:w-52')}>{t`Who`}</th>
            <th scope="col" className={headClass}>{t`What`}</th>
            <th scope="col" className={classes(headClass, 'w-34 lg:w-56')}>{t`Record`}</th>
            <th scope="col" className="w-22">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        {days.map(({ day, title, groups }) => (
          <tbody key={day}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={5}
                className="meta bg-sunken px-3 py-1.5 text-left font-medium shadow-line-t"
              >
                {title}
              </th>
            </tr>
            {groups.map((group) => (
              <AuditRows key={group.shownEvent.eventId} group={group} {...groupProps} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
