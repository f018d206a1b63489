import { v5 as uuid } from 'uuid';
import { z } from 'zod';
import { createMutex } from '../common/keyed-mutex.js';
import { canonical } from '../event-log/canonical.js';
import {
  DamagedStream,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '../event-log/event-log.js';
import { openRotation } from '../proof/checkpoint.js';
import { areEqual, fromBase64 } from '../proof/encoding.js';
import {
  InvalidNote,
  formatVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from '../proof/signed-note.js';
import { HASH_BYTES } from '../proof/tree.js';
import { appendPlatformEvent } from '../sealing/append-first.js';
import { NO_END, type StreamEnd } from '../sealing/chain.js';
import type { Sealing } from '../sealing/sealing.js';
import { findContentMisfitReason, damageMisfit, eventMisfit } from './trees/log-tree.js';
import type { EventMisfitReason, Misfit } from './misfit.js';

const count = z.int().min(0);
const root = z.string().refine((text) => fromBase64(text)?.length === HASH_BYTES);
const schemas = {
  /** `note`: after a restore, the rotation that the former key signed, if the key store had it. */
  NotaryBegan: z.object({ origin: z.string(), key: z.string(), note: z.string().optional() }),
  NotaryKeyRotated: z.object({ from: z.string(), to: z.string(), note: z.string() }),
  HeadsPublished: z.object({ size: count, streams: count, root }),
  CheckpointSigned: z.object({ size: count, root, note: z.string() }),
};
type Events = {
  readonly [Type in keyof typeof schemas]: Readonly<z.infer<(typeof schemas)[Type]>>;
};
type NotaryEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly data: Events[Type] };
}[keyof Events];
type RecordedNotaryEvent = RecordedEvent<NotaryEvent & { type: string }>;

export type SignedCheckpoint = Events['CheckpointSigned'] & {
  readonly at: string;
  /** Position of the event that records it. */
  readonly position: Position;
};
export type PublishedHeads = Events['HeadsPublished'] & { readonly event: RecordedEvent };

/** Origin of checkpoints and the keys that signed under it. */
export type Origin = { readonly name: string; readonly keys: readonly VerifierKey[] };

/** Origins and keys of an installation: few events, in a stream of their own. */
const REGISTER = 'notary-log';
/** Name of a month's stream. There is one for each month, so that none grows for years. */
const streamOfMonth = (at: string): string => `notary-${at.slice(0, 7)}`;
const EVENT_ID_NAMESPACE = 'a3a4b0d4-58a5-4bd0-8d2b-7f6f1d5c9e21';

type Ports = {
  readonly log: Pick<EventLog, 'read' | 'append'>;
  readonly sealing: Pick<Sealing, 'seal'>;
  readonly now: () => string;
};

/** State folded from the notary's events. */
type Folded = {
  /** Origins, newest last. */
  readonly origins: readonly Origin[];
  /** Rotations within and between origins, newest last. */
  readonly rotations: readonly Events['NotaryKeyRotated'][];
  readonly checkpoint?: SignedCheckpoint;
  readonly heads?: PublishedHeads;
  /** Events of the notary that are not as they were written. */
  readonly misfits: readonly Misfit[];
  /** Time of the first origin. */
  readonly began?: string;
  /** Last event of each stream that was read. */
  readonly ends: ReadonlyMap<string, StreamEnd>;
};
const NOTHING_FOLDED: Folded = { origins: [], rotations: [], misfits: [], ends: new Map() };

/** Events of the notary, folded. Readers see the state of the latest complete refresh. */
export class NotaryStreams {
  private folded = NOTHING_FOLDED;
  private readonly runOneByOne = createMutex();

  constructor(private readonly ports: Ports) {}

  get origins(): Folded['origins'] {
    return this.folded.origins;
  }

  get rotations(): Folded['rotations'] {
    return this.folded.rotations;
  }

  get checkpoint(): SignedCheckpoint | undefined {
    return this.folded.checkpoint;
  }

  get heads(): PublishedHeads | undefined {
    return this.folded.heads;
  }

  get misfits(): Folded['misfits'] {
    return this.folded.misfits;
  }

  get origin(): Origin | undefined {
    return this.origins.at(-1);
  }

