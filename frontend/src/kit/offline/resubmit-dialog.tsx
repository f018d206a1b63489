import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { newId } from '../../lib/server/api.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { dependentsOf, type OutboxItem, resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import {
  attachItem,
  discardItem,
  replaceItem,
  retryItem,
} from '../../lib/outbox/outbox-resubmit.js';
import { Button } from '../../ui/buttons/button.js';
import { Banner } from '../../ui/feedback/banner.js';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { TextArea } from '../../ui/inputs/input.js';
import { PhotoTiles } from '../capture/photo-tiles.js';
import { FormField } from '../forms/command-dialog.js';
import DuplicateDialog from '../leads/duplicate-dialog.js';
import { dataWithNewId, formOf, reasonOf, textOfCommand, titleOf } from './queued-commands.js';
import { StaleEditDialog } from './stale-edit-dialog.js';
import { useCommandForm } from '../forms/use-command-form.js';

interface ResubmitProps {
  item: OutboxItem;
  onClose: () => void;
}

/** Dialog of a refused command, by the kind of refusal. */
export function ResubmitDialog({ item, onClose }: ResubmitProps): ReactNode {
  if (item.name === 'AddNote') return <ResubmitNote item={item} onClose={onClose} />;
  if (item.name === 'CreateLead' && item.problem?.code === 'lead-phone-taken')
    return <ResubmitDuplicate item={item} onClose={onClose} />;
  if (item.name === 'EditLead' && item.problem?.status === 412)
    return <StaleEditDialog item={item} onClose={onClose} />;
  return <ResubmitOther item={item} onClose={onClose} />;
}

