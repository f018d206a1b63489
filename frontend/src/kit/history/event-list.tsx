import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import type { HistoryEntry } from '#domain/history/history.views.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, weekdayText } from '../../ui/display/format.js';
import { Card } from '../../ui/layout/surface.js';
import { translated } from '../../words/i18n.js';
import { EventRow } from './event-row.js';
import { useIsPrinting } from '../../browser/media.js';
import { groupAdjacentEvents, type EventGroup } from './event-groups.js';
import { isNothing, statusFields } from './field-value.js';
import type { FieldChange } from './moments.js';
import { MoreEvents } from './more-events.js';
import { roveFocus, tabStopAttributes } from './rove-focus.js';

interface EventListProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  total: number;
  /** Number of the shown event. */
  number: number;
  addressOf: (number: number) => string;
  /** Fields that an event changed. */
  changesOf: (number: number) => readonly FieldChange[];
}

/** All events of a record by day, newest first. Events after the shown moment are greyed. */
export function EventList({ entries, total, number, ...props }: EventListProps): ReactNode {
  const today = useToday();
  const zone = useZone();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => scrollToCurrentRow(list.current), [number]);
  return (
    <Card title={t`Events`} headerEnd={<span className="meta num">{total}</span>}>
      <div
        ref={list}
        className="pb-2 lg:max-h-[calc(100dvh-17rem)] lg:overflow-auto"
        role="group"
        aria-label={t`List of events`}
        tabIndex={0}
        onKeyDown={roveFocus}
      >
        {[...groupBy(entries, ({ at }) => dayIn(zone, new Date(at)))].map(([day, eventsOfDay]) => (
          <Fragment key={day}>
            <h3 className="meta px-4 pt-3 pb-1 font-regular">{weekdayText(day, today)}</h3>
            {groupAdjacentEvents(eventsOfDay).map((group) => (
              <EventGroupRows
                key={group.shownEvent.eventId}
                group={group}
                number={number}
                {...props}
              />
            ))}
          </Fragment>
        ))}
      </div>
    </Card>
  );
}

/**
 * Rows of a group: its shown event, and the others on request, in print, or while the slider is at
 * one of them.
 */
function EventGroupRows({
  group,
  number,
  addressOf,
  changesOf,
}: Omit<EventListProps, 'entries' | 'total'> & { group: EventGroup<HistoryEntry> }): ReactNode {
  const { shownEvent, otherEvents } = group;
  const isPrinting = useIsPrinting();
  const [isOpened, setOpened] = useState(false);
  const hasCurrent = otherEvents.some(({ revision }) => revision === number);
  const staysOpen = isPrinting || hasCurrent;
  const isOpen = isOpened || staysOpen;
  const shownEntries = isOpen ? [shownEvent, ...otherEvents] : [shownEvent];
  return (
    <>
      {shownEntries.map((entry) => (
        <EventRow
          key={entry.eventId}
          event={entry}
          number={entry.revision}
          to={addressOf(entry.revision)}
          isCurrent={entry.revision === number}
          isLater={entry.revision > number}
          statusChange={statusChangeText(changesOf(entry.revision))}
        />
      ))}
      {otherEvents.length > 0 && !staysOpen && (
        <div className="pr-2 pl-12">
          <MoreEvents
            group={group}
            isOpen={isOpen}
            onToggle={() => setOpened(!isOpen)}
            {...tabStopAttributes(false)}
          />
        </div>
      )}
    </>
  );
}

/** Status before and after an event, such as `New → Contacted`; undefined without either. */
function statusChangeText(changes: readonly FieldChange[]): string | undefined {
  const change = changes.find(
    ({ field, before, after }) =>
      statusFields.has(field) && !isNothing(before) && !isNothing(after),
  );
  return change && `${translated(String(change.before))} → ${translated(String(change.after))}`;
}

/** Space that is left beside the current row. */
const SCROLL_MARGIN_PX = 40;
/** Scrolls the list, and not the page, until the current row is in view. */
function scrollToCurrentRow(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[aria-current]');
  if (!list || !row || list.scrollHeight <= list.clientHeight) return;
  const [rowBox, listBox] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  const hiddenAbove = listBox.top - rowBox.top;
  const hiddenBelow = rowBox.bottom - listBox.bottom;
  if (hiddenAbove > 0) list.scrollTop -= hiddenAbove + SCROLL_MARGIN_PX;
  else if (hiddenBelow > 0) list.scrollTop += hiddenBelow + SCROLL_MARGIN_PX;
}
