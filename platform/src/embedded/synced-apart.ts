import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Waits until what was written through that handle, or any other of the file, is on the disk. */
export type Sync = (handle: number) => Promise<void>;

/** On a thread of the runtime's, so that who is served does not wait for the disk. */
export const syncOnThread: Sync = promisify(fdatasync);

/** Of a file whose commits do not wait for the disk: what waits for it in their place. Locks are on the file itself, not on what is written ahead. */
export class SyncedApart {
  private handle: number | undefined;
  private underWay = 0;
  private isLetGo = false;

  constructor(
    private readonly path: string,
    private readonly sync: Sync,
  ) {}

  /** Resolves when all that was committed until now is on the disk. */
  async later(): Promise<void> {
    this.underWay++;
    try {
      await this.sync(this.opened());
    } finally {
      this.underWay--;
      this.closeIfDone();
    }
  }

  /** The same at once. */
  now(): void {
    fdatasyncSync(this.opened());
  }

  letGo(): void {
    this.isLetGo = true;
    this.closeIfDone();
  }

  private opened(): number {
    return (this.handle ??= openSync(this.path, 'r+'));
  }

  private closeIfDone(): void {
    if (!this.isLetGo || this.underWay > 0 || this.handle === undefined) return;
    closeSync(this.handle);
    this.handle = undefined;
  }
}
