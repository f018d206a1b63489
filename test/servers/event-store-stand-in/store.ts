import { Signal } from '#platform/common/signal.js';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createReadStream, existsSync, truncateSync } from 'node:fs';
import { decide, largestAppend } from './deciding.js';
import { type Expected, type Proposed, type Recorded, lineOf, readLine, sizeOf, spaceOf } from './records.js';

export type AppendRequest = { readonly stream: string; readonly expected: Expected; readonly proposed: readonly Proposed[] };
export type AppendAnswer =
  | { readonly kind: 'done'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong revision'; readonly current: number | undefined }
  | { readonly kind: 'too large' }
  | { readonly kind: 'failed'; readonly message: string };

type Waiting = AppendRequest & { readonly answer: (answer: AppendAnswer) => void };

/**
 * The log in one file and in memory. Appends that wait at the same time share a write and a sync; what is not yet synced
 * is neither answered nor read.
 */
export class Store {
  readonly appended = new Signal();
  /** All of the log, in its order; what is behind `readable` is not on the disk yet. */
  private readonly all: Recorded[] = [];
  private readonly streams = new Map<string, Recorded[]>();
  private readable = 0;
  private next = 0n;
  private waiting: Waiting[] = [];
  /** Of streams that were deleted, the first revision that is shown again. */
  private readonly shownFrom = new Map<string, number>();
  private writing: Promise<void> | undefined;
  /** For specs: what the disk says instead of taking more. */
  diskFull = false;
  largestAppend = largestAppend;

  private constructor(private readonly file: FileHandle) {}

  static async open(path: string): Promise<Store> {
    const fresh = !existsSync(path);
    const store = new Store(await open(path, 'a'));
    if (!fresh) await store.load(path);
    else await store.append({ stream: '$users', expected: 'no stream', proposed: ['admin', 'ops'].map(systemEvent) });
    return store;
  }

  get length(): number {
    return this.readable;
  }

  at(index: number): Recorded {
    return this.all[index]!;
  }

  /** Index of the first event at a position or, `past` it, behind it. */
  indexOf(position: bigint, { past }: { past: boolean }): number {
    let low = 0;
    for (let high = this.readable; low < high;) {
      const middle = (low + high) >>> 1;
      const there = this.all[middle]!.position;
      if (there < position || (past && there === position)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A stream as far as it is on the disk; undefined if nobody wrote it. */
  stream(name: string): readonly Recorded[] | undefined {
    const from = this.shownFrom.get(name) ?? 0;
    const events = this.streams.get(name)?.slice(from);
    const end = this.all[this.readable]?.position;
    const readable = end !== undefined && events && events.at(-1)!.position >= end ? events.filter(({ position }) => position < end) : events;
    return readable?.length ? readable : undefined;
  }

  /** As an operator does, not for good: what was there is not shown any more, and what comes goes on counting. Not kept over a restart. */
  softDelete(name: string): void {
    this.shownFrom.set(name, this.streams.get(name)?.length ?? 0);
  }

  append(asked: AppendRequest): Promise<AppendAnswer> {
    return new Promise((answer) => {
      this.waiting.push({ ...asked, answer });
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
      for (const { answer, ...asked } of this.waiting.splice(0)) {
        const { line, reply } = this.take(asked);
        text += line;
        answers.push(() => answer(reply));
      }
      if (text) {
        await this.file.appendFile(text);
        await this.file.datasync();
      }
      this.readable = this.all.length;
      answers.forEach((say) => say());
      this.appended.notify();
    }
    this.writing = undefined; // In the same turn as the last check: an append after it starts a new write.
  }

  private take({ stream, expected, proposed }: AppendRequest): { line: string; reply: AppendAnswer } {
    const there = this.streams.get(stream) ?? [];
    if (proposed.reduce((sum, event) => sum + sizeOf(event), 0) > this.largestAppend) return { line: '', reply: { kind: 'too large' } };
    const shown = expected === 'no stream' ? there.slice(this.shownFrom.get(stream) ?? 0) : there;
    const decision = decide(shown, expected, proposed);
    if (decision.kind === 'wrong revision') return { line: '', reply: { kind: 'wrong revision', current: there.at(-1)?.revision } };
    if (decision.kind === 'made before') return { line: '', reply: { kind: 'done', ...decision.last } };
    if (this.diskFull) return { line: '', reply: { kind: 'failed', message: 'There is not enough space on the disk' } };
    const createdMs = Date.now();
    const line = lineOf(stream, there.length, createdMs, proposed);
    this.record(stream, createdMs, proposed);
    return { line, reply: { kind: 'done', ...this.all.at(-1)! } };
  }

  private record(stream: string, createdMs: number, proposed: readonly Proposed[]): void {
    const there = this.streams.get(stream) ?? [];
    this.streams.set(stream, there);
    for (const event of proposed) {
      const recorded = { ...event, stream, revision: there.length, position: this.next, createdMs };
      there.push(recorded);
      this.all.push(recorded);
      this.next += spaceOf(stream, event);
    }
  }

  /** Reads what is there; half a line, written when it was killed, was never answered and is cut off. */
  private async load(path: string): Promise<void> {
    let rest: Buffer = Buffer.alloc(0);
    let whole = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const { stream, createdMs, proposed } = readLine(rest.toString('utf8', 0, end));
        this.record(stream, createdMs, proposed);
        whole += end + 1;
        rest = rest.subarray(end + 1);
      }
    }
    if (rest.length > 0) truncateSync(path, whole);
    this.readable = this.all.length;
  }
}

const systemEvent = (name: string): Proposed => ({
  id: randomUUID(),
  type: '$UserCreated',
  contentType: 'application/json',
  data: Buffer.from(JSON.stringify({ loginName: name })),
  metadata: new Uint8Array(),
});
