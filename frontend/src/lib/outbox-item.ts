import type { CommandName } from '#domain/commands.js';

/**
 * File of an outbox item.
 * Outbox items are handled by pure functions: the next to send, dependencies, and the effect of a
 * resubmission. Other modules store and send.
 */
export interface WaitingFile {
  readonly fileId: string;
  readonly name: string;
  readonly type: string;
  readonly uploaded: boolean;
}

export interface Refused {
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
  /** The record that it is about. */
  readonly recordId: string;
  /** Name of the record. The title is built from it in the current language when shown. */
  readonly recordName: string;
  /** The title, of what an earlier version kept. */
  readonly title?: string | undefined;
  readonly files: readonly WaitingFile[];
  readonly capturedAt: string;
  readonly accountId: string;
  readonly organizationId: string;
  /** Place in the order in which things were captured. */
  readonly sequence: number;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** The refusal; of an item that waits, the limit in the server's words that it waits for. */
  readonly problem?: Refused | undefined;
  /**
   * Set if the item creates its record; other items of that record depend on it. A string names the
   * list that will show it: `leads`.
   */
  readonly creates?: true | string;
  /** The item that makes the record, where that one waits too. */
  readonly dependsOn?: string;
  /** An edit: the revision that the person saw, with the values of the edited fields in it. */
  readonly base?: { readonly revision: number; readonly values: Readonly<Record<string, unknown>> };
  /**
   * Command that its form was opened for after the first refusal; the form's draft is kept under
   * that id.
   */
  readonly reopenedFor?: string;
  readonly tries: number;
  /** Not before, in milliseconds. */
  readonly notBefore: number;
}

/** Sent command, held until the device's stored record includes it. */
export interface SentItem extends OutboxItem {
  readonly revision: number;
  /** Position of the log at which it was written. */
  readonly position?: string | undefined;
  /** When it said so, in milliseconds. */
  readonly sentAt: number;
}

export const inOrder = <Item extends OutboxItem>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.sequence - other.sequence);

/**
 * Whether something must be sent before it: what it depends on, or an earlier item of its record
 * that is not refused.
 */
function isHeldUp(item: OutboxItem, items: readonly OutboxItem[]): boolean {
  return items.some(
    (other) =>
      other.commandId === item.dependsOn ||
      (other.recordId === item.recordId &&
        other.sequence < item.sequence &&
        other.state !== 'refused'),
  );
}

/** Longest pause. A longer one was computed before the device's clock was set back. */
export const longestPause = 10 * 60_000;
const isDue = ({ notBefore }: OutboxItem, now: number): boolean =>
  notBefore <= now || notBefore > now + longestPause;

/**
 * The next to be sent: in order within a record, and a refused one holds up only what depends on
 * it.
 * @param may picks among the records: one that is being sent already is left out
 */
export function nextToSend(
  items: readonly OutboxItem[],
  now: number,
  may: (recordId: string) => boolean = () => true,
): OutboxItem | undefined {
  return inOrder(items).find(
    (item) =>
      item.state !== 'refused' && may(item.recordId) && isDue(item, now) && !isHeldUp(item, items),
  );
}

/**
 * When there will be something to send, if nothing happens meanwhile; undefined: never by itself.
 */
