import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { discardItem, keepEdit, replaceItem } from '../../lib/outbox/outbox-resubmit.js';
import { Button } from '../../ui/buttons/button.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { ErrorState, Loading, SkeletonRows } from '../../ui/feedback/states.js';
import { useLeadNow } from '../leads/lead-now.js';
import { leadGoneText } from '../texts/labels.js';
import { DiscardDialog } from './discard-dialog.js';
import { ConflictingFields, TypedFields } from './edited-fields.js';
import { queuedTitle } from './queued-commands.js';
import { conflictingFields, editedFields, fieldOfLead } from './stale-edit.js';
import { useItemChange } from './use-item-change.js';

/**
 * Conflict of an offline edit. Both values stay until the person chooses; other fields are sent
 * either way. If the lead is gone, it shows what was typed.
 */
export function StaleEditDialog({
  item,
  endNotice,
  onClose,
}: {
  item: OutboxItem;
  /** Notice that nothing can be done any more; undefined while the item is refused. */
  endNotice: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { run, busy, message } = useItemChange(t`${queuedTitle(item)} was not sent`);
  const [isDiscarding, setDiscarding] = useState(false);
  const { lead: current, error, refetch, isGone } = useLeadNow(item.recordId, { open: true });
  const hasEnded = endNotice !== undefined && !busy && !isDiscarding;
  const keepTyped = async (): Promise<void> => {
    if (!current) return;
    const values = Object.fromEntries(
      editedFields(item).map((field) => [field, fieldOfLead(current, field)]),
    );
    await keepEdit(item.commandId, { revision: current.revision, values });
    onClose();
  };
  const takeCurrent = async (): Promise<void> => {
    if (!current) return;
    const unconflictedFields = editedFields(item).filter(
      (field) => !conflictingFields(item, current).includes(field),
    );
    const values = Object.fromEntries(
      unconflictedFields.map((field) => [field, fieldOfLead(current, field)]),
    );
    const data = Object.fromEntries(
      Object.entries(item.data).filter(
        ([field]) => unconflictedFields.includes(field) || !editedFields(item).includes(field),
      ),
    );
    const base = { revision: current.revision, values };
    if (unconflictedFields.length === 0) await discardItem(item.commandId);
    else await replaceItem(item.commandId, data, [], { base });
    onClose();
  };
  const choices = isGone ? (
    !hasEnded && (
      <Button kind="danger-ghost" size="lg" onClick={() => setDiscarding(true)}>
        {t`Discard`}
      </Button>
    )
  ) : (
    <>
      <Button
        kind="primary"
        size="lg"
        disabled={!current || hasEnded}
        onClick={() => run(keepTyped)}
      >
        {t`Keep what I typed`}
      </Button>
      <Button size="lg" disabled={!current || hasEnded} onClick={() => run(takeCurrent)}>
        {t`Take that version`}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`${queuedTitle(item)} was not sent`}
      description={isGone ? leadGoneText() : t`Somebody else changed it while you had no network.`}
      footer={
        <>
          {choices}
          {(hasEnded || isGone) && (
            <Button size="lg" onClick={onClose}>
              {t`Close`}
            </Button>
          )}
        </>
      }
    >
      {hasEnded && endNotice}
      {isGone ? (
        <TypedFields item={item} />
      ) : error && !current ? (
        <ErrorState
          level={3}
          title={t`Failed to load lead details`}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading when={!current} skeleton={<SkeletonRows count={2} />}>
          {() => current && <ConflictingFields item={item} current={current} />}
        </Loading>
      )}
      {message && <FormRefusal>{message}</FormRefusal>}
      <DiscardDialog
        item={item}
        open={isDiscarding}
        onClose={() => setDiscarding(false)}
        onDone={onClose}
      />
    </Dialog>
  );
}
