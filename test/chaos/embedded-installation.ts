import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readEventsIn } from '../faults/log-checks.js';
import { deleteViews, readViews } from '../faults/views-on-sqlite.js';
import type { StoredState, Fault, Installation, Jobs } from './installation.js';
import { ExternalServices } from './external-services.js';
import { processFaults } from './process-faults.js';
import { ControlledProcess } from './controlled-process.js';

const DISK_MEGABYTES = 200;
const LONG_FREEZE_MS = 11_000;

/**
 * Everything in one process, on files, on a small disk that can be filled, if the machine allows
 * one.
 */
export class EmbeddedInstallation implements Installation {
  readonly name = 'embedded';
  readonly faults: readonly Fault[];

  private constructor(
    private readonly process: ControlledProcess,
    private readonly external: ExternalServices,
    private readonly folder: string,
    readonly hasSmallDisk: boolean,
    isLong: boolean,
  ) {
    this.faults = [
      ...processFaults(() => process),
      ...external.faults,
      ...(isLong ? [longFreeze(process)] : []),
      ...(hasSmallDisk ? [this.fullDisk()] : []),
    ];
  }

  static async start({ isLong }: { readonly isLong: boolean }): Promise<EmbeddedInstallation> {
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-chaos-'));
    const hasSmallDisk = mountSmallDisk(folder);
    const externalServices = await ExternalServices.start();
    try {
      const running = await ControlledProcess.start(
        'product',
        'backend/src/all-in-one',
        join(folder, 'data'),
        externalServices.env,
      );
      return new EmbeddedInstallation(running, externalServices, folder, hasSmallDisk, isLong);
    } catch (error) {
      await externalServices.stop();
      removeFolder(folder, hasSmallDisk);
      throw error;
    }
  }

  get product() {
    return this.external.productAt(this.process.product.url);
  }

  get addresses() {
    return [this.process.product.url];
  }

  get files() {
    return new FileStoreInFolder(join(this.process.product.dataDir, 'files'), { shared: true });
  }

  async recover(): Promise<void> {
    this.external.recover();
    if (!this.process.isAlive) await this.process.restart();
    this.process.thaw();
    this.process.armFailpoints('');
  }

  async readJobs(): Promise<Jobs> {
    return (await this.readHealth()).jobs;
  }

  async countParked(): Promise<number> {
    return (await this.readHealth()).views.parked;
  }

  async readStoredState(): Promise<StoredState> {
    const { product } = this.process;
    const { dataDir } = product;
    await product.end();
    const events = await readEventsIn(dataDir);
    const views = readViews(dataDir);
    deleteViews(dataDir);
    await product.start();
    await product.end();
    const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
    return { events, keys, views, rebuiltViews: readViews(dataDir), close: () => keys.close() };
  }

  output(): string {
    return this.process.product.output;
  }

  async dispose(): Promise<void> {
    await this.process.dispose();
    await this.external.stop();
    removeFolder(this.folder, this.hasSmallDisk);
  }

  private async readHealth() {
    const answer = await fetch(`${this.product.url}/readyz`);
    return (await answer.json()) as { views: { parked: number }; jobs: Jobs };
  }

  private fullDisk(): Fault {
    return {
      kind: 'full disk',
      weight: 4,
      run: async (random) => {
        const ballast = join(this.folder, 'ballast');
        const milliseconds = random.integer(400, 1_500);
        fillDisk(ballast);
        await wait(milliseconds);
        rmSync(ballast);
        return `for ${milliseconds} ms`;
      },
    };
  }
}

/** Fills the disk completely, while others write. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const pieceBytes of [1_000_000, 4_096])
      for (const bytes = Buffer.alloc(pieceBytes); writeUnlessFull(file, bytes););
  } finally {
    closeSync(file);
  }
}

function writeUnlessFull(file: number, bytes: Uint8Array): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** Freezes the process beyond its lease, which no other process takes. */
const longFreeze = (running: ControlledProcess): Fault => ({
  kind: 'SIGSTOP longer than a lease',
  weight: 1,
  atLeastOnce: true,
  async run() {
    await running.freeze();
    await wait(LONG_FREEZE_MS);
    running.thaw();
    return running.name;
  },
});

/**
 * Detaches the disk without waiting until it is unused (`-l`), because the SQLite library closes a
 * file only when its statements are garbage collected.
 */
function removeFolder(folder: string, isMounted: boolean): void {
  if (isMounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
