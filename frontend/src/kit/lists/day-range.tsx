import { t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import { dayText } from '../../ui/display/format.js';
import { DayChoice } from './day-choice.js';
import type { ListFilter } from './list-filters.js';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Filter by a range of days, each end optional. A list of past events ends today. */
export const dayRange = (
  { from, to }: Days,
  change: (days: Partial<Days>) => void,
  today: string,
  { hasFuture = false } = {},
): ListFilter<'from' | 'to'> => ({
  names: ['from', 'to'],
  icon: CalendarDays,
  chipLabel: dayRangeText({ from, to }, today) || t`Any day`,
  fields: (
    <div className="row gap-3">
      <DayChoice
        label={t`From`}
        value={from}
        max={to || (hasFuture ? undefined : today)}
        onDay={(day) => change({ from: day })}
      />
      <DayChoice
        label={t`To`}
        value={to}
        min={from || undefined}
        max={hasFuture ? undefined : today}
        onDay={(day) => change({ to: day })}
      />
    </div>
  ),
});

/** Text of a range: `1 Nov to 20 Nov`; empty without one. */
export function dayRangeText({ from, to }: Days, today: string): string {
  const [first, last] = [from, to].map((on) => on && dayText(on, today));
  if (first && from === to) return first;
  if (first && last) return t`${first} to ${last}`;
  if (first) return t`From ${first}`;
  return last ? t`To ${last}` : '';
}
