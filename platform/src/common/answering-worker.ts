import {
  type MessagePort,
  type ResourceLimits,
  Worker,
  type WorkerOptions,
  parentPort,
} from 'node:worker_threads';
import { withDeadline } from './deadline.js';
import { errorName } from './error-name.js';
import { lowerThreadPriority } from './thread-priority.js';
import { Unavailable } from './unavailable.js';

type Question<Input> = { readonly id: number; readonly input: Input };
type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  /** Class of an error; its message may quote personal data. */
  | { readonly id: number; readonly errorName: string };
const READY = 'ready';
const END = 'end';

/** Time that a thread has for its last answers. */
const END_TIMEOUT_MS = 10_000;
/** Time without questions after which the thread ends, to free its memory. */
const IDLE_MS = 60_000;

type Waiting<Answer> = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
};

/** Worker thread that answers questions, several at once. It is started on demand. */
export class AnsweringWorker<Input, Answer> {
  /** Options of Node for the thread, if its entry is a source file. */
  execArgv: readonly string[] = process.execArgv;
  /** Limits of the thread, so that a question that needs more memory ends only the thread. */
  resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 1_024 };
  private thread: AnsweringThread<Input, Answer> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param entry module that calls `answerInThisThread`, which gets the input as `workerData`
   * @param onTrouble called with an error that ended the thread
   */
  constructor(
    private readonly entry: () => URL,
    private readonly input: object,
    private readonly onTrouble: (error: unknown) => void = () => undefined,
  ) {}

  /** Starts the thread, if there is none. Returns whether it can answer already. */
  start(): boolean {
    if (this.isClosed) return false;
    this.thread ??= new AnsweringThread(
      this.entry(),
      {
        workerData: this.input,
        execArgv: [...this.execArgv],
        resourceLimits: this.resourceLimits,
      },
      (ended, error) => {
        if (this.thread === ended) this.thread = undefined;
        if (error !== undefined) this.onTrouble(error);
      },
    );
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
    return this.thread.isReady;
  }

  /** @throws Unavailable if the thread fails or cannot answer */
  async ask(input: Input): Promise<Answer> {
    this.start();
    if (!this.thread) throw new Unavailable('No worker thread answers any more');
    return this.thread.ask(input);
  }

  /** Ends the thread, and starts no other. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.end();
  }

  /** Ends the thread after it has answered all questions. */
  async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { thread } = this;
    this.thread = undefined;
    await thread?.end();
  }
}

class AnsweringThread<Input, Answer> {
  isReady = false;
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private readonly exited: Promise<void>;
  private lastId = 0;

  constructor(
    entry: URL,
    options: WorkerOptions,
    onEnd: (thread: AnsweringThread<Input, Answer>, error: unknown) => void,
  ) {
    this.worker = new Worker(entry, options);
    this.worker.unref();
    this.worker.on('message', (message: Reply<Answer> | typeof READY) => this.receive(message));
    this.exited = new Promise((resolve) => {
      const end = (cause?: unknown) => {
        onEnd(this, cause);
        for (const { reject } of this.waiting.values())
          reject(new Unavailable('A worker thread has ended', { cause }));
        this.waiting.clear();
      };
      this.worker.once('error', end).once('exit', () => (end(), resolve()));
    });
  }

  ask(input: Input): Promise<Answer> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, input } satisfies Question<Input>);
    });
  }

  end(): Promise<void> {
    this.worker.ref(); // A process that closes waits for its threads.
    // Not terminated: ending a thread inside SQLite kills the process.
    this.worker.postMessage(END);
    const createTimeoutError = () => new Unavailable('A worker thread did not end in time');
    return withDeadline(this.exited, END_TIMEOUT_MS, createTimeoutError).catch(() =>
      this.worker.unref(),
    );
  }

  private receive(message: Reply<Answer> | typeof READY): void {
    if (message === READY) {
      this.isReady = true;
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('answer' in message) waiting?.resolve(message.answer);
    else waiting?.reject(new Unavailable(`A worker thread failed: ${message.errorName}`));
  }
}

/** Whether a thread ended because a question needed too much memory. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Unavailable &&
  (error.cause as { readonly code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Answers questions in a worker thread until `AnsweringWorker` ends it.
 * @param close frees what the answers are made from
 */
export function answerInThisThread<Input, Answer>(
  answer: (input: Input) => Promise<Answer>,
  close: () => Promise<void>,
): void {
  lowerThreadPriority();
  const port = parentPort as MessagePort;
  const send = (reply: Reply<Answer> | typeof READY) => port.postMessage(reply);
  const pending = new Set<Promise<void>>();
  port.on('message', (message: Question<Input> | typeof END) => {
    if (message === END) {
      void Promise.all(pending)
        .then(close)
        .finally(() => port.close());
      return;
    }
    const { id, input } = message;
    const answered = answer(input)
      .then(
        (found) => send({ id, answer: found }),
        (error: unknown) => send({ id, errorName: errorName(error) }),
      )
      .finally(() => pending.delete(answered));
    pending.add(answered);
  });
  send(READY);
}