/** Refused lead whose number another lead has: change the number, or add the data to that lead. */
function ResubmitDuplicate({ item, onClose }: ResubmitProps): ReactNode {
  const navigate = useNavigate();
  const update = async (leadId: string): Promise<void> => {
    await attachItem(item.commandId, leadId, replacementNote(item, leadId));
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

/** Note for the existing lead, made of the captured lead's note, photos and next visit. */
function replacementNote(
  { data }: OutboxItem,
  leadId: string,
): { name: CommandName; recordName: string; data: object } | undefined {
  const { firstName, lastName, note, photoFileIds, followUpOn } = data as Partial<
    CommandInput<'CreateLead'>
  >;
  const name = `${firstName} ${lastName}`;
  if (note === undefined && (photoFileIds ?? []).length === 0 && followUpOn === undefined)
    return undefined;
  const text = note ?? (photoFileIds?.length ? t`Photos from the site` : t`Next visit planned`);
  return {
    name: 'AddNote',
    recordName: name,
    data: { leadId, noteId: newId(), note: text, photoFileIds, followUpOn },
  };
}

function ResubmitOther({ item, onClose }: ResubmitProps): ReactNode {
  const navigate = useNavigate();
  const form = formOf(item);
  const resubmit = async (): Promise<void> => {
    onClose();
    const withNewId = dataWithNewId(item, newId());
    if (form) await navigate(`${form}${form.includes('?') ? '&' : '?'}resubmit=${item.commandId}`);
    else if (withNewId) await replaceItem(item.commandId, { ...item.data, ...withNewId });
    else await retryItem(item.commandId);
  };
  return (
    <RefusedDialog
      item={item}
      onClose={onClose}
      submitLabel={form ? t`Change and send again` : t`Send again`}
      onSubmit={() => void resubmit()}
      opensForm={!!form}
    >
      {/* for a deleted lead this dialog has the only copy of the text */}
      {!form && <p className="whitespace-pre-line">{textOfCommand(item)}</p>}
    </RefusedDialog>
  );
}

/** Form that rewrites a refused note. Its text is a draft until sent or discarded. */
function ResubmitNote({ item, onClose }: ResubmitProps): ReactNode {
  const { leadId, noteId, outcome, note = '' } = item.data as CommandInput<'AddNote'>;
  const form = useCommandForm('AddNote', {
    draft: resubmitDraftName(item),
    values: { note },
    untypedFields: { leadId, noteId, outcome },
    required: outcome === undefined ? ['note'] : [],
    send: async (typed) => {
      const withNewId = dataWithNewId(item, newId());
      if (withNewId || typed.note !== note)
        await replaceItem(item.commandId, { ...item.data, ...withNewId, note: typed.note });
      else await retryItem(item.commandId);
      return undefined;
    },
    failed: t`Failed to add activity`,
    onDone: onClose,
  });
  return (
    <RefusedDialog
      item={item}
      onClose={onClose}
      submitLabel={t`Send again`}
      onSubmit={() => void form.submit()}
      disabled={outcome === undefined && form.watch('note').trim() === ''}
      busy={form.busy}
      onDiscarded={() => void form.discard()}
    >
      <FormField form={form} name="note" as={TextArea} rows={4} />
      {form.message && <FormRefusal>{form.message}</FormRefusal>}
    </RefusedDialog>
  );
}

interface RefusedDialogProps extends ResubmitProps {
  /** Label of the main button. */
  submitLabel: string;
  onSubmit: () => void;
  disabled?: boolean;
  busy?: boolean;
  /** Set if a form opens, which shows the photos itself. */
  opensForm?: boolean;
  /** Called after the item was discarded. */
  onDiscarded?: () => void;
  children: ReactNode;
}

/** Reason of a refusal, with the choice to resubmit or discard. */
function RefusedDialog({
  item,
  onClose,
  submitLabel,
  onSubmit,
  disabled = false,
  busy = false,
  opensForm = false,
  onDiscarded,
  children,
}: RefusedDialogProps): ReactNode {
  const [discarding, setDiscarding] = useState(false);
  const photos = item.files.map(({ fileId }) => fileId);
  const isRefused = useOutboxState(({ items }) =>
    items.some(({ commandId, state }) => commandId === item.commandId && state === 'refused'),
  );
  // another tab may have sent or discarded it
  const isOver = !isRefused && !busy && !discarding;
  const fields = Object.values(item.problem?.fields ?? {}).filter(
    (words) => words !== item.problem?.detail,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`${titleOf(item)} was not sent`}
      description={[item.problem && reasonOf(item.problem), ...fields].filter(Boolean).join(' ')}
      foot={
        <>
          <Button kind="primary" size="lg" onClick={onSubmit} disabled={disabled || isOver}>
            {submitLabel}
          </Button>
          {isOver ? (
            <Button size="lg" onClick={onClose}>
              {t`Close`}
            </Button>
          ) : (
            <Button kind="danger-ghost" size="lg" onClick={() => setDiscarding(true)}>
              {t`Discard`}
            </Button>
          )}
        </>
      }
    >
      {isOver && (
        <Banner tone="info" inset>
          {t`This was sent again or discarded meanwhile.`}
        </Banner>
      )}
      <DiscardDialog
        item={discarding ? item : undefined}
        onClose={() => setDiscarding(false)}
        onDone={() => {
          onDiscarded?.();
          onClose();
        }}
      />
      {children}
      {!opensForm && photos.length > 0 && (
        <PhotoTiles fileIds={photos} max={4} waiting className="mt-2 w-64 max-w-full" />
      )}
    </Dialog>
  );
}

/** Confirms discarding an unsent command and its dependents. */
export function DiscardDialog({
  item,
  onClose,
  onDone,
}: {
  item: OutboxItem | undefined;
  onClose: () => void;
  onDone?: () => void;
}): ReactNode {
  const items = useOutboxState((state) => state.items);
  const dependents = item ? dependentsOf(item.commandId, items).length : 0;
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={t`Discard ${item ? titleOf(item) : ''}?`}
      text={plural(dependents, {
        0: t`It was never sent. This action cannot be undone.`,
        one: t`It was never sent. # item about it goes with it.`,
        other: t`It was never sent. # items about it go with it.`,
      })}
      confirm={t`Discard`}
      cancelLabel={t`Keep`}
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
