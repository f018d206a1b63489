import { Worker } from 'node:worker_threads';

/** What the thread is told, and where both say how far it is. */
export type Move = { readonly id: number; readonly path: string; readonly state: SharedArrayBuffer };
export const nobody = 0;
export const takenUp = 1;
export const underWay = 2;

/** Whoever waits longer than this for the thread waits for one that has died in the middle. */
const longestMove = 30_000;

/**
 * Written pages of a file go from its write-ahead file to their place on a thread that all files of the process share: it waits
 * for the disk, and who is served does not. A second connection does it there, so a file has to be let go of before it is closed.
 */
export class MovingApart {
  private readonly state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  private readonly moving = new Int32Array(this.state);
  private isLetGo = false;

  constructor(private readonly path: string) {}

  /**
   * Nothing, if it is under way already.
   * @param moved is called once what was written until now has moved, or could not; not after `letGo`
   * @returns false if there is no thread that could do it
   */
  begin(moved: () => void): boolean {
    if (Atomics.load(this.moving, 0) !== nobody) return true;
    thread ??= started();
    if (!thread.runs) return false;
    Atomics.store(this.moving, 0, takenUp);
    thread.move({ path: this.path, state: this.state }, (hasEnded) => {
      if (hasEnded) Atomics.store(this.moving, 0, nobody);
      if (!this.isLetGo) moved();
    });
    return true;
  }

  /** Takes back what has not begun, and waits for what has: afterwards nobody else has the file open. */
  letGo(): void {
    this.isLetGo = true;
    this.wait();
  }

  /** The same for a moment. */
  wait(): void {
    if (Atomics.compareExchange(this.moving, 0, takenUp, nobody) === underWay) Atomics.wait(this.moving, 0, underWay, longestMove);
  }
}

type Thread = { readonly runs: boolean; move(file: Omit<Move, 'id'>, moved: (threadHasEnded: boolean) => void): void };
let thread: Thread | undefined;

/** It does not keep the process alive. Where it cannot run or has ended, files look after themselves. */
function started(): Thread {
  const worker = new Worker(new URL('./checkpoint-thread.js', import.meta.url));
  const waiting = new Map<number, (threadHasEnded: boolean) => void>();
  let ids = 0;
  let runs = true;
  worker.on('message', (id: number) => {
    const moved = waiting.get(id);
    waiting.delete(id);
    moved?.(false);
  });
  worker.on('error', () => undefined); // Its end is heard of below.
  worker.on('exit', () => {
    runs = false;
    for (const moved of waiting.values()) moved(true);
    waiting.clear();
  });
  worker.unref(); // After it is listened to, which would hold the process again.
  return {
    get runs() {
      return runs;
    },
    move(file, moved) {
      waiting.set(++ids, moved);
      worker.postMessage({ id: ids, ...file } satisfies Move);
    },
  };
}