export function nextTry(items: readonly OutboxItem[]): number | undefined {
  const times = items
    .filter((item) => item.state !== 'refused' && !isHeldUp(item, items))
    .map(({ notBefore }) => notBefore);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Longer each time, up to a minute, and never all at once. `random` is between 0 and 1. */
export const waitBefore = (tries: number, random: number): number =>
  Math.min(60_000, 1_000 * 2 ** tries) * (0.5 + random / 2);

/** Id of the waiting command that creates this record. */
export const makerOf = (recordId: string, items: readonly OutboxItem[]): string | undefined =>
  items.find((item) => item.recordId === recordId && item.creates)?.commandId;

/**
 * Edit after another one of its record was sent: fields that this device wrote are no change by
 * somebody else. Its revision follows only where the sent one was taken for that revision;
 * otherwise other people's fields are compared first.
 */
export function rebased<Item extends OutboxItem>(
  item: Item,
  sent: OutboxItem & Pick<SentItem, 'revision'>,
): Item {
  const { base } = item;
  if (item.recordId !== sent.recordId || !base || base.revision >= sent.revision) return item;
  const written = Object.entries(sent.data).filter(([field]) => field in base.values);
  const isNext = base.revision === sent.base?.revision;
  return {
    ...item,
    base: {
      revision: isNext ? sent.revision : base.revision,
      values: { ...base.values, ...Object.fromEntries(written) },
    },
  };
}

/**
 * Item as it joins those that wait.
 * @param isFirst it was on its way before the others of its record were captured
 */
export function queued(
  item: Omit<OutboxItem, 'sequence'>,
  waiting: readonly OutboxItem[],
  {
    sent,
    now,
    isFirst,
  }: { readonly sent: readonly SentItem[]; readonly now: number; readonly isFirst: boolean },
): OutboxItem {
  const later = isFirst
    ? waiting.filter((other) => other.recordId === item.recordId && other.state !== 'refused')
    : [];
  const sequence =
    later.length > 0
      ? Math.min(...later.map((other) => other.sequence)) - 1
      : Math.max(now, ...waiting.map((other) => other.sequence + 1));
  const dependsOn = item.creates ? undefined : makerOf(item.recordId, waiting);
  return inOrder(sent).reduce<OutboxItem>(rebased, {
    ...item,
    sequence,
    ...(dependsOn !== undefined && { dependsOn }),
  });
}

/** All that depends on an item, however far. */
export function dependentsOf(commandId: string, items: readonly OutboxItem[]): OutboxItem[] {
  const direct = items.filter(({ dependsOn }) => dependsOn === commandId);
  return direct.flatMap((item) => [item, ...dependentsOf(item.commandId, items)]);
}

/** Replaces an id wherever it stands in a command's data. */
export function replaceId<Value>(value: Value, from: string, to: string): Value {
  if (typeof value === 'string') return (value === from ? to : value) as Value;
  if (Array.isArray(value)) return value.map((part: unknown) => replaceId(part, from, to)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaceId(part as unknown, from, to)]),
  ) as Value;
}

/** Name of the draft of a form that sends a refused item again, however often that is refused. */
export const resubmitDraft = ({
  commandId,
  reopenedFor = commandId,
}: Pick<OutboxItem, 'commandId' | 'reopenedFor'>): string => `resubmit-${reopenedFor}`;

/** To be sent again from the beginning. */
export const asNew = (item: OutboxItem): OutboxItem => ({
  ...item,
  state: 'waiting',
  problem: undefined,
  tries: 0,
  notBefore: 0,
});

/**
 * A refused item with other data: a new command in the same place, and what depended on the old one
 * depends on it.
 */
export function resubmitted(
  items: readonly OutboxItem[],
  commandId: string,
  newCommandId: string,
  data: OutboxItem['data'],
): OutboxItem[] {
  return items.map((item) =>
    item.commandId === commandId
      ? { ...asNew(item), commandId: newCommandId, data }
      : item.dependsOn === commandId
        ? { ...item, dependsOn: newCommandId }
        : item,
  );
}

/**
 * The record exists already under another id: the item that would have made it is replaced by what
 * is left of it to do there (nothing, or another command), and what depended on it goes to that
 * record.
 */
export function attached(
  items: readonly OutboxItem[],
  commandId: string,
  existingId: string,
  instead:
    | {
        readonly commandId: string;
        readonly name: CommandName;
        readonly recordName: string;
        readonly data: OutboxItem['data'];
      }
    | undefined,
): OutboxItem[] {
  const maker = items.find((item) => item.commandId === commandId);
  if (!maker) return [...items];
  const moving = new Set(dependentsOf(commandId, items).map((item) => item.commandId));
  return items.flatMap((item) => {
    if (item.commandId === commandId)
      return instead
        ? [
            {
              ...asNew(item),
              ...instead,
              title: undefined,
              recordId: existingId,
              creates: undefined,
              dependsOn: undefined,
            },
          ]
        : [];
    if (!moving.has(item.commandId)) return [item];
    const dependsOn = item.dependsOn === commandId ? undefined : item.dependsOn;
    return [
      {
        ...asNew(item),
        dependsOn,
        recordId: existingId,
        data: replaceId(item.data, maker.recordId, existingId),
      },
    ];
  });
}
