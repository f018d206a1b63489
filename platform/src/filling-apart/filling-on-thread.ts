import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EventLog } from '../event-log/event-log.js';
import type { KeyStore } from '../key-store/key-store.js';
import type { ReadStore } from '../read-store/read-store.js';
import { unboundGarbage } from '../process/collector.js';
import { Unavailable } from '../unavailable.js';
import { between } from './asking.js';
import type { FilledApart, FillingApart, WantedApart } from './filling-apart.js';
import type { AskedOfThread } from './filling-thread.js';
import { type GivenToThread, askedOfLogAndKeys } from './given-to-thread.js';
import { NoRoom, NoRoomToWrite, causeOf } from './no-room.js';
import { mostHalves, roomApart } from './room-apart.js';

/** Views in a file, filled on a thread of this process into a file beside it. */
export class FillingOnThread implements FillingApart {
  /** So often as there was too little room. */
  private half = 0;
  private lacking: 'usual' | 'toWrite' = 'usual';

  constructor(
    private readonly parts: {
      /** A module that calls `fillOnThisThread`. */
      readonly entry: URL;
      readonly log: EventLog;
      readonly keys: Pick<KeyStore, 'get' | 'destroy'>;
      readonly beside: NonNullable<ReadStore['beside']>;
      /** Megabytes that this process may hold, with the threads. */
      readonly memory: number;
      /** A thread was out of memory; it begins again with less at once. */
      readonly onNoRoom?: (error: Error) => void;
    },
  ) {}

  /** @throws NoRoom if it was out of memory even when it took one event after the other */
  async fill(wanted: WantedApart, signal: AbortSignal): Promise<FilledApart> {
    for (;;) {
      const isLeast = this.half === mostHalves;
      try {
        return await this.tried(wanted, signal);
      } catch (error) {
        if (isLeast || !(error instanceof NoRoom)) throw error;
        this.parts.onNoRoom?.(error);
      }
    }
  }

  private async tried({ generations, epoch, progress }: WantedApart, signal: AbortSignal): Promise<FilledApart> {
    const { entry, log, beside, memory } = this.parts;
    const room = roomApart(memory, this.half, this.lacking);
    const given: GivenToThread = { generations, epoch, path: beside.path, log: await log.identity(), room };
    const boundAgain = unboundGarbage();
    const worker = new Worker(entry, { workerData: given, resourceLimits: room.folding });
    const thread = between<AskedOfThread>(worker, { ...askedOfLogAndKeys(this.parts), progress });
    // Whoever waits for it hears of its end; an error of one that is being ended is nobody's.
    worker.on('error', () => undefined);
    const ended = new AbortController();
    const died = Promise.race([
      once(worker, 'exit', { signal: ended.signal }).then(
        () => Promise.reject(new Unavailable('The thread that fills views has ended')),
        (error: Error) => Promise.reject(causeOf(error)),
      ),
      once(signal, 'abort', { signal: ended.signal }).then(() => Promise.reject(new Unavailable('Views are not filled any more'))),
    ]);
    died.catch(() => undefined);
    const unlessDead = <Result>(answer: Promise<Result>): Promise<Result> =>
      Promise.race([answer, died]).catch((error: unknown) => {
        throw error instanceof NoRoom ? this.halved(error) : error;
      });
    const end = async () => {
      ended.abort();
      boundAgain();
      await worker.terminate();
    };
    try {
      if (signal.aborted) throw new Unavailable('Views are not filled any more');
      await unlessDead(thread.fill());
      return {
        takeOver: async (position) => {
          const checkpoint = await unlessDead(thread.finish(position));
          beside.takeOver();
          return checkpoint;
        },
        end,
      };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** The next time there is less at once, and more of it for whoever writes if it was they. Says it as whoever runs the process is to be told. */
  private halved(error: NoRoom): NoRoom {
    const who = error instanceof NoRoomToWrite ? 'writes' : 'folds';
    const within = `within the ${this.parts.memory} MB that this process may hold (MEMORY_MEGABYTES, or the limit of its container)`;
    if (this.half === mostHalves) return new NoRoom(`Views cannot be filled ${within}, not even event by event: give it more`);
    this.half++;
    if (error instanceof NoRoomToWrite) this.lacking = 'toWrite';
    return new NoRoom(`The thread that ${who} views was out of memory ${within}: they are filled anew, with half as much at once`);
  }
}
