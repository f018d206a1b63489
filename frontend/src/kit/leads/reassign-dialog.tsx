import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useCommandForEach } from '../commands/use-command-for-each.js';
import { useMemberOptions } from '../team/team.js';
import { noNetworkText } from '../texts/labels.js';
import { counted } from '../texts/nouns.js';
import { Button } from '../../ui/buttons/button.js';
import { Combobox } from '../../ui/inputs/combobox.js';
import { Field } from '../../ui/inputs/field.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { Dialog } from '../../ui/overlays/dialog.js';

/** Gives leads to another member. */
export default function ReassignDialog({
  leads,
  title = t`Reassign ${counted(leads.length, 'lead')}`,
  description,
  children,
  onDone,
  open,
  onClose,
}: DialogState & {
  leads: readonly Pick<LeadItem, 'leadId' | 'assignedTo'>[];
  /** Default names the number of leads. */
  title?: string | undefined;
  description?: string;
  /** Choice of the leads, above the new owner. */
  children?: ReactNode;
  onDone: () => void;
}): ReactNode {
  const members = useMemberOptions();
  const [memberId, setMemberId] = useState<string>();
  const member = members.find(({ value }) => value === memberId);
  const { send, busy, disabled } = useCommandForEach('ReassignLead', {
    failed: t`Failed to reassign the leads`,
    done: (count) => plural(count, { one: '# lead reassigned', other: '# leads reassigned' }),
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const moved = leads.filter(({ assignedTo }) => assignedTo.id !== memberId);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      foot={
        <>
          <Button
            kind="primary"
            size="lg"
            busy={busy}
            disabled={disabled || member === undefined || moved.length === 0}
            onClick={() =>
              memberId !== undefined &&
              send(moved.map(({ leadId }) => ({ leadId, assignedTo: memberId })))
            }
          >
            {t`Reassign`}
          </Button>
          <Button size="lg" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      {children}
      <Field label={t`New owner`}>
        <Combobox
          label={t`New owner`}
          options={members}
          value={member}
          onValue={({ value }) => setMemberId(value)}
        />
      </Field>
      {disabled && (
        <p className="label text-ink-2" role="status">
          {noNetworkText()}
        </p>
      )}
    </Dialog>
  );
}
