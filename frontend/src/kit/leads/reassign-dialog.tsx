import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useCommandForEach } from '../commands/use-command-for-each.js';
import { useMemberOptions } from '../team/team.js';
import { noNetworkText } from '../texts/labels.js';
import { countedNoun } from '../texts/nouns.js';
import { Button } from '../../ui/buttons/button.js';
import { Combobox } from '../../ui/inputs/combobox.js';
import { Field } from '../../ui/inputs/field.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { Dialog } from '../../ui/overlays/dialog.js';

/** Gives leads to another member. */
export default function ReassignDialog({
  leads,
  isWaiting = false,
  description,
  children,
  onDone,
  open,
  onClose,
}: DialogState & {
  leads: readonly Pick<LeadItem, 'leadId' | 'assignedTo'>[];
  /** Whether the leads are still loading. */
  isWaiting?: boolean;
  description?: string;
  /** Choice of the leads, above the new owner. */
  children?: ReactNode;
  onDone?: () => void;
}): ReactNode {
  const members = useMemberOptions();
  const [memberId, setMemberId] = useState<string>();
  // the component stays mounted: clear the choice when the dialog closes
  if (!open && memberId !== undefined) setMemberId(undefined);
  const member = members.find(({ value }) => value === memberId);
  const { send, busy, disabled } = useCommandForEach('ReassignLead', {
    failed: t`Failed to reassign the leads`,
    done: (count) => plural(count, { one: '# lead reassigned', other: '# leads reassigned' }),
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  // Another person may do the work while the dialog is open: it stays, and says so.
  const isNothingLeft = open && !busy && !isWaiting && leads.length === 0;
  const movedLeads = leads.filter(({ assignedTo }) => assignedTo.id !== memberId);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        leads.length === 0 ? t`Reassign leads` : t`Reassign ${countedNoun(leads.length, 'lead')}`
      }
      description={description}
      footer={
        <>
          {!isNothingLeft && (
            <Button
              kind="primary"
              size="lg"
              busy={busy}
              disabled={disabled || member === undefined || movedLeads.length === 0}
              onClick={() =>
                memberId !== undefined &&
                send(movedLeads.map(({ leadId }) => ({ leadId, assignedTo: memberId })))
              }
            >
              {t`Reassign`}
            </Button>
          )}
          <Button size="lg" onClick={onClose}>
            {isNothingLeft ? t`Close` : t`Cancel`}
          </Button>
        </>
      }
    >
      {children}
      <div role="status">
        {isNothingLeft && (
          <p>{t`Nothing is left to reassign here. Somebody else changed these leads meanwhile.`}</p>
        )}
      </div>
      {!isNothingLeft && (
        <Field label={t`New owner`}>
          <Combobox
            label={t`New owner`}
            options={members}
            value={member}
            onValue={({ value }) => setMemberId(value)}
          />
        </Field>
      )}
      {disabled && (
        <p className="label text-ink-2" role="status">
          {noNetworkText()}
        </p>
      )}
    </Dialog>
  );
}
