import { once } from 'node:events';
import { type MessagePort, Worker, parentPort, workerData } from 'node:worker_threads';
import type { Pace } from './pace.js';
import { lowerThreadPriority } from './thread-priority.js';
import { Unavailable } from './unavailable.js';

/** Messages of a worker. After `pause` the worker waits for `CONTINUE` or `STOP`. */
type WorkerMessage<Result> =
  | { readonly name: 'pause'; readonly milliseconds: number }
  | { readonly name: 'done'; readonly result: Result };
const CONTINUE = 'go on';
const STOP = 'stop';
/** Shortest work between two messages, because the main thread has to handle each message. */
const MIN_WORK_MS = 5;

class Stopped extends Error {}

/** Worker thread that pauses between batches. The main thread decides how long. */
export class PacedWorker<Input, Result> {
  /** Options of Node for the thread, if its entry is a source file. */
  execArgv: readonly string[] = process.execArgv;

  /** @param entry module that calls `workInThisThread` */
  constructor(private readonly entry: () => URL) {}

  /**
   * Runs the work in a new thread. An error that `pace` throws stops the thread and is rethrown.
   * @throws Unavailable if the thread fails
   */
  run(input: Input, pace: Pace): Promise<Result> {
    const options = { workerData: input, execArgv: [...this.execArgv] };
    const worker = new Worker(this.entry(), options);
    let done: { readonly result: Result } | undefined;
    let failure: { readonly error: unknown } | undefined;
    worker.on('message', (message: WorkerMessage<Result>) => {
      if (message.name === 'done') {
        done = message;
        return;
      }
      pace(message.milliseconds).then(
        () => worker.postMessage(CONTINUE),
        (error: unknown) => {
          failure = { error };
          // Not terminated: ending a thread inside SQLite kills the process.
          worker.postMessage(STOP);
        },
      );
    });
    return new Promise<Result>((resolve, reject) => {
      worker.once('error', (cause) => reject(new Unavailable('A worker thread failed', { cause })));
      worker.once('exit', () => {
        if (done) resolve(done.result);
        else reject((failure?.error as Error) ?? new Unavailable('A worker thread has ended'));
      });
    });
  }
}

/** Does the work of a worker thread, with the input that `PacedWorker` was given. */
export async function workInThisThread<Input, Result>(
  work: (input: Input, pace: Pace) => Promise<Result>,
): Promise<void> {
  lowerThreadPriority();
  const port = parentPort as MessagePort;
  const send = (message: WorkerMessage<Result>) => port.postMessage(message);
  let workedMs = 0;
  const pace: Pace = async (milliseconds) => {
    workedMs += milliseconds;
    if (workedMs < MIN_WORK_MS) return;
    send({ name: 'pause', milliseconds: workedMs });
    workedMs = 0;
    const [answer] = (await once(port, 'message')) as [answer: string];
    if (answer === STOP) throw new Stopped();
  };
  try {
    send({ name: 'done', result: await work(workerData as Input, pace) });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    port.close();
  }
}
