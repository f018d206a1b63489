import type { CommandName } from '#domain/commands.js';
import { newId } from './api.js';
import {
  asWaitingFile,
  type FileToSend,
  outboxChanged,
  outcomeOf,
  useOutboxState,
} from './outbox.js';
import { asNew, attached, dependentsOf, resubmitted, type OutboxItem } from './outbox-item.js';
import { flush } from './outbox-sender.js';
import { outboxStore } from './outbox-store.js';

async function rewrite(
  change: (items: readonly OutboxItem[]) => readonly OutboxItem[],
  files: readonly FileToSend[] = [],
): Promise<void> {
  await outboxStore.rewrite(change, new Map(files.map(({ fileId, blob }) => [fileId, blob])));
  await outboxChanged();
  void flush({ eager: true });
}

/** Tries a refused item again as it is, under its own id: it had no effect. */
export const retryItem = (commandId: string): Promise<void> =>
  rewrite((items) => items.map((item) => (item.commandId === commandId ? asNew(item) : item)));

/**
 * Sends a stale edit again, although somebody else has changed its fields: the person has seen what
 * they wrote.
 */
export const keepEdit = (commandId: string, base: NonNullable<OutboxItem['base']>): Promise<void> =>
  rewrite((items) =>
    items.map((item) => (item.commandId === commandId ? { ...asNew(item), base } : item)),
  );

/**
 * Parts of an item that its form may change beside data and files: another record, another
 * revision.
 */
type Changes = Partial<Pick<OutboxItem, 'recordId' | 'recordName' | 'base'>>;

/**
 * Puts other data and perhaps more files in the place of a refused item, as a new command, and is
 * done once the device has that. @throws Error where none waits
 */
export async function replaceItem(
  commandId: string,
  data: object,
  files: readonly FileToSend[] = [],
  changes: Changes = {},
  leaveAt?: number,
): Promise<{ readonly commandId: string; readonly settled: ReturnType<typeof outcomeOf> }> {
  // sent or discarded meanwhile: nothing may say that the correction is on its way
  if (!useOutboxState.getState().items.some((item) => item.commandId === commandId))
    throw new Error(`No ${commandId} waits here`);
  const newCommandId = newId();
  const settled = outcomeOf(newCommandId, leaveAt);
  // files that the new data does not name are neither sent nor stored
  const named = JSON.stringify(data);
  const withFiles = (item: OutboxItem): OutboxItem => ({
    ...item,
    ...changes,
    reopenedFor: item.reopenedFor ?? commandId,
    files: [
      ...item.files.filter(
        ({ fileId }) => named.includes(fileId) && !files.some((file) => file.fileId === fileId),
      ),
      ...files.map(asWaitingFile),
    ],
  });
  await rewrite(
    (items) =>
      resubmitted(items, commandId, newCommandId, { ...data }).map((item) =>
        item.commandId === newCommandId ? withFiles(item) : item,
      ),
    files,
  );
  return { commandId: newCommandId, settled };
}

/** The record exists already: what was captured about it goes there. */
export const attachItem = (
  commandId: string,
  existingId: string,
  instead?: { readonly name: CommandName; readonly recordName: string; readonly data: object },
): Promise<void> =>
  rewrite((items) =>
    attached(
      items,
      commandId,
      existingId,
      instead && { ...instead, commandId: newId(), data: { ...instead.data } },
    ),
  );

/** Takes an item back, and with it whatever depends on it. */
export const discardItem = (commandId: string): Promise<void> =>
  rewrite((items) => {
    const gone = new Set([
      commandId,
      ...dependentsOf(commandId, items).map((item) => item.commandId),
    ]);
    return items.filter((item) => !gone.has(item.commandId));
  });
