import { EventEmitter } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Position } from '../../event-log/event-log.js';
import type { BatchResult, ProjectionProcessor } from '../projections/projection-processor.js';
import type { ProjectionPorts } from '../projections/projector.js';
import type { NextGeneration, RebuildOptions } from '../projections/rebuild.js';
import type { Checkpoint, ReadStore } from '../read-store/read-store.js';
import { SQLITE_FILE_SUFFIXES } from '../read-store/read-store-on-sqlite.js';
import { withDeadline } from '../../common/deadline.js';
import { Unavailable } from '../../common/unavailable.js';

/** Files that the worker reads, and the file of views that it writes. */
export type RebuildFiles = { readonly log: string; readonly keys: string; readonly views: string };
export type RebuildInput = Pick<RebuildOptions, 'epoch'> & {
  readonly files: RebuildFiles;
  /** Generation numbers by projection. */
  readonly generations: Readonly<Record<string, number>>;
};
/** Messages of the worker; it waits for an answer to `erase` and `reached`. */
export type WorkerMessage =
  | { readonly name: 'projected'; readonly value: number }
  | { readonly name: 'parked'; readonly value: BatchResult['parked'] }
  | { readonly name: 'erase'; readonly value: Parameters<ProjectionPorts['erase']> }
  | { readonly name: 'reached'; readonly value: Position }
  | { readonly name: 'completed'; readonly value: Checkpoint };

export const STOP = 'end';
/** Time a worker has to finish its batch. */
const STOP_TIMEOUT_MS = 10_000;

type Parts = {
  /** Module that calls `rebuildInThisWorker`. */
  readonly entry: URL;
  readonly files: Omit<RebuildFiles, 'views'>;
  readonly erase: ProjectionPorts['erase'];
  readonly rebuildTarget: NonNullable<ReadStore['rebuildTarget']>;
};

/** Rebuilds views in a worker thread, into a file that replaces the store's file. */
export function rebuildInWorker(
  { entry, files, erase, rebuildTarget: target }: Parts,
  processors: readonly ProjectionProcessor[],
  { epoch, signal, progress, onParked }: RebuildOptions,
): NextGeneration {
  const generations = Object.fromEntries(
    processors.map(({ projection, generation }) => [projection.name, generation]),
  );
  const workerData: RebuildInput = { files: { ...files, views: target.path }, generations, epoch };
  const worker = new Worker(entry, { workerData });
  const answers = new EventEmitter();
  let hasTakenOver = false;
  let ended: Promise<void> | undefined;
  const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  const stopWorker = () =>
    (ended ??= (async () => {
      // Stops gracefully: terminating a thread inside SQLite kills the process.
      worker.postMessage(STOP);
      await withDeadline(exited, STOP_TIMEOUT_MS, () => new Error('still at a batch')).catch(
        () => undefined,
      );
      await worker.terminate();
      // A file that was taken over has been renamed, and the next rebuild may use its path already.
      if (hasTakenOver) return;
      for (const part of SQLITE_FILE_SUFFIXES)
        await rm(`${target.path}${part}`, { force: true }).catch(() => undefined);
    })());
  const workerFailure = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Unavailable('The worker that rebuilds views has ended')));
    worker.on('message', (message: WorkerMessage) => {
      if (message.name === 'projected') progress(message.value);
      else if (message.name === 'parked') onParked(message.value);
      else if (message.name === 'erase')
        erase(...message.value).then(() => worker.postMessage('erased'), reject);
      else answers.emit(message.name, message.value);
    });
  });
  workerFailure.catch(() => undefined); // Handled where an answer is awaited.
  if (signal.aborted) void stopWorker();
  else signal.addEventListener('abort', () => void stopWorker(), { once: true });

  /**
   * `message` and `exit` may arrive in the same tick; `message` must win. `once` of node:events
   * would settle later.
   */
  const nextMessage = <Value>(name: WorkerMessage['name']): Promise<Value> =>
    Promise.race([workerFailure, new Promise<Value>((resolve) => answers.once(name, resolve))]);

  return {
    build: () => nextMessage<Position>('reached'),
    async takeOver(_, until) {
      worker.postMessage(until);
      const checkpoint = await nextMessage<Checkpoint>('completed');
      await target.takeOver();
      hasTakenOver = true;
      return { processors, checkpoint };
    },
    end: stopWorker,
  };
}
