import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { HistoryEntry } from '#domain/history/history.views.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, weekdayText } from '../../ui/display/format.js';
import { Card } from '../../ui/layout/surface.js';
import { EventRow } from './event-row.js';
import { roveFocus } from './rove-focus.js';

interface EventListProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  total: number;
  /** Number of the shown event. */
  number: number;
  addressOf: (number: number) => string;
}

/** All events of a record by day, newest first. Those after the shown moment are quiet. */
export function EventList({ entries, total, number, addressOf }: EventListProps): ReactNode {
  const today = useToday();
  const zone = useZone();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepInView(list.current), [number]);
  const days = entries.map(({ at }) => dayIn(zone, new Date(at)));
  return (
    <Card title={t`Events`} head={<span className="meta num">{total}</span>}>
      <div
        ref={list}
        className="pb-2 lg:max-h-[calc(100dvh-17rem)] lg:overflow-auto"
        role="group"
        aria-label={t`List of events`}
        tabIndex={0}
        onKeyDown={roveFocus}
      >
        {entries.map((entry, place) => {
          const day = days[place] ?? '';
          return (
            <Fragment key={entry.eventId}>
              {day !== days[place - 1] && (
                <h3 className="meta px-4 pt-3 pb-1 font-regular">{weekdayText(day, today)}</h3>
              )}
              <EventRow
                event={entry}
                number={entry.revision}
                to={addressOf(entry.revision)}
                isCurrent={entry.revision === number}
                isLater={entry.revision > number}
              />
            </Fragment>
          );
        })}
      </div>
    </Card>
  );
}

/** Scrolls the list, and not the page, until the current row is in view. */
function keepInView(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[aria-current]');
  if (!list || !row || list.scrollHeight <= list.clientHeight) return;
  const [above, below] = [
    row.getBoundingClientRect().top - list.getBoundingClientRect().top,
    row.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom,
  ];
  if (above < 0) list.scrollTop += above - 40;
  else if (below > 0) list.scrollTop += below + 40;
}
