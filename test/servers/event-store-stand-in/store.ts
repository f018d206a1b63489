import { Signal } from '#platform/common/signal.js';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { MAX_APPEND_BYTES, decide } from './deciding.js';
import {
  type ExpectedRevision,
  type ProposedEvent,
  type StoredEvent,
  lineOf,
  markerOf,
  readLine,
  sizeOf,
  positionGapOf,
} from './records.js';

export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly proposed: readonly ProposedEvent[];
};
export type AppendAnswer =
  | { readonly kind: 'done'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong revision'; readonly current: number | undefined }
  | { readonly kind: 'too large' }
  /** Another node leads. The append may have been written under the former leader, or not. */
  | { readonly kind: 'not leader' }
  | { readonly kind: 'failed'; readonly message: string };

const LINE_BREAK = '\n'.charCodeAt(0);
/** Size in which the file is read. */
const READ_BYTES = 1024 ** 2;

type Waiting = AppendRequest & { readonly answer: (answer: AppendAnswer) => void };

/**
 * Log in one file and in memory. Concurrent appends share a write and a sync; unsynced events are
 * neither acknowledged nor readable. The nodes of a cluster share the file. Its order decides who
 * leads: lines of a former leader after the marker of a later term are ignored.
 */
export class Store {
  readonly appended = new Signal();
  /** Whole log in order. Events from index `readable` on are not synced yet. */
  private readonly all: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readable = 0;
  private nextPosition = 0n;
  private waiting: Waiting[] = [];
  /** First visible revision, by soft-deleted stream. */
  private readonly shownFrom = new Map<string, number>();
  private writing: Promise<void> | undefined;
  /** Number of parsed bytes of the file. An incomplete last line is in `incompleteLine`. */
  private parsedBytes = 0;
  private incompleteLine: Buffer = Buffer.alloc(0);
  /** Newest term in the file, and the port of the node that leads in it; 0 before the first. */
  term = 0;
  leader = 0;
  /** Latest term that this process began. */
  private ownTerm = -1;
  /** Makes the next writes fail like a full disk. */
  diskFull = false;
  largestAppend = MAX_APPEND_BYTES;

  private constructor(private readonly file: FileHandle) {}

  static async open(path: string): Promise<Store> {
    const store = new Store(await open(path, 'a+'));
    await store.readNewLines();
    return store;
  }

  get isLeading(): boolean {
    return this.ownTerm === this.term;
  }

  /** Begins a term. Another node may have begun the same term a moment before, and then leads. */
  async becomeLeader(port: number): Promise<void> {
    await this.runExclusively(async () => {
      await this.readNewLines();
      const term = this.term + 1;
      await this.file.appendFile(markerOf({ term, leader: port }));
      await this.readNewLines();
      if (this.term === term && this.leader === port) this.ownTerm = term;
    });
    if (this.isLeading && this.all.length === 0)
      await this.append({
        stream: '$users',
        expected: 'no stream',
        proposed: ['admin', 'ops'].map(systemEvent),
      });
  }

  /** Reads the lines that another leader has written since. */
  readAsFollower(): Promise<void> {
    return this.runExclusively(() => this.readNewLines());
  }

  /** Runs work while nothing is written. Appends that arrive meanwhile are written afterwards. */
  private async runExclusively(work: () => Promise<void>): Promise<void> {
    while (this.writing) await this.writing;
    this.writing = work();
    await this.writing;
    this.writing = this.waiting.length > 0 ? this.write() : undefined;
  }

  get length(): number {
    return this.readable;
  }

  eventAtIndex(index: number): StoredEvent {
    return this.all[index]!;
  }

  /** Index of the first event at a position, or after it if `past` is true. */
  indexOf(position: bigint, { past }: { past: boolean }): number {
    let low = 0;
    for (let high = this.readable; low < high;) {
      const middle = (low + high) >>> 1;
      const found = this.all[middle]!.position;
      if (found < position || (past && found === position)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Synced events of a stream; undefined if the stream does not exist. */
  findStream(name: string): readonly StoredEvent[] | undefined {
    const from = this.shownFrom.get(name) ?? 0;
    const events = this.streams.get(name)?.slice(from);
    const end = this.all[this.readable]?.position;
    const readable =
      end !== undefined && events && events.at(-1)!.position >= end
        ? events.filter(({ position }) => position < end)
        : events;
    return readable?.length ? readable : undefined;
  }

  /**
   * Soft-deletes a stream: hides its events; revisions go on counting. A restart forgets the
   * deletion.
   */
  softDelete(name: string): void {
    this.shownFrom.set(name, this.streams.get(name)?.length ?? 0);
  }

  append(request: AppendRequest): Promise<AppendAnswer> {
    return new Promise((answer) => {
      this.waiting.push({ ...request, answer });
      this.writing ??= this.write();
    });
  }

  async close(): Promise<void> {
    await this.writing;
    await this.file.close();
    this.appended.notify();
  }

  private async write(): Promise<void> {
    await Promise.resolve(); // Appends of the same turn share the first sync.
    while (this.waiting.length > 0) {
      const answers: (() => void)[] = [];
      let text = '';
      const waiting = this.waiting.splice(0);
      for (const { answer, ...append } of waiting) {
        const { line, reply } = this.decideAppend(append);
        text += line;
        answers.push(() => answer(reply));
      }
      if (text && !(await this.writeAndSync(text))) {
        await this.rereadFile();
        answers.splice(0);
        for (const { answer } of waiting) answer({ kind: 'not leader' });
      }
      this.readable = this.all.length;
      answers.forEach((answer) => answer());
      this.appended.notify();
    }
    // Reset in the same turn as the last check, so that a later append starts a new write.
    this.writing = undefined;
  }

  /** Writes and syncs lines. Returns false if another node has written meanwhile. */
  private async writeAndSync(text: string): Promise<boolean> {
    await this.file.appendFile(text);
    await this.file.datasync();
    const size = this.parsedBytes + Buffer.byteLength(text);
    if ((await this.file.stat()).size !== size) return false;
    this.parsedBytes = size;
    return true;
  }

  private decideAppend({ stream, expected, proposed }: AppendRequest): {
    line: string;
    reply: AppendAnswer;
  } {
    if (!this.isLeading) return { line: '', reply: { kind: 'not leader' } };
    const stored = this.streams.get(stream) ?? [];
    if (proposed.reduce((sum, event) => sum + sizeOf(event), 0) > this.largestAppend)
      return { line: '', reply: { kind: 'too large' } };
    const visibleEvents =
      expected === 'no stream' ? stored.slice(this.shownFrom.get(stream) ?? 0) : stored;
    const decision = decide(visibleEvents, expected, proposed);
    if (decision.kind === 'wrong revision')
      return { line: '', reply: { kind: 'wrong revision', current: stored.at(-1)?.revision } };
    if (decision.kind === 'made before')
      return { line: '', reply: { kind: 'done', ...decision.last } };
    if (this.diskFull)
      return {
        line: '',
        reply: { kind: 'failed', message: 'There is not enough space on the disk' },
      };
    const createdMs = Date.now();
    const line = lineOf({ term: this.term, stream, createdMs, proposed }, stored.length);
    this.record(stream, createdMs, proposed);
    return { line, reply: { kind: 'done', ...this.all.at(-1)! } };
  }

  private record(stream: string, createdMs: number, proposed: readonly ProposedEvent[]): void {
    const stored = this.streams.get(stream) ?? [];
    this.streams.set(stream, stored);
    for (const event of proposed) {
      const recorded = {
        ...event,
        stream,
        revision: stored.length,
        position: this.nextPosition,
        createdMs,
      };
      stored.push(recorded);
      this.all.push(recorded);
      this.nextPosition += positionGapOf(stream, event);
    }
  }

  /** Drops appends that were accepted but not written, because another node leads. */
  private async rereadFile(): Promise<void> {
    for (const { stream, position } of this.all.splice(this.readable).reverse()) {
      this.streams.get(stream)!.pop();
      this.nextPosition = position;
    }
    await this.readNewLines();
  }

  private async readNewLines(): Promise<void> {
    const chunk = Buffer.alloc(READ_BYTES);
    for (;;) {
      const { bytesRead } = await this.file.read(chunk, 0, chunk.length, this.parsedBytes);
      if (bytesRead === 0) break;
      this.parsedBytes += bytesRead;
      this.incompleteLine = Buffer.concat([this.incompleteLine, chunk.subarray(0, bytesRead)]);
      for (
        let end = this.incompleteLine.indexOf(LINE_BREAK);
        end >= 0;
        end = this.incompleteLine.indexOf(LINE_BREAK)
      ) {
        this.applyLine(this.incompleteLine.toString('utf8', 0, end));
        this.incompleteLine = this.incompleteLine.subarray(end + 1);
      }
    }
    if (this.readable === this.all.length) return;
    this.readable = this.all.length;
    this.appended.notify();
  }

  private applyLine(text: string): void {
    const line = readLine(text);
    if (line === undefined) return;
    if ('leader' in line) {
      if (line.term > this.term) ({ term: this.term, leader: this.leader } = line);
    } else if (line.term === this.term) this.record(line.stream, line.createdMs, line.proposed);
  }
}

const systemEvent = (name: string): ProposedEvent => ({
  id: randomUUID(),
  type: '$UserCreated',
  contentType: 'application/json',
  data: Buffer.from(JSON.stringify({ loginName: name })),
  metadata: new Uint8Array(),
});
