import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { Outcome } from '#domain/leads/lead.values.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { useCommand } from '../kit/commands/use-command.js';
import type { ContactMade } from '../kit/leads/contact-outcome.js';
import { Button } from '../ui/buttons/button.js';
import { Time } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { Checkbox } from '../ui/inputs/choice.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { OutcomeFields, usePlannedFollowUps } from './outcome-fields.js';

const titles: Readonly<Record<ContactMade['activity'], (name: string) => string>> = {
  Call: (name) => t`Call with ${name}`,
  WhatsApp: (name) => t`Chat with ${name}`,
};

/**
 * Asks for the outcome of a contact, and for the day of the next one. A due follow-up is completed
 * with the answer.
 */
export default function OutcomeSheet({
  contact: { leadId, name, activity, at, recorded, closedId, undo },
  open,
  onClose,
}: DialogState & { contact: ContactMade }): ReactNode {
  const [completesDue, setCompletesDue] = useState(true);
  const queued = { recordId: leadId, recordName: name };
  const completion = useCommand('CompleteFollowUp', {
    queued,
    failed: t`Failed to complete follow-up`,
  });
  const form = useCommandForm('AddNote', {
    draft: `contact-${leadId}`,
    newIdField: 'noteId',
    untypedFields: { leadId, activity },
    values: { outcome: '' as Outcome | '', note: '', followUpOn: '' },
    queued: { ...queued, storesFirst: true },
    failed: t`Failed to add activity`,
    done: t`Saved`,
    onDone: () => {
      if (due && completesDue) completion.send({ leadId, followUpId: due.followUpId });
      onClose();
    },
  });
  const { due, later } = usePlannedFollowUps(leadId, form.today, closedId);
  const { outcome, note } = form.watchAll();
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={recorded ?? titles[activity](name)}
      description={recorded === undefined ? <Time at={at} as="clock" /> : name}
      submitLabel={t`Save`}
      cancelLabel={t`Skip`}
      isCancelQuiet
      disabled={outcome === '' && note.trim() === ''}
    >
      {undo && (
        <Button
          kind="ghost"
          className="-mt-2 -ml-3 self-start text-accent-ink"
          onClick={() => {
            undo();
            onClose();
          }}
        >
          {t`Undo`}
        </Button>
      )}
      <OutcomeFields form={form} later={later} />
      {due && (
        <Checkbox
          label={t`Follow-up done`}
          hint={due.note ?? t`Due ${dayText(due.dueOn, form.today)}`}
          checked={completesDue}
          onChecked={setCompletesDue}
        />
      )}
      <FormField form={form} name="note" as={TextArea} rows={2} />
    </CommandDialog>
  );
}
