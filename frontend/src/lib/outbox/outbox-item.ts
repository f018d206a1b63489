import type { CommandName } from '#domain/commands.js';

// This module is pure: sending order, dependencies and resubmission. Other modules store and send.

/** File of an outbox item. */
export interface WaitingFile {
  readonly fileId: string;
  readonly name: string;
  readonly type: string;
  readonly uploaded: boolean;
}

export interface StoredRefusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly existing?: unknown;
}

export interface OutboxItem {
  readonly commandId: string;
  readonly name: CommandName;
  readonly data: Readonly<Record<string, unknown>>;
  readonly recordId: string;
  /** Name of the record. Screens build the title from it in the current language. */
  readonly recordName: string;
  /** Title, stored by earlier versions only. */
  readonly title?: string | undefined;
  readonly files: readonly WaitingFile[];
  readonly capturedAt: string;
  readonly accountId: string;
  readonly organizationId: string;
  /** Place in the order of capture. */
  readonly sequence: number;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** Refusal of a refused item; of a waiting item, the rate limit that it waits for. */
  readonly problem?: StoredRefusal | undefined;
  /** Set if the item creates its record. A string names the list that will show it: `leads`. */
  readonly creates?: true | string;
  /** Id of the waiting command that creates the record. */
  readonly dependsOn?: string;
  /** For an edit: the revision and field values that the person saw. */
  readonly base?: { readonly revision: number; readonly values: Readonly<Record<string, unknown>> };
  /** Command id of the first refusal. The draft of the form that resubmits is stored under it. */
  readonly reopenedFor?: string;
  readonly tries: number;
  /** Earliest time of the next try, in milliseconds. */
  readonly notBefore: number;
}

/** Sent command, shown until the stored records include it. */
export interface SentItem extends OutboxItem {
  readonly revision: number;
  /** Log position of its event. */
  readonly position?: string | undefined;
  /** Time of the server's answer, in milliseconds. */
  readonly sentAt: number;
}

export const inCaptureOrder = <Item extends OutboxItem>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.sequence - other.sequence);

/**
 * Whether another item must be sent before: the one it depends on, or an earlier unrefused one of
 * its record.
 */
function isBlocked(item: OutboxItem, items: readonly OutboxItem[]): boolean {
  return items.some(
    (other) =>
      other.commandId === item.dependsOn ||
      (other.recordId === item.recordId &&
        other.sequence < item.sequence &&
        other.state !== 'refused'),
  );
}

/** Longest pause. A longer one was computed before the device's clock was set back. */
export const MAX_PAUSE_MS = 10 * 60_000;
const isDue = ({ notBefore }: OutboxItem, now: number): boolean =>
  notBefore <= now || notBefore > now + MAX_PAUSE_MS;

/**
 * The next to be sent: in order within a record. A refused item blocks only items that depend on
 * it.
 * @param isAllowed excludes records, such as those that are being sent already
 */
export function nextToSend(
  items: readonly OutboxItem[],
  now: number,
  isAllowed: (recordId: string) => boolean = () => true,
): OutboxItem | undefined {
  return inCaptureOrder(items).find(
    (item) =>
      item.state !== 'refused' &&
      isAllowed(item.recordId) &&
      isDue(item, now) &&
      !isBlocked(item, items),
  );
}

/** Time of the next try; undefined if nothing will become due by itself. */
export function nextTryAt(items: readonly OutboxItem[]): number | undefined {
  const times = items
    .filter((item) => item.state !== 'refused' && !isBlocked(item, items))
    .map(({ notBefore }) => notBefore);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 60_000;
/**
 * Exponential backoff with jitter: between half of the delay and all of it.
 * @param random number from 0 to 1
 */
export const retryDelayMs = (tries: number, random: number): number =>
  Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** tries) * (0.5 + random / 2);

/** Id of the waiting command that creates a record. */
export const creatingCommandOf = (
  recordId: string,
  items: readonly OutboxItem[],
): string | undefined =>
  items.find((item) => item.recordId === recordId && item.creates)?.commandId;

/**
 * Edit after an earlier edit of its record was sent. Fields that the earlier edit wrote do not
 * conflict. The revision moves on only if both edits began at the same one.
 */
