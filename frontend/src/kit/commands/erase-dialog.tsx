import { t } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { ErasureReason } from '#domain/kernel/values/erasure.values.js';
import { useToday } from '../../ui/display/figures.js';
import { ChipGroup } from '../../ui/inputs/choice.js';
import { Field } from '../../ui/inputs/field.js';
import { DateField } from '../../ui/dates/date-field.js';
import { Input } from '../../ui/inputs/input.js';
import { optionsOf } from '../../words/i18n.js';
import { erasureReasonNames } from '../texts/erasure-reasons.js';
import { ConfirmCommand } from './confirm-command.js';

type EraseName = Extract<CommandName, `Erase${string}`>;
type Ids<Name extends EraseName> = Omit<CommandInput<Name>, 'reason' | 'askedOn'>;

/** Word that is typed before anything is erased, in every language. */
const CONFIRMATION = 'ERASE';
/** Reasons for which the day of the person's request is asked. */
const requestReasons: readonly (ErasureReason | undefined)[] = ['asked', 'withdrawn'];

interface EraseDialogProps<Name extends EraseName> extends Pick<
  ComponentProps<typeof ConfirmCommand>,
  'open' | 'onClose' | 'title' | 'confirmLabel' | 'cancelLabel' | 'failed' | 'done' | 'onDone'
> {
  command: Name;
  /** Ids of the record. */
  data: Ids<Name>;
  /** Sentence about the data that becomes unreadable. */
  erasedText: string;
  /** Sentence about the data that stays, because the law requires it. */
  keptText: string;
}

/**
 * Confirms an erasure: states which data goes and which stays, and asks for the request and a typed
 * word.
 */
export function EraseDialog<Name extends EraseName>({
  data,
  erasedText: erased,
  keptText: kept,
  ...dialog
}: EraseDialogProps<Name>): ReactNode {
  const today = useToday();
  const [reason, setReason] = useState<ErasureReason>();
  const [askedOn, setAskedOn] = useState('');
  const [typed, setTyped] = useState('');
  const asksForDay = requestReasons.includes(reason);
  const request = { reason, ...(asksForDay && askedOn !== '' && { askedOn }) };
  const isConfirmed = reason !== undefined && typed.trim().toUpperCase() === CONFIRMATION;
  return (
    <ConfirmCommand
      {...dialog}
      data={{ ...data, ...request } as CommandInput<Name>}
      text={t`${erased} This action cannot be undone.`}
      disabled={!isConfirmed}
    >
      <div className="rounded-control bg-sunken px-3 py-2.5">
        <p className="label font-medium">{t`What the law keeps`}</p>
        <p className="label text-ink-2">{kept}</p>
      </div>
      <ChipGroup
        label={t`Why is it erased?`}
        name="reason"
        options={optionsOf(erasureReasonNames)}
        value={reason ?? ('' as ErasureReason)}
        onValue={setReason}
      />
      {asksForDay && (
        <Field label={t`Asked on`} optional>
          <DateField
            value={askedOn}
            max={today}
            onChange={(event) => setAskedOn(event.target.value)}
          />
        </Field>
      )}
      <Field label={t`Type ${CONFIRMATION} to confirm`}>
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