  /**
   * Reads the events that were recorded since the last call. After a misfit it reads all, because
   * the misfit may be repaired.
   */
  refresh(): Promise<void> {
    return this.runOneByOne(async () => {
      const before = this.folded.misfits.length > 0 ? NOTHING_FOLDED : this.folded;
      this.folded = await this.readMonths(await this.read(REGISTER, before));
    });
  }

  /**
   * Appends an event after those that were read.
   * @throws RevisionConflict if another process was faster
   */
  append({ type, data }: NotaryEvent): Promise<void> {
    return this.runOneByOne(async () => {
      const { log, sealing, now } = this.ports;
      const at = now();
      const stream =
        type === 'NotaryBegan' || type === 'NotaryKeyRotated' ? REGISTER : streamOfMonth(at);
      this.folded = await this.read(stream, this.folded);
      const end = this.folded.ends.get(stream) ?? NO_END;
      const id = uuid(`${stream} ${end.revision} ${canonical({ type, data })}`, EVENT_ID_NAMESPACE);
      const event = { type, data, id, at, actorId: REGISTER, organizationId: '' };
      await appendPlatformEvent(stream, end, event, { log, sealing });
      this.folded = await this.read(stream, this.folded);
    });
  }

  /** All checkpoints and heads since the beginning, by month. */
  readHistory(): AsyncGenerator<readonly RecordedNotaryEvent[]> {
    return this.readEvents(this.monthsUntil(this.ports.now()));
  }

  /** Checkpoints and heads by month, from the month of a time back to the beginning. */
  readHistoryBack(from: string): AsyncGenerator<readonly RecordedNotaryEvent[]> {
    return this.readEvents(this.monthsUntil(from).toReversed());
  }

  private monthsUntil(at: string): readonly string[] {
    const { began } = this.folded;
    return began === undefined ? [] : monthsBetween(began, at);
  }

  private async *readEvents(
    months: readonly string[],
  ): AsyncGenerator<readonly RecordedNotaryEvent[]> {
    for (const month of months) yield (await this.readVerified(month, 0)).events;
  }

  /** Reads months that may have grown, and older ones until there are heads and a checkpoint. */
  private async readMonths(register: Folded): Promise<Folded> {
    if (register.began === undefined) return register;
    const months = monthsBetween(register.began, this.ports.now());
    const monthsRead = [...register.ends.keys()].filter((stream) => stream !== REGISTER);
    let folded = register;
    // A process whose clock is behind writes to the month before.
    for (const month of new Set([...monthsRead, months.at(-1)!]))
      folded = await this.read(month, folded);
    for (const month of months.slice(0, -1).toReversed()) {
      if (folded.checkpoint && folded.heads) break;
      if (!monthsRead.includes(month)) folded = await this.read(month, folded);
    }
    const recent = new Set([REGISTER, ...months.slice(-2)]);
    return { ...folded, ends: new Map([...folded.ends].filter(([stream]) => recent.has(stream))) };
  }

  private async read(stream: string, before: Folded): Promise<Folded> {
    const from = (before.ends.get(stream) ?? NO_END).revision + 1;
    const { events, misfits } = await this.readVerified(stream, from);
    let folded: Folded = { ...before, misfits: [...before.misfits, ...misfits] };
    for (const event of events) {
      const reasonOrChange =
        findContentMisfitReason(event as unknown as RecordedEvent) ?? fold(folded, event);
      folded =
        typeof reasonOrChange === 'string'
          ? { ...folded, misfits: [...folded.misfits, eventMisfit(event, reasonOrChange)] }
          : { ...folded, ...reasonOrChange };
    }
    const last = events.at(-1);
    if (!last) return folded;
    const end = { revision: last.revision, hash: last.metadata.hash };
    return { ...folded, ends: new Map([...before.ends, [stream, end]]) };
  }

  private async readVerified(
    stream: string,
    from: number,
  ): Promise<{
    readonly events: readonly RecordedNotaryEvent[];
    readonly misfits: readonly Misfit[];
  }> {
    try {
      const events = await this.ports.log.read<NotaryEvent & { type: string }>(stream, from);
      return { events, misfits: [] };
    } catch (error) {
      if (!(error instanceof DamagedStream)) throw error;
      return {
        events: (error.events ?? []).filter(
          ({ damage }) => damage === undefined,
        ) as unknown as readonly RecordedNotaryEvent[],
        misfits: [damageMisfit(error, from)],
      };
    }
  }
}

