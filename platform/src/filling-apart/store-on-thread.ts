import { Worker } from 'node:worker_threads';
import type { Reading } from '../projection-running/batch.js';
import type { Commit } from '../read-store/read-store.js';
import { type Other, between } from './asking.js';
import { IdsWritten } from './ids-written.js';
import { NoRoomToWrite, causeOf } from './no-room.js';
import { packed } from './packed-commit.js';
import type { RoomApart } from './room-apart.js';
import type { AskedOfWriter, GivenToWriter } from './writing-thread.js';

type Store = Reading['store'];

/** A new file of views on a thread of its own, so that one window is written while the next one is folded. What it is asked it does in turn. */
export class StoreOnThread implements Store {
  private readonly asked: Other<AskedOfWriter>;
  private readonly plain = new Set<string>();
  private readonly written = new IdsWritten();
  private writing: Promise<void> = Promise.resolve();
  private readonly waiting = new Set<(cause: Error) => void>();
  private dead: Error | undefined;

  constructor(path: string, { writing, cacheKibibytes }: Pick<RoomApart, 'writing' | 'cacheKibibytes'>) {
    const workerData: GivenToWriter = { path, cacheKibibytes };
    const worker = new Worker(new URL('./writing-thread.js', import.meta.url), { workerData, resourceLimits: writing });
    worker.on('error', (error) => {
      this.dead = causeOf(error, NoRoomToWrite);
      for (const reject of this.waiting) reject(this.dead);
    });
    this.asked = between<AskedOfWriter>(worker, {});
  }

  ensure(...asked: Parameters<AskedOfWriter['ensure']>) {
    for (const { name, indexes, search } of asked[0]) if (indexes.length === 0 && !search) this.plain.add(name);
    return this.unlessDead(this.asked.ensure(...asked));
  }

  drop(collections: readonly string[]) {
    return this.unlessDead(this.asked.drop(collections));
  }

  collections() {
    return this.unlessDead(this.asked.collections());
  }

  largestFilling() {
    return this.unlessDead(this.asked.largestFilling());
  }

  checkpoint(line: string) {
    return this.unlessDead(this.asked.checkpoint(line));
  }

  /** Whoever reads waits for what is being written at the moment; so what was never written is not asked for. */
  async get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const there = this.written.among(collection, ids);
    return there.length === 0 ? new Map() : this.unlessDead(this.asked.get(collection, there));
  }

  /**
   * Resolves when the one before is written, so that never more than one waits. Its own failure is the next one's.
   */
  async commit(commit: Commit): Promise<void> {
    const text = packed(commit, (collection) => this.plain.has(collection));
    await this.writing;
    this.written.add(commit.documents);
    this.writing = this.unlessDead(this.asked.commit(text));
    this.writing.catch(() => undefined);
  }

  async settle(collections: readonly string[]): Promise<void> {
    await this.writing;
    await this.unlessDead(this.asked.settle(collections));
  }

  /** Everything is on the disk. */
  async flush(): Promise<void> {
    await this.writing;
    await this.unlessDead(this.asked.flush());
  }

  async close(): Promise<void> {
    await this.writing;
    await this.unlessDead(this.asked.close());
  }

  private unlessDead<Result>(answer: Promise<Result>): Promise<Result> {
    if (this.dead) return Promise.reject(this.dead);
    // No race with a promise that lives as long as this: it would hold on to every answer there ever was.
    return new Promise<Result>((resolve, reject) => {
      this.waiting.add(reject);
      answer.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
  }
}
