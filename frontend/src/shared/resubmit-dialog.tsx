import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { newId } from '../lib/api.js';
import { useOutboxState } from '../lib/outbox.js';
import { dependentsOf, type OutboxItem } from '../lib/outbox-item.js';
import { attachItem, discardItem, resubmitItem, retryItem } from '../lib/outbox-resubmit.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { TextArea } from '../ui/input.js';
import { PhotoTiles } from './photo-tiles.js';
import DuplicateDialog from './duplicate-dialog.js';
import { asOneMore, reasonOf, textOfCommand } from './queued-commands.js';
import './outbox.css';

/** What can be done about a capture that the server refused. */
export function ResubmitDialog({ item, onClose }: { item: OutboxItem; onClose: () => void }): ReactNode {
  if (item.name === 'CreateLead' && item.problem?.code === 'lead-phone-taken') return <ResubmitDuplicate item={item} onClose={onClose} />;
  return <ResubmitOther item={item} onClose={onClose} />;
}

/** The number belongs to a lead that exists: use another one, or let what was captured go to that lead. */
function ResubmitDuplicate({ item, onClose }: { item: OutboxItem; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const update = async (leadId: string): Promise<void> => {
    await attachItem(item.commandId, leadId, noteInstead(item, leadId));
    onClose();
    await navigate(`/leads/${leadId}`);
  };
  return (
    <DuplicateDialog
      existing={item.problem?.existing as ExistingLead | undefined}
      onClose={onClose}
      onUpdate={(leadId) => void update(leadId)}
      onDifferent={() => {
        onClose();
        void navigate(`/leads/new?resubmit=${item.commandId}`);
      }}
    />
  );
}

/** What a lead that exists already still lacks of a captured one: its note, photos and next visit. */
function noteInstead({ data }: OutboxItem, leadId: string): { name: CommandName; title: string; data: object } | undefined {
  const { firstName, lastName, note, photoFileIds, followUpOn } = data as Partial<CommandInput<'CreateLead'>>;
  const name = `${firstName} ${lastName}`;
  if (note === undefined && (photoFileIds ?? []).length === 0 && followUpOn === undefined) return undefined;
  const text = note ?? (photoFileIds?.length ? t`Photos from the site` : t`Next visit planned`);
  return { name: 'AddNote', title: t`Note on ${name}`, data: { leadId, noteId: newId(), note: text, photoFileIds, followUpOn } };
}

/** Forms that open again with what was refused. */
const formOf: Partial<Record<CommandName, string>> = { CreateLead: '/leads/new', SubmitBill: '/bills/new' };

function ResubmitOther({ item, onClose }: { item: OutboxItem; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const isNote = item.name === 'AddNote';
  const form = formOf[item.name];
  const [note, setNote] = useState(String(item.data['note'] ?? ''));
  const [discarding, setDiscarding] = useState(false);
  const photos = item.files.map(({ fileId }) => fileId);
  const fields = Object.values(item.problem?.fields ?? {}).filter((words) => words !== item.problem?.detail);
  const again = async (): Promise<void> => {
    onClose();
    const oneMore = asOneMore(item, newId());
    if (form) await navigate(`${form}?resubmit=${item.commandId}`);
    else if (oneMore || (isNote && note !== item.data['note']))
      await resubmitItem(item.commandId, { ...item.data, ...oneMore, ...(isNote && { note }) });
    else await retryItem(item.commandId);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`${item.title} was not sent`}
      description={[item.problem && reasonOf(item.problem), ...fields].filter(Boolean).join(' ')}
      foot={
        <>
          <Button kind="primary" size="lg" onClick={() => void again()} disabled={isNote && note.trim() === ''}>
            {form ? t`Change and send again` : t`Send again`}
          </Button>
          <Button kind="danger-ghost" size="lg" onClick={() => setDiscarding(true)}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <DiscardDialog item={discarding ? item : undefined} onClose={() => setDiscarding(false)} onDone={onClose} />
      {isNote ? (
        <Field label={t`Note`}>
          <TextArea value={note} onChange={(event) => setNote(event.target.value)} rows={4} />
        </Field>
      ) : (
        // where the lead is gone this is the only place that still has it
        !form && <p className="whitespace-pre-line">{textOfCommand(item)}</p>
      )}
      {!form && photos.length > 0 && <PhotoTiles fileIds={photos} of="you" most={4} waiting className="mt-2 w-64 max-w-full" />}
    </Dialog>
  );
}

/** What is thrown away here is nowhere else, and what hangs on it goes with it. */
export function DiscardDialog({ item, onClose, onDone }: { item: OutboxItem | undefined; onClose: () => void; onDone?: () => void }): ReactNode {
  const items = useOutboxState((state) => state.items);
  const hanging = item ? dependentsOf(item.commandId, items).length : 0;
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={t`Discard ${item?.title ?? ''}?`}
      text={plural(hanging, {
        0: t`It was never sent. This action cannot be undone.`,
        one: t`It was never sent. # item about it goes with it.`,
        other: t`It was never sent. # items about it go with it.`,
      })}
      confirm={t`Discard`}
      keep={t`Keep`}
      onConfirm={() => {
        if (!item) return;
        void discardItem(item.commandId).then(() => {
          onClose();
          onDone?.();
        });
      }}
    />
  );
}
