import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { intlLocale } from '../../words/i18n.js';
import { IconButton } from '../buttons/button.js';
import { classes } from '../classes.js';
import { dateFormat } from '../display/format.js';
import { isWithin, monthsAfter, weekdayOf, weeksOf } from './calendar-days.js';

export interface CalendarProps {
  /** Chosen day; undefined for none. */
  day: string | undefined;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

const formatDay = (day: string, shape: Intl.DateTimeFormatOptions): string =>
  dateFormat(intlLocale(), { timeZone: 'UTC', ...shape }).format(new Date(`${day}T00:00:00Z`));

const cellClass = classes(
  'num grid h-11 w-full place-items-center rounded-control text-label hover:bg-hover md:pointer-fine:h-9 dark:hover:bg-press',
  'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
  'aria-[current=date]:font-strong aria-[current=date]:not-aria-pressed:text-accent-ink',
  'aria-pressed:bg-accent aria-pressed:text-on-accent',
  'aria-disabled:cursor-default aria-disabled:text-ink-off aria-disabled:hover:bg-transparent',
);

/** Number of days by which a key moves the focus, from a day of that weekday. */
const daysOfKey = (key: string, weekday: number): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday })[
    key
  ];
const monthsOfKey: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };
const MONTHS_OF_YEAR = 12;
/** Month whose first week is whole, for the names of the weekdays. */
const MONTH_THAT_BEGINS_ON_SUNDAY = '2026-11-01';

/**
 * Calendar of one month. The chosen day, or else today, has the focus. Arrow keys move by days and
 * weeks, Page Up and Page Down by months, with Shift by years; days beyond a limit can be focused,
 * but not chosen.
 */
export default function Calendar({ day, today, min, max, onDay }: CalendarProps): ReactNode {
  const [focusedDay, setFocusedDay] = useState(() => day ?? clampDay(today, min, max));
  const title = useId();
  const grid = useRef<HTMLTableElement>(null);
  const movesFocus = useRef(true);
  useEffect(() => {
    if (movesFocus.current)
      grid.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
    movesFocus.current = false;
  }, [focusedDay]);
  const isBeyondLimit = (each: string): boolean => !isWithin(each, min, max);
  const moveByKey = (event: KeyboardEvent): void => {
    const days = daysOfKey(event.key, weekdayOf(focusedDay));
    const months = (monthsOfKey[event.key] ?? 0) * (event.shiftKey ? MONTHS_OF_YEAR : 1);
    if (days === undefined && months === 0) return;
    event.preventDefault();
    movesFocus.current = true;
    setFocusedDay(
      days === undefined ? monthsAfter(focusedDay, months) : dayAfter(focusedDay, days),
    );
  };
  const renderMoveButton = (icon: typeof ChevronLeft, label: string, months: number): ReactNode => (
    <IconButton
      icon={icon}
      label={label}
      onClick={() => setFocusedDay(monthsAfter(focusedDay, months))}
    />
  );
  return (
    <div className="stack gap-1">
      <div className="flex items-center">
        {renderMoveButton(ChevronsLeft, t`Year before`, -MONTHS_OF_YEAR)}
        {renderMoveButton(ChevronLeft, t`Month before`, -1)}
        <p id={title} className="label grow text-center font-medium" aria-live="polite">
          {formatDay(focusedDay, { month: 'long', year: 'numeric' })}
        </p>
        {renderMoveButton(ChevronRight, t`Month after`, 1)}
        {renderMoveButton(ChevronsRight, t`Year after`, MONTHS_OF_YEAR)}
      </div>
      <table
        ref={grid}
        role="grid"
        className="w-full table-fixed border-collapse"
        aria-labelledby={title}
        onKeyDown={moveByKey}
      >
        <thead>
          <tr>
            {weeksOf(MONTH_THAT_BEGINS_ON_SUNDAY)[0]!.map((each) => (
              <th
                key={each}
                scope="col"
                className="meta h-7 font-regular"
                abbr={formatDay(each!, { weekday: 'long' })}
              >
                {formatDay(each!, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focusedDay).map((week, row) => (
            <tr key={row}>
              {week.map((each, column) => (
                <td
                  key={column}
                  role="gridcell"
                  aria-selected={each !== undefined && each === day}
                  className="h-11 p-0 md:pointer-fine:h-9"
                >
                  {each !== undefined && (
                    <button
                      type="button"
                      className={cellClass}
                      tabIndex={each === focusedDay ? 0 : -1}
                      aria-label={formatDay(each, {
                        weekday: 'long',
                        day: 'numeric',
                        month: 'long',
                        year: 'numeric',
                      })}
                      aria-current={each === today ? 'date' : undefined}
                      aria-pressed={each === day}
                      aria-disabled={isBeyondLimit(each) || undefined}
                      onClick={() => !isBeyondLimit(each) && onDay(each)}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Nearest day that may be chosen. */
function clampDay(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
