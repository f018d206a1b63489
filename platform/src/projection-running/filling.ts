import { setImmediate as breath } from 'node:timers/promises';
import { type Position, type RecordedEvent, beforeAll, largestBatch } from '../event-log/event-log.js';
import type { Checkpoint } from '../read-store/read-store.js';
import { type BatchFolded, type Reading, folded, takeIn } from './batch.js';
import { checkpointAt, stands } from './checkpoints.js';
import type { Folding } from './folding.js';
import { type Room, roomEnough } from './room.js';

/** How far a filling has come: positions are the log's own, so events are counted. */
export type Progress = (folded: number) => void;

/** Before anybody is served: a document that many events change, and a page of the store that holds many, are written once. */
const largestAlone = 64 * largestBatch;
/** Beside those who are served, who wait for one such commit at most. */
const largestBeside = 4 * largestBatch;

type Options = {
  readonly epoch: number;
  /** Whoever is served from the same store waits for each window. */
  readonly beside: boolean;
  /** As much as is worth it, if it is left out. */
  readonly room?: Room | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

/** A generation on its way: folded window by window from the beginning of the log, or from where it was interrupted. */
export class Filling {
  /** The line of its checkpoint. */
  readonly line: string;
  readonly parked: BatchFolded['parked'][number][] = [];
  private ahead: Promise<readonly RecordedEvent[]> | undefined;
  private count = 0;

  private constructor(
    private readonly reading: Reading,
    readonly foldings: readonly Folding[],
    private readonly options: Options,
    private readonly most: number,
    private stored: Checkpoint | undefined,
    private reached: Checkpoint,
  ) {
    this.line = lineOf(foldings);
  }

  /** Makes its collections, or goes on with what is there of them. */
  static async begin(reading: Reading, foldings: readonly Folding[], options: Options): Promise<Filling> {
    const { log, store } = reading;
    const collections = foldings.flatMap((folding) => folding.collections());
    const there = new Set(await store.collections());
    const begun = await store.checkpoint(lineOf(foldings));
    const resumes = begun && collections.every(({ name }) => there.has(name)) && (await stands(log, begun));
    if (!resumes) await store.drop(collections.map(({ name }) => name));
    await store.ensure(collections, options.beside ? undefined : 'filling');
    const { epoch } = options;
    const reached = resumes ? { ...begun, epoch } : { log: await log.identity(), position: beforeAll, eventId: '', stream: '', revision: -1, epoch };
    const most = Math.min(options.beside ? largestBeside : largestAlone, await store.largestFilling());
    return new Filling(reading, foldings, options, most, begun, reached);
  }

  get checkpoint(): Checkpoint {
    return this.reached;
  }

  /**
   * Folds the next events up to `target` at most, or to the log's end, or until there is no more room, and writes what they come
   * to. Answers how many they were.
   */
  async window(target?: Position): Promise<number> {
    const { log, store } = this.reading;
    const { batch = largestBatch } = this.room;
    const step = Math.floor(this.most / Math.ceil(this.most / batch));
    let last: RecordedEvent | undefined;
    let taken = 0;
    for (let at = this.reached.position; taken < this.most && this.hasRoom() && at !== target && !this.options.signal.aborted;) {
      const batch = await (this.ahead ?? log.readAll(at, step));
      const events = target === undefined ? batch : batch.filter(({ position }) => position <= target);
      // The next ones come while these are folded and written.
      this.ahead = events.length === step ? log.readAll(events.at(-1)!.position, step) : undefined;
      this.ahead?.catch(() => undefined);
      if (events.length === 0) break;
      await takeIn(this.reading, this.foldings, events);
      last = events.at(-1)!;
      [taken, at] = [taken + events.length, last.position];
      await breath(); // For whoever is served meanwhile; and these can be forgotten.
    }
    if (!last) return 0;
    const { changes: _, ...written } = folded(this.foldings);
    this.forgetSome();
    const checkpoint = checkpointAt(this.reached, last);
    await store.commit({ line: this.line, expected: this.stored, checkpoint, ...written, changes: [] });
    this.stored = this.reached = checkpoint;
    this.parked.push(...written.parked);
    this.options.progress((this.count += taken));
    return taken;
  }

  private hasRoom(): boolean {
    return this.held('inMotion') < this.room.window;
  }

  /** Each projection as large a part of its records as the others of theirs. */
  private forgetSome(): void {
    const share = this.room.kept / this.held('atHand');
    if (share < 1) for (const folding of this.foldings) folding.keepAtMost(folding.held.atHand * share);
  }

  private held(what: keyof Folding['held']): number {
    return this.foldings.reduce((sum, { held }) => sum + held[what], 0);
  }

  private get room(): Room {
    return this.options.room ?? roomEnough;
  }

  /** Makes what was left out while it was filled. */
  async settle(): Promise<void> {
    await this.reading.store.settle?.(this.foldings.flatMap((folding) => folding.collections()).map(({ name }) => name));
  }
}

const lineOf = (foldings: readonly Folding[]) => ['filling', ...foldings.map(({ collection }) => collection).sort()].join(' ');
