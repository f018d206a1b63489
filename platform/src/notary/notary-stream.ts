import { v5 as uuid } from 'uuid';
import { canonical } from '../event-log/canonical.js';
import {
  DamagedStream,
  type EventLog,
  NO_STREAM,
  type Position,
  type RecordedEvent,
} from '../event-log/event-log.js';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../proof/signed-note.js';
import type { Sealing } from '../sealing/sealing.js';
import { contentMisfit, eventMisfit } from './log-tree.js';
import type { Misfit } from './misfit.js';

type Events = {
  NotaryBegan: { readonly origin: string; readonly key: string };
  NotaryKeyRotated: { readonly from: string; readonly to: string; readonly note: string };
  HeadsPublished: { readonly size: number; readonly streams: number; readonly root: string };
  CheckpointSigned: { readonly size: number; readonly root: string; readonly note: string };
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
/** Streams of a month, so that none grows for years. */
const streamOfMonth = (at: string): string => `notary-${at.slice(0, 7)}`;
const EVENT_IDS = 'a3a4b0d4-58a5-4bd0-8d2b-7f6f1d5c9e21';

type Ports = {
  readonly log: Pick<EventLog, 'read' | 'append'>;
  readonly sealing: Pick<Sealing, 'seal'>;
  readonly now: () => string;
};
type End = { readonly revision: number; readonly hash: string };
const NO_END: End = { revision: NO_STREAM, hash: '' };

/** Events of the notary, folded. */
export class NotaryStreams {
  /** Origins, newest last. */
  origins: readonly Origin[] = [];
  /** Rotations of all origins, newest last. */
  rotations: readonly Events['NotaryKeyRotated'][] = [];
  checkpoint: SignedCheckpoint | undefined;
  heads: PublishedHeads | undefined;
  /** Events of the notary that are not as they were written. */
  misfits: readonly Misfit[] = [];
  private began: string | undefined;
  private readonly ends = new Map<string, End>();

  constructor(private readonly ports: Ports) {}

  /** Reads what was recorded since. */
  async refresh(): Promise<void> {
    if (this.misfits.length > 0) this.forget();
    await this.read(REGISTER);
    if (this.began === undefined) return;
    const months = monthsBetween(this.began, this.ports.now());
    const known = [...this.ends.keys()].filter((stream) => stream !== REGISTER);
    const newest = months.at(-1)!;
    await this.read(newest);
    // A process whose clock is behind writes to the month before.
    for (const month of known) if (month !== newest) await this.read(month);
    for (const month of months.slice(0, -1).reverse()) {
      if (this.checkpoint && this.heads) break;
      if (!known.includes(month)) await this.read(month);
    }
    for (const month of [...this.ends.keys()])
      if (month !== REGISTER && !months.slice(-2).includes(month)) this.ends.delete(month);
  }

  get origin(): Origin | undefined {
    return this.origins.at(-1);
  }

  /**
   * Appends an event after those that were read.
   * @throws RevisionConflict if another process was faster
   */
  async append({ type, data }: NotaryEvent): Promise<void> {
    const { log, sealing, now } = this.ports;
    const at = now();
    const stream =
      type === 'NotaryBegan' || type === 'NotaryKeyRotated' ? REGISTER : streamOfMonth(at);
    const { revision, hash } = this.ends.get(stream) ?? (await this.read(stream));
    const id = uuid(`${stream} ${revision} ${canonical({ type, data })}`, EVENT_IDS);
    const metadata = {
      ...{ eventId: id, commandId: id, fingerprint: '', causationId: id, correlationId: id },
      ...{ actorId: REGISTER, organizationId: '', at, capturedAt: at, on: at.slice(0, 10) },
    };
    const head = { hash, key: undefined };
    await log.append(
      stream,
      revision,
      await sealing.seal(stream, revision, [{ type, data, metadata }], head),
    );
    await this.read(stream);
  }

  /** All checkpoints and heads since the beginning, by month. */
  async *history(): AsyncGenerator<readonly RecordedNotaryEvent[]> {
    if (this.began === undefined) return;
    for (const month of monthsBetween(this.began, this.ports.now()))
      yield await this.readable(month, 0);
  }

  /** Checkpoints and heads by month, from the month of a time back to the beginning. */
  async *historyBack(from: string): AsyncGenerator<readonly RecordedNotaryEvent[]> {
    if (this.began === undefined) return;
    for (const month of monthsBetween(this.began, from).toReversed())
      yield await this.ports.log.read<NotaryEvent & { type: string }>(month);
  }

  private async read(stream: string): Promise<End> {
    const end = this.ends.get(stream) ?? NO_END;
    const events = await this.readable(stream, end.revision + 1);
    for (const event of events) {
      const because = contentMisfit(event as unknown as RecordedEvent);
      if (because) this.misfits = [...this.misfits, eventMisfit(event, because)];
      else this.fold(event);
    }
    const last = events.at(-1);
    const reached = last ? { revision: last.revision, hash: last.metadata.hash } : end;
    if (stream === REGISTER || last) this.ends.set(stream, reached);
    return reached;
  }

  private async readable(stream: string, from: number): Promise<readonly RecordedNotaryEvent[]> {
    try {
      return await this.ports.log.read<NotaryEvent & { type: string }>(stream, from);
    } catch (error) {
      if (!(error instanceof DamagedStream)) throw error;
      this.misfits = [...this.misfits, eventMisfit({ stream, revision: from }, 'damaged')];
      return (error.readable ?? []) as unknown as readonly RecordedNotaryEvent[];
    }
  }

  /** Reads everything again at the next refresh, because a damage may be gone by then. */
  private forget(): void {
    this.ends.clear();
    Object.assign(this, { origins: [], rotations: [], misfits: [] });
    this.checkpoint = this.heads = this.began = undefined;
  }

  private fold(event: RecordedNotaryEvent): void {
    const { at } = event.metadata;
    switch (event.type) {
      case 'NotaryBegan': {
        const key = parseVerifierKey(event.data.key);
        this.began ??= at;
        this.origins = [...this.origins, { name: event.data.origin, keys: [key] }];
        return;
      }
      case 'NotaryKeyRotated': {
        const { name, keys } = this.origin!;
        this.rotations = [...this.rotations, event.data];
        const rotated = { name, keys: [...keys, parseVerifierKey(event.data.to)] };
        this.origins = [...this.origins.slice(0, -1), rotated];
        return;
      }
      case 'HeadsPublished':
        if (!(this.heads && this.heads.size > event.data.size))
          this.heads = { ...event.data, event: event as unknown as RecordedEvent };
        return;
      case 'CheckpointSigned':
        if (!(this.checkpoint && this.checkpoint.size > event.data.size))
          this.checkpoint = { ...event.data, at, position: event.position };
    }
  }
}

export const isNotaryStream = (stream: string): boolean => stream.startsWith('notary-');

/** Verifier keys of all origins, newest first. */
export const verifierKeysOf = (origins: readonly Origin[]): readonly string[] =>
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
