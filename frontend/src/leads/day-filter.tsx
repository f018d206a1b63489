import type { ReactNode } from 'react';
import { dayAfter } from '#domain/kernel/days.js';
import { mostLeadDays } from '#domain/leads/lead.values.js';
import { ChipGroup } from '../ui/choice.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { DayChoice } from '../shared/day-choice.js';
import { dayKinds, type LeadFilters } from './lead-filters.js';

const spans = [
  { value: '', label: 'Any day' },
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Span = (typeof spans)[number]['value'] | 'other';

/** Days, and what happened on them: the leads behind any daily figure. */
export function DayFilter({ filters, onChange }: { filters: LeadFilters; onChange: (changes: Partial<LeadFilters>) => void }): ReactNode {
  const today = useToday();
  const { from, to } = filters;
  const firstOf = (span: string): string => dayAfter(today, 1 - Number(span));
  const span: Span =
    from === '' ? '' : (spans.find(({ value }) => value !== '' && (to === '' || to === today) && from === firstOf(value))?.value ?? 'other');
  const choose = (wanted: Span): void =>
    onChange(wanted === '' ? { from: '', to: '', dayOf: 'created' } : { from: firstOf(wanted), to: today, sort: 'created' });
  return (
    <>
      <ChipGroup<Span> label="Days" name="filter-days" options={spans} value={span} onValue={choose} />
      <div className="row gap-3">
        <Field label="From" className="grow">
          <DayChoice value={from} max={to || today} onDay={(day) => onChange({ from: day, sort: 'created' })} />
        </Field>
        <Field label="To" className="grow">
          <DayChoice
            value={to}
            min={from || undefined}
            max={from === '' ? today : earlierOf(today, dayAfter(from, mostLeadDays - 1))}
            onDay={(day) => onChange({ to: day, ...(from === '' && { from: day }), sort: 'created' })}
          />
        </Field>
      </div>
      {from !== '' && (
        <ChipGroup label="What happened" name="filter-day-of" options={dayKinds} value={filters.dayOf} onValue={(dayOf) => onChange({ dayOf })} />
      )}
    </>
  );
}

const earlierOf = (one: string, other: string): string => (one < other ? one : other);
