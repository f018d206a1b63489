import { t } from '@lingui/core/macro';
import { type ReactNode, useMemo } from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { type Outcome, outcomes } from '#domain/leads/lead.values.js';
import { NextDayField } from '../kit/forms/next-day-field.js';
import type { CommandForm } from '../kit/forms/use-command-form.js';
import { knownFollowUps } from '../kit/leads/known-leads.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { choicesOf } from '../words/i18n.js';
import { useOpenFollowUps } from './open-follow-ups.js';

/** Days until the next follow-up that an outcome proposes. */
const usualDays: Readonly<Record<Outcome, number>> = {
  Spoke: 3,
  'No answer': 1,
  'Visit fixed': 1,
  'Wants a quote': 1,
  'Not now': 14,
};

/**
 * First open follow-up of a lead up to today, and first later one, as far as this device knows.
 * @param closedId follow-up that was closed already
 */
export function usePlannedFollowUps(leadId: string, today: string, closedId: string | undefined) {
  const knownOnDevice = useMemo(() => knownFollowUps(leadId), [leadId]);
  const open = useOpenFollowUps(knownOnDevice).filter(({ followUpId }) => followUpId !== closedId);
  return {
    due: open.find(({ dueOn }) => dueOn <= today),
    later: open.find(({ dueOn }) => dueOn > today),
  };
}

/** Values of the fields below. */
interface OutcomeValues {
  outcome: Outcome | '';
  followUpOn: string;
}

/**
 * Outcome of a contact, and the day of the next one. An outcome proposes the usual day, unless a
 * later follow-up is planned already.
 */
export function OutcomeFields<Values extends OutcomeValues>({
  form,
  options = choicesOf(outcomes),
  later,
  isOptional = false,
  autoFocus,
  children,
}: {
  form: CommandForm<Values>;
  options?: ReturnType<typeof choicesOf<Outcome>>;
  /** Follow-up that is planned after today. */
  later: { readonly dueOn: string } | undefined;
  /** Whether the outcome may be left out, without a note too. */
  isOptional?: boolean;
  autoFocus?: boolean;
  /** Fields between the outcome and the next follow-up. */
  children?: ReactNode;
}): ReactNode {
  const { today } = form;
  const isEven = options.length % 2 === 0;
  const outcome: Outcome | '' = form.watch('outcome');
  const choose = (chosen: Outcome): void => {
    form.set('outcome', chosen as Values['outcome']);
    if (later) return;
    const proposed = outcome === '' ? '' : dayAfter(today, usualDays[outcome]);
    // a day that the person chose is kept
    if (form.get('followUpOn') === proposed)
      form.set('followUpOn', dayAfter(today, usualDays[chosen]) as Values['followUpOn']);
  };
  return (
    <>
      <ChipGroup
        label={t`What happened?`}
        name="outcome"
        options={options}
        optional={isOptional}
        columns={isEven ? 2 : undefined}
        fillsRows={!isEven}
        value={outcome}
        onValue={choose}
        autoFocus={autoFocus}
      />
      {children}
      <NextDayField
        form={form}
        name="followUpOn"
        label={t`Next follow-up`}
        planned={later?.dueOn}
      />
    </>
  );
}
