import { EventEmitter } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Position } from '../../event-log/event-log.js';
import type { BatchResult, ProjectionProcessor } from '../projections/projection-processor.js';
import type { ProjectionPorts } from '../projections/projector.js';
import type { NextGeneration, RebuildOptions } from '../projections/rebuild.js';
import type { Checkpoint, ReadStore } from '../read-store/read-store.js';
import { fileEnds } from '../read-store/read-store-on-sqlite.js';
import { withDeadline } from '../../common/deadline.js';
import { Unavailable } from '../../common/unavailable.js';

/** The files that the worker reads, and the one that it makes. */
export type RebuildFiles = { readonly log: string; readonly keys: string; readonly views: string };
export type RebuildInput = Pick<RebuildOptions, 'epoch'> & {
  readonly files: RebuildFiles;
  /** By projection. */
  readonly generations: Readonly<Record<string, number>>;
};
/** Messages of the worker, which waits for an answer to `erase` and `reached`. */
export type FromWorker =
  | { readonly name: 'projected'; readonly value: number }
  | { readonly name: 'parked'; readonly value: BatchResult['parked'] }
  | { readonly name: 'erase'; readonly value: Parameters<ProjectionPorts['erase']> }
  | { readonly name: 'reached'; readonly value: Position }
  | { readonly name: 'made'; readonly value: Checkpoint };

/** Message that stops a worker. */
export const end = 'end';
/** How long it is waited for, in milliseconds. */
const longestBatch = 10_000;

type Parts = {
  /** A module that calls `rebuildInThisWorker`. */
  readonly entry: URL;
  readonly files: Omit<RebuildFiles, 'views'>;
  readonly erase: ProjectionPorts['erase'];
  readonly beside: NonNullable<ReadStore['beside']>;
};

/**
 * Views in a file, rebuilt by a worker thread into a file beside it, which takes its place. What
 * was made when the worker ends is thrown away.
 */
export function rebuildInWorker(
  { entry, files, erase, beside }: Parts,
  processors: readonly ProjectionProcessor[],
  { epoch, signal, progress, onParked }: RebuildOptions,
): NextGeneration {
  const generations = Object.fromEntries(
    processors.map(({ projection, generation }) => [projection.name, generation]),
  );
  const workerData: RebuildInput = { files: { ...files, views: beside.path }, generations, epoch };
  const worker = new Worker(entry, { workerData });
  const answers = new EventEmitter();
  let hasTakenOver = false;
  let ended: Promise<void> | undefined;
  const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  const endWorker = () =>
    (ended ??= (async () => {
      // Let it end by itself: a thread that is stopped while SQLite answers takes the whole process
      // with it.
      worker.postMessage(end);
      await withDeadline(exited, longestBatch, () => new Error('still at a batch')).catch(
        () => undefined,
      );
      await worker.terminate();
      // A generation that took over has been renamed, and the next may already use this path. Files
      // that cannot be removed now are removed when the next rebuild begins.
      if (hasTakenOver) return;
      for (const part of fileEnds)
        await rm(`${beside.path}${part}`, { force: true }).catch(() => undefined);
    })());
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Unavailable('The worker that rebuilds views has ended')));
    worker.on('message', (message: FromWorker) => {
      if (message.name === 'projected') progress(message.value);
      else if (message.name === 'parked') onParked(message.value);
      else if (message.name === 'erase')
        erase(...message.value).then(() => worker.postMessage('erased'), reject);
      else answers.emit(message.name, message.value);
    });
  });
  failed.catch(() => undefined); // Awaited together with an answer.
  if (signal.aborted) void endWorker();
  else signal.addEventListener('abort', () => void endWorker(), { once: true });

  /**
   * A worker ends with its last word, which may be heard in one turn with its end: of the two, the
   * word comes first. (`once` of node:events would settle later.)
   */
  const next = <Value>(name: FromWorker['name']): Promise<Value> =>
    Promise.race([failed, new Promise<Value>((resolve) => answers.once(name, resolve))]);

  return {
    build: () => next<Position>('reached'),
    async takeOver(_, until) {
      worker.postMessage(until);
      const checkpoint = await next<Checkpoint>('made');
      beside.takeOver();
      hasTakenOver = true;
      return { processors, checkpoint };
    },
    end: endWorker,
  };
}
