import type { ReactNode } from 'react';
import type { QueuedCommand } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount, useDialogOf } from '../../ui/loading/lazy-mount.js';

// loaded when needed: refusals are rare
const ResubmitDialog = lazyPart(async () => ({
  default: (await import('./resubmit-dialog.js')).ResubmitDialog,
}));

/** Unsent command in a list, with the way to its dialog. */
export interface QueuedProps<Item extends QueuedCommand = QueuedCommand> {
  item: Item;
  /** Opens the dialog of a refused command. */
  onShow: (item: OutboxItem) => void;
}

/** Dialog of refused commands in a list. It stays when their row goes. */
export function useResubmitDialog(): {
  readonly show: QueuedProps['onShow'];
  readonly dialog: ReactNode;
} {
  const { item: refusedItem, openFor, dialog } = useDialogOf<OutboxItem>();
  return {
    show: openFor,
    dialog: (
      <LazyMount when={dialog.open}>
        {refusedItem && dialog.open && (
          <ResubmitDialog item={refusedItem} onClose={dialog.onClose} />
        )}
      </LazyMount>
    ),
  };
}
