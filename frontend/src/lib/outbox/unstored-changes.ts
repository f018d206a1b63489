import { inCaptureOrder, type OutboxItem, rebasedItem, type SentItem } from './outbox-item.js';

// Changes that a full or busy device did not store. This tab keeps them until it can store them.

/** Changed fields of waiting items, by command id. */
const changes = new Map<string, Partial<OutboxItem>>();
/** Sent items that the device still holds as waiting. `isShown`: until the records include it. */
const sentItems = new Map<string, { readonly item: SentItem; readonly isShown: boolean }>();

const changedItem = (item: OutboxItem): OutboxItem => {
  const change = changes.get(item.commandId);
  return change ? { ...item, ...change } : item;
};
const sentInOrder = (): SentItem[] =>
  inCaptureOrder([...sentItems.values()].map(({ item }) => item));

/** Changes of outbox items that wait in memory for a device that can store them. */
export const unstoredChanges = {
  /** Stored items as they are now, in the order of capture. */
  applyTo(stored: readonly OutboxItem[]): OutboxItem[] {
    const sent = sentInOrder();
    return inCaptureOrder(stored)
      .filter(({ commandId }) => !sentItems.has(commandId))
      .map((item) => sent.reduce<OutboxItem>(rebasedItem, changedItem(item)));
  },

  /** Stored sent items, and those whose move is not stored. */
  addSentTo(stored: readonly SentItem[]): SentItem[] {
    const shownItems = [...sentItems.values()].flatMap(({ item, isShown }) =>
      isShown ? item : [],
    );
    const isStored = ({ commandId }: SentItem): boolean =>
      stored.some((other) => other.commandId === commandId);
    return inCaptureOrder([...stored, ...shownItems.filter((item) => !isStored(item))]);
  },

  /** Changed fields of an item; undefined if the device has them all. */
  changesOf: (commandId: string): Partial<OutboxItem> | undefined => changes.get(commandId),
  add(commandId: string, change: Partial<OutboxItem>): void {
    changes.set(commandId, { ...changes.get(commandId), ...change });
  },
  /** Removes stored changes, unless others came meanwhile. */
  remove(commandId: string, stored: Partial<OutboxItem> | undefined): void {
    if (changes.get(commandId) === stored) changes.delete(commandId);
  },

  addSent(item: SentItem): void {
    sentItems.set(item.commandId, { item, isShown: true });
  },
  hideSent({ commandId }: SentItem): void {
    const sent = sentItems.get(commandId);
    if (sent) sentItems.set(commandId, { ...sent, isShown: false });
  },
  removeSent: ({ commandId }: SentItem): boolean => sentItems.delete(commandId),

  isEmpty: (): boolean => changes.size + sentItems.size === 0,
  changedIds: (): readonly string[] => [...changes.keys()],
  sent: () => [...sentItems.values()],
};
