import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { newId } from '../../lib/server/api.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { type OutboxItem, resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { attachItem, replaceItem, retryItem } from '../../lib/outbox/outbox-resubmit.js';
import { Button } from '../../ui/buttons/button.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { TextArea } from '../../ui/inputs/input.js';
import { PhotoTiles } from '../capture/photo-tiles.js';
import { FormField } from '../forms/command-dialog.js';
import DuplicateDialog from '../leads/duplicate-dialog.js';
import { DiscardDialog } from './discard-dialog.js';
import { TypedFields } from './edited-fields.js';
import {
  dataWithNewId,
  resubmitFormPath,
  refusalReason,
  textOfCommand,
  queuedTitle,
} from './queued-commands.js';
import { StaleEditDialog } from './stale-edit-dialog.js';
import { useCommandForm } from '../forms/use-command-form.js';
import { useItemChange } from './use-item-change.js';

interface ResubmitProps {
  item: OutboxItem;
  onClose: () => void;
}

interface KindProps extends ResubmitProps {
  /** Notice that nothing can be done any more; undefined while the item is refused. */
  endNotice: ReactNode;
}

/** Dialog of a refused command, by the kind of refusal. */
export function ResubmitDialog(props: ResubmitProps): ReactNode {
  const { commandId, name, problem } = props.item;
  const isRefused = useOutboxState(({ items }) =>
    items.some((item) => item.commandId === commandId && item.state === 'refused'),
  );
  // another tab may have sent or discarded it
  const endNotice = isRefused ? undefined : (
    <Banner tone="info" inset>
      {t`This was sent again or discarded meanwhile.`}
    </Banner>
  );
  if (name === 'AddNote') return <ResubmitNote {...props} endNotice={endNotice} />;
  if (name === 'CreateLead' && problem?.code === 'lead-phone-taken')
    return <ResubmitDuplicate {...props} endNotice={endNotice} />;
  if (name === 'EditLead' && problem?.status === 412)
    return <StaleEditDialog {...props} endNotice={endNotice} />;
  return <ResubmitOther {...props} endNotice={endNotice} />;
}

/** Refused lead whose number another lead has: change the number, or add the data to that lead. */
function ResubmitDuplicate({ item, endNotice, onClose }: KindProps): ReactNode {
  const navigate = useNavigate();
  const { run, busy, message } = useItemChange(t`${queuedTitle(item)} was not sent`);
  const update = async (leadId: string): Promise<void> => {
    await attachItem(item.commandId, leadId, replacementNote(item, leadId));
    onClose();
    await navigate(`/leads/${leadId}`);
  };
  return (
    <DuplicateDialog
      existing={item.problem?.existing as ExistingLead | undefined}
      onClose={onClose}
      onUpdate={(leadId) => run(() => update(leadId))}
      onDifferentNumber={() => {
        onClose();
        void navigate(`/leads/new?resubmit=${item.commandId}`);
      }}
      endNotice={!busy && endNotice}
      message={message}
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
  const text = note ?? (photoFileIds?.length ? t`Photos from the site` : t`Next follow-up planned`);
  return {
    name: 'AddNote',
    recordName: name,
    data: { leadId, noteId: newId(), note: text, photoFileIds, followUpOn },
  };
}

function ResubmitOther({ item, endNotice, onClose }: KindProps): ReactNode {
  const navigate = useNavigate();
  const formPath = resubmitFormPath(item);
  const { run, busy, message } = useItemChange(t`${queuedTitle(item)} was not sent`);
  const openForm = (path: string): void => {
    onClose();
    void navigate(`${path}${path.includes('?') ? '&' : '?'}resubmit=${item.commandId}`);
  };
  const resend = async (): Promise<void> => {
    const withNewId = dataWithNewId(item, newId());
    if (withNewId) await replaceItem(item.commandId, { ...item.data, ...withNewId });
    else await retryItem(item.commandId);
    onClose();
  };
  return (
    <RefusedDialog
      item={item}
      endNotice={endNotice}
      onClose={onClose}
      submitLabel={formPath ? t`Change and send again` : t`Send again`}
      onSubmit={() => (formPath ? openForm(formPath) : run(resend))}
      busy={busy}
      opensForm={formPath !== undefined}
    >
      {/* for a deleted lead this dialog has the only copy of the text */}
      {!formPath &&
        (item.name === 'EditLead' ? (
          <TypedFields item={item} />
        ) : (
          <p className="whitespace-pre-line">{textOfCommand(item)}</p>
        ))}
      {message && <FormRefusal>{message}</FormRefusal>}
    </RefusedDialog>
  );
}

/** Form that rewrites a refused note. Its text is a draft until sent or discarded. */
function ResubmitNote({ item, endNotice, onClose }: KindProps): ReactNode {
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
      endNotice={endNotice}
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

interface RefusedDialogProps extends KindProps {
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
  endNotice,
  onClose,
  submitLabel,
  onSubmit,
  disabled = false,
  busy = false,
  opensForm = false,
  onDiscarded,
  children,
}: RefusedDialogProps): ReactNode {
  const [isDiscarding, setDiscarding] = useState(false);
  const photos = item.files.map(({ fileId }) => fileId);
  const hasEnded = endNotice !== undefined && !busy && !isDiscarding;
  const fieldTexts = Object.values(item.problem?.fields ?? {}).filter(
    (text) => text !== item.problem?.detail,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`${queuedTitle(item)} was not sent`}
      description={[item.problem && refusalReason(item.problem), ...fieldTexts]
        .filter(Boolean)
        .join(' ')}
      footer={
        <>
          <Button kind="primary" size="lg" onClick={onSubmit} disabled={disabled || hasEnded}>
            {submitLabel}
          </Button>
          {hasEnded ? (
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
      {hasEnded && endNotice}
      <DiscardDialog
        item={item}
        open={isDiscarding}
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
