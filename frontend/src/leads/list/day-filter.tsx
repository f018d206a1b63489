import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { MAX_LEAD_DAYS } from '#domain/leads/lead.values.js';
import { ChipGroup } from '../../ui/inputs/choice.js';
import { useToday } from '../../ui/display/figures.js';
import { DayChoice } from '../../kit/lists/day-choice.js';
import { optionsOf } from '../../words/i18n.js';
import { dayKinds, type LeadFilters } from './lead-filters.js';

const daySpans = ['', '1', '7', '30'] as const;
type Span = (typeof daySpans)[number] | 'other';

function spanText(span: (typeof daySpans)[number]): string {
  if (span === '') return t`Any day`;
  return span === '1' ? t`Today` : plural(Number(span), { one: '# day', other: '# days' });
}

/** Filters leads by a range of days and by what happened on them, such as being added or quoted. */
export function DayFilter({
  filters,
  onChange,
}: {
  filters: LeadFilters;
  onChange: (changes: Partial<LeadFilters>) => void;
}): ReactNode {
  const today = useToday();
  const { from, to } = filters;
  const firstDayOf = (span: string): string => dayAfter(today, 1 - Number(span));
  const findSpan = (): Span => {
    if (from === '') return '';
    if (to !== '' && to !== today) return 'other';
    return daySpans.find((days) => days !== '' && from === firstDayOf(days)) ?? 'other';
  };
  const span = findSpan();
  const chooseSpan = (span: Span): void =>
    onChange(
      span === ''
        ? { from: '', to: '', dayOf: 'created' }
        : { from: firstDayOf(span), to: today, sort: 'created', gap: 'All' },
    );
  return (
    <>
      <ChipGroup<Span>
        label={t`Days`}
        name="filter-days"
        options={daySpans.map((value) => ({ value, label: spanText(value) }))}
        value={span}
        onValue={chooseSpan}
      />
      <div className="row gap-3">
        <DayChoice
          label={t`From`}
          value={from}
          max={to || today}
          onDay={(day) => onChange({ from: day, sort: 'created', gap: 'All' })}
        />
        <DayChoice
          label={t`To`}
          value={to}
          min={from || undefined}
          max={from === '' ? today : earlierOf(today, dayAfter(from, MAX_LEAD_DAYS - 1))}
          onDay={(day) =>
            onChange({
              to: day,
              sort: 'created',
              gap: 'All',
              ...(from === '' && { from: day }),
            })
          }
        />
      </div>
      {from !== '' && (
        <ChipGroup
          label={t`What happened`}
          name="filter-day-of"
          options={optionsOf(dayKinds)}
          value={filters.dayOf}
          onValue={(dayOf) => onChange({ dayOf })}
        />
      )}
    </>
  );
}

const earlierOf = (one: string, other: string): string => (one < other ? one : other);
