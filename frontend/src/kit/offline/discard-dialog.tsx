import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { dependentsOf, type OutboxItem } from '../../lib/outbox/outbox-item.js';
import { discardItem } from '../../lib/outbox/outbox-resubmit.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { ConfirmDialog } from '../../ui/overlays/dialog.js';
import { queuedTitle } from './queued-commands.js';
import { useItemChange } from './use-item-change.js';

/** Confirms discarding an unsent command and its dependents. */
export function DiscardDialog({
  item,
  onDone,
  ...dialog
}: DialogState & {
  item: OutboxItem;
  /** Called after the item was discarded. */
  onDone?: () => void;
}): ReactNode {
  const { commandId } = item;
  const items = useOutboxState((state) => state.items);
  const currentItem = items.find((each) => each.commandId === commandId);
  const dependents = dependentsOf(commandId, items).length;
  const { run, busy, message } = useItemChange(t`Failed to discard ${queuedTitle(item)}`, {
    open: dialog.open,
  });
  // another tab may have discarded it, or the network came back
  const isItemGone = dialog.open && !busy && currentItem === undefined;
  const isSending = currentItem?.state === 'sending';
  const discard = async (): Promise<void> => {
    await discardItem(commandId);
    dialog.onClose();
    onDone?.();
  };
  const consequenceText = (): string => {
    if (isItemGone) return t`This was sent or discarded meanwhile.`;
    if (isSending)
      return t`It is being sent now. If that does not succeed, it can be discarded here.`;
    return plural(dependents, {
      0: t`It was never sent. This action cannot be undone.`,
      one: t`It was never sent. # item about it goes with it.`,
      other: t`It was never sent. # items about it go with it.`,
    });
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Discard ${queuedTitle(item)}?`}
      text={consequenceText()}
      confirmLabel={t`Discard`}
      cancelLabel={isItemGone ? t`Close` : t`Keep`}
      onConfirm={() => run(discard)}
      busy={busy}
      disabled={isItemGone || isSending}
      error={message}
    />
  );
}