export function rebasedItem<Item extends OutboxItem>(
  item: Item,
  sent: OutboxItem & Pick<SentItem, 'revision'>,
): Item {
  const { base } = item;
  if (item.recordId !== sent.recordId || !base || base.revision >= sent.revision) return item;
  const writtenFields = Object.entries(sent.data).filter(([field]) => field in base.values);
  const beganTogether = base.revision === sent.base?.revision;
  return {
    ...item,
    base: {
      revision: beganTogether ? sent.revision : base.revision,
      values: { ...base.values, ...Object.fromEntries(writtenFields) },
    },
  };
}

/**
 * New item with its sequence, dependency and rebased revision.
 * @param isFirst puts it before the waiting items of its record
 */
export function queuedItem(
  item: Omit<OutboxItem, 'sequence'>,
  waiting: readonly OutboxItem[],
  {
    sent,
    now,
    isFirst,
  }: { readonly sent: readonly SentItem[]; readonly now: number; readonly isFirst: boolean },
): OutboxItem {
  const itemsBehind = isFirst
    ? waiting.filter((other) => other.recordId === item.recordId && other.state !== 'refused')
    : [];
  const sequence =
    itemsBehind.length > 0
      ? Math.min(...itemsBehind.map((other) => other.sequence)) - 1
      : Math.max(now, ...waiting.map((other) => other.sequence + 1));
  const dependsOn = item.creates ? undefined : creatingCommandOf(item.recordId, waiting);
  return inCaptureOrder(sent).reduce<OutboxItem>(rebasedItem, {
    ...item,
    sequence,
    ...(dependsOn !== undefined && { dependsOn }),
  });
}

/** All items that depend on an item, directly or through others. */
export function dependentsOf(commandId: string, items: readonly OutboxItem[]): OutboxItem[] {
  const direct = items.filter(({ dependsOn }) => dependsOn === commandId);
  return direct.flatMap((item) => [item, ...dependentsOf(item.commandId, items)]);
}

/** Replaces an id everywhere in a command's data. */
export function replaceId<Value>(value: Value, from: string, to: string): Value {
  if (typeof value === 'string') return (value === from ? to : value) as Value;
  if (Array.isArray(value)) return value.map((part: unknown) => replaceId(part, from, to)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaceId(part as unknown, from, to)]),
  ) as Value;
}

/** Name of the form draft that resubmits an item; stays through repeated refusals. */
export const resubmitDraftName = ({
  commandId,
  reopenedFor = commandId,
}: Pick<OutboxItem, 'commandId' | 'reopenedFor'>): string => `resubmit-${reopenedFor}`;

/** Item in the state before its first try. */
export const resetItem = (item: OutboxItem): OutboxItem => ({
  ...item,
  state: 'waiting',
  problem: undefined,
  tries: 0,
  notBefore: 0,
});

/** Items with a refused one resubmitted: a new command in its place, to which dependents move. */
export function withItemResubmitted(
  items: readonly OutboxItem[],
  commandId: string,
  newCommandId: string,
  data: OutboxItem['data'],
): OutboxItem[] {
  return items.map((item) => {
    if (item.commandId === commandId) return { ...resetItem(item), commandId: newCommandId, data };
    return item.dependsOn === commandId ? { ...item, dependsOn: newCommandId } : item;
  });
}

/**
 * Items after the record turned out to exist under another id. The creating item is replaced by
 * `replacement` or removed; its dependents move to that record.
 */
export function withItemAttached(
  items: readonly OutboxItem[],
  commandId: string,
  existingId: string,
  replacement:
    | {
        readonly commandId: string;
        readonly name: CommandName;
        readonly recordName: string;
        readonly data: OutboxItem['data'];
      }
    | undefined,
): OutboxItem[] {
  const creatingItem = items.find((item) => item.commandId === commandId);
  if (!creatingItem) return [...items];
  const movedIds = new Set(dependentsOf(commandId, items).map((item) => item.commandId));
  return items.flatMap((item) => {
    if (item.commandId === commandId)
      return replacement
        ? [
            {
              ...resetItem(item),
              ...replacement,
              title: undefined,
              recordId: existingId,
              creates: undefined,
              dependsOn: undefined,
            },
          ]
        : [];
    if (!movedIds.has(item.commandId)) return [item];
    const dependsOn = item.dependsOn === commandId ? undefined : item.dependsOn;
    return [
      {
        ...resetItem(item),
        dependsOn,
        recordId: existingId,
        data: replaceId(item.data, creatingItem.recordId, existingId),
      },
    ];
  });
}