/** Changed part of the state, or the reason why the notary did not write the event. */
function fold(
  { origins, rotations, checkpoint, heads, began }: Folded,
  event: RecordedNotaryEvent,
): Partial<Folded> | EventMisfitReason {
  const { at } = event.metadata;
  if (!isWellFormed(event)) return 'malformed';
  switch (event.type) {
    case 'NotaryBegan': {
      const { origin: name } = event.data;
      const key = tryParseKey(event.data.key);
      if (key?.name !== name) return 'malformed';
      if (origins.length > 0 && !isFork(origins, key)) return 'foreign';
      const { note } = event.data;
      const former = origins.at(-1)?.keys.at(-1);
      if (note !== undefined && (!former || !isSignedBy(former, note, key))) return 'unsigned';
      const rotation = former &&
        note !== undefined && { from: formatVerifierKey(former), to: event.data.key, note };
      return {
        began: began ?? at,
        origins: [...origins, { name, keys: [key] }],
        ...(rotation && { rotations: [...rotations, rotation] }),
      };
    }
    case 'NotaryKeyRotated': {
      const origin = origins.at(-1);
      if (!origin) return {}; // The event that began it is damaged.
      const key = tryParseKey(event.data.to);
      if (!key) return 'malformed';
      if (!isRotation(origin, event.data, key)) return 'unsigned';
      return {
        origins: [...origins.slice(0, -1), { name: origin.name, keys: [...origin.keys, key] }],
        rotations: [...rotations, event.data],
      };
    }
    case 'HeadsPublished':
      return heads && heads.size > event.data.size
        ? {}
        : { heads: { ...event.data, event: event as unknown as RecordedEvent } };
    case 'CheckpointSigned':
      return checkpoint && checkpoint.size > event.data.size
        ? {}
        : { checkpoint: { ...event.data, at, position: event.position } };
    default:
      return {};
  }
}

/** Whether an event has the fields of its type. */
export function isWellFormed({ type, data }: Pick<RecordedNotaryEvent, 'type' | 'data'>): boolean {
  return !Object.hasOwn(schemas, type) || schemas[type].safeParse(data).success;
}

function tryParseKey(text: string): VerifierKey | undefined {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof InvalidNote) return undefined;
    throw error;
  }
}

/**
 * Whether a key begins a new origin of the same host and log. A key that signed for an earlier
 * origin does not.
 */
function isFork(origins: readonly Origin[], { name, publicKey }: VerifierKey): boolean {
  const [host, identity] = origins[0]!.name.split('/');
  const beginning = `${host}/${identity}/`;
  return (
    name.startsWith(beginning) &&
    /^\d{4}-\d{2}-\d{2}-[\da-f]{8}$/.test(name.slice(beginning.length)) &&
    !origins.some(({ keys }) => keys.some((key) => areEqual(key.publicKey, publicKey)))
  );
}

/** Whether the present key of an origin and the next one signed a rotation. */
function isRotation(
  { name, keys }: Origin,
  { from, note }: Events['NotaryKeyRotated'],
  to: VerifierKey,
): boolean {
  const present = keys.at(-1)!;
  return to.name === name && from === formatVerifierKey(present) && isSignedBy(present, note, to);
}

/** Whether a key and the next one signed a rotation. */
function isSignedBy(from: VerifierKey, note: string, to: VerifierKey): boolean {
  try {
    return formatVerifierKey(openRotation(note, to)) === formatVerifierKey(from);
  } catch {
    return false;
  }
}

export const isNotaryStream = (stream: string): boolean => stream.startsWith('notary-');

/** Verifier keys of all origins, newest first. */
export const listVerifierKeys = (origins: readonly Origin[]): readonly string[] =>
  origins.flatMap(({ keys }) => keys.map(formatVerifierKey)).reverse();

/** Streams of the months from one time to another, at least the last one. */
function monthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  const [year, month] = from.slice(0, 7).split('-').map(Number) as [number, number];
  for (let count = 0; ; count++) {
    const date = new Date(Date.UTC(year, month - 1 + count, 1)).toISOString();
    if (date.slice(0, 7) >= to.slice(0, 7)) break;
    months.push(streamOfMonth(date));
  }
  return [...months, streamOfMonth(to)];
}
