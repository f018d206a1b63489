import type { CommandName } from '#domain/commands.js';
import { newId } from '../server/api.js';
import { NotStored } from '../server/problem.js';
import { waitingFileOf, type FileToSend, reloadInAllTabs, awaitOutcome } from './outbox.js';
import {
  resetItem,
  withItemAttached,
  dependentsOf,
  withItemResubmitted,
  type OutboxItem,
} from './outbox-item.js';
import { flush } from './outbox-sender.js';
import { outboxStore } from './outbox-store.js';

type RewriteItems = (items: readonly OutboxItem[]) => readonly OutboxItem[];

/** @throws NotStored */
async function rewrite(change: RewriteItems, files: readonly FileToSend[] = []): Promise<void> {
  try {
    await outboxStore.rewrite(change, new Map(files.map(({ fileId, blob }) => [fileId, blob])));
  } catch (error) {
    throw new NotStored(error);
  }
  await reloadInAllTabs();
  void flush({ eager: true });
}

/**
 * Rewrites the items if their stored state allows it.
 * @throws NotStored, or Error if it does not, perhaps because of another tab
 */
async function rewriteIf(
  isAllowed: (items: readonly OutboxItem[]) => boolean,
  change: RewriteItems,
  files: readonly FileToSend[] = [],
): Promise<void> {
  let isDone = false;
  await rewrite((items) => {
    isDone = isAllowed(items);
    return isDone ? change(items) : items;
  }, files);
  if (!isDone) throw new Error('The item was sent again or discarded meanwhile');
}

const hasState =
  (commandId: string, state: OutboxItem['state']) =>
  (items: readonly OutboxItem[]): boolean =>
    items.some((item) => item.commandId === commandId && item.state === state);

/** @throws NotStored, or Error if the item is not refused any more: it would be sent twice */
const rewriteRefused = (
  commandId: string,
  change: RewriteItems,
  files: readonly FileToSend[] = [],
): Promise<void> => rewriteIf(hasState(commandId, 'refused'), change, files);

/** Retries a refused item unchanged, under its own id, because a refused command had no effect. */
export const retryItem = (commandId: string): Promise<void> =>
  rewrite((items) =>
    items.map((item) =>
      item.commandId === commandId && item.state === 'refused' ? resetItem(item) : item,
    ),
  );

/** Resends a conflicting edit: the person has seen the other change and keeps theirs. */
export const keepEdit = (commandId: string, base: NonNullable<OutboxItem['base']>): Promise<void> =>
  rewriteRefused(commandId, (items) =>
    items.map((item) => (item.commandId === commandId ? { ...resetItem(item), base } : item)),
  );

/** Other parts of an item that its form may change. */
type ItemChanges = Partial<Pick<OutboxItem, 'recordId' | 'recordName' | 'base'>>;

/**
 * Replaces a refused item with a new command, and resolves once that is stored.
 * @throws NotStored, or Error if the item is not refused any more
 */
export async function replaceItem(
  commandId: string,
  data: object,
  files: readonly FileToSend[] = [],
  changes: ItemChanges = {},
  leaveAt?: number,
): Promise<{ readonly commandId: string; readonly settled: ReturnType<typeof awaitOutcome> }> {
  const newCommandId = newId();
  const settled = awaitOutcome(newCommandId, leaveAt);
  // files that the new data do not name are dropped
  const dataText = JSON.stringify(data);
  const withFiles = (item: OutboxItem): OutboxItem => ({
    ...item,
    ...changes,
    reopenedFor: item.reopenedFor ?? commandId,
    files: [
      ...item.files.filter(
        ({ fileId }) => dataText.includes(fileId) && !files.some((file) => file.fileId === fileId),
      ),
      ...files.map(waitingFileOf),
    ],
  });
  await rewriteRefused(
    commandId,
    (items) =>
      withItemResubmitted(items, commandId, newCommandId, { ...data }).map((item) =>
        item.commandId === newCommandId ? withFiles(item) : item,
      ),
    files,
  );
  return { commandId: newCommandId, settled };
}

/** Moves an item and its dependents to the record that exists already. */
export const attachItem = (
  commandId: string,
  existingId: string,
  replacement?: { readonly name: CommandName; readonly recordName: string; readonly data: object },
): Promise<void> =>
  rewriteRefused(commandId, (items) =>
    withItemAttached(
      items,
      commandId,
      existingId,
      replacement && { ...replacement, commandId: newId(), data: { ...replacement.data } },
    ),
  );

/**
 * Discards an item and its dependents.
 * @throws NotStored, or Error while the item is being sent
 */
export const discardItem = (commandId: string): Promise<void> =>
  rewriteIf(
    (items) => !hasState(commandId, 'sending')(items),
    (items) => {
      const discardedIds = new Set([
        commandId,
        ...dependentsOf(commandId, items).map((item) => item.commandId),
      ]);
      return items.filter((item) => !discardedIds.has(item.commandId));
    },
  );
