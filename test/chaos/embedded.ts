import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { eventsIn } from '../faults/log.js';
import { deleteViews, viewsIn } from '../faults/views.js';
import type { Evidence, Fault, Installation, Jobs } from './installation.js';
import { Outside } from './outside.js';
import { processFaults } from './process-faults.js';
import { Running } from './running.js';

const megabytes = 200;
const leaseAndMore = 11_000;

/** Everything in one process, on files; on a disk so small that it can be filled, where this machine lets us make one. */
export class EmbeddedInstallation implements Installation {
  readonly name = 'embedded';
  readonly faults: readonly Fault[];

  private constructor(
    private readonly running: Running,
    private readonly outside: Outside,
    private readonly folder: string,
    readonly hasSmallDisk: boolean,
    isLong: boolean,
  ) {
    this.faults = [
      ...processFaults(() => running),
      ...outside.faults,
      ...(isLong ? [longFreeze(running)] : []),
      ...(hasSmallDisk ? [this.fullDisk()] : []),
    ];
  }

  static async start({ isLong }: { readonly isLong: boolean }): Promise<EmbeddedInstallation> {
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-chaos-'));
    const hasSmallDisk = mount(folder);
    const outside = await Outside.start();
    try {
      const running = await Running.start('product', 'backend/src/all-in-one', join(folder, 'data'), outside.env);
      return new EmbeddedInstallation(running, outside, folder, hasSmallDisk, isLong);
    } catch (error) {
      await outside.stop();
      give(folder, hasSmallDisk);
      throw error;
    }
  }

  get product() {
    return this.outside.peopleAt(this.running.product.url);
  }

  get addresses() {
    return [this.running.product.url];
  }

  get files() {
    return new FileStoreInFolder(join(this.running.product.dataDir, 'files'), { shared: true });
  }

  async recovered(): Promise<void> {
    this.outside.recovered();
    if (!this.running.isAlive) await this.running.begin();
    this.running.thaw();
    this.running.arm('');
  }

  async jobs(): Promise<Jobs> {
    return (await this.health()).jobs;
  }

  async parked(): Promise<number> {
    return (await this.health()).views.parked;
  }

  async evidence(): Promise<Evidence> {
    const { product } = this.running;
    const { dataDir } = product;
    await product.end();
    const events = await eventsIn(dataDir);
    const views = viewsIn(dataDir);
    deleteViews(dataDir);
    await product.start();
    await product.end();
    const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
    return { events, keys, views, rebuilt: viewsIn(dataDir), close: () => keys.close() };
  }

  said(): string {
    return this.running.product.output;
  }

  async dispose(): Promise<void> {
    await this.running.dispose();
    await this.outside.stop();
    give(this.folder, this.hasSmallDisk);
  }

  private async health() {
    const answer = await fetch(`${this.product.url}/readyz`);
    return (await answer.json()) as { views: { parked: number }; jobs: Jobs };
  }

  private fullDisk(): Fault {
    return {
      kind: 'full disk',
      weight: 4,
      run: async (chance) => {
        const ballast = join(this.folder, 'ballast');
        const milliseconds = chance.between(400, 1_500);
        fill(ballast);
        await later(milliseconds);
        rmSync(ballast);
        return `for ${milliseconds} ms`;
      },
    };
  }
}

/** Until nothing more goes in: others write meanwhile. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of [1_000_000, 4_096]) for (const bytes = Buffer.alloc(piece); writeOrFull(file, bytes););
  } finally {
    closeSync(file);
  }
}

function writeOrFull(file: number, bytes: Uint8Array): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** The process comes back to a lease that no other process could take. */
const longFreeze = (running: Running): Fault => ({
  kind: 'SIGSTOP longer than a lease',
  weight: 1,
  once: true,
  async run() {
    await running.freeze();
    await later(leaseAndMore);
    running.thaw();
    return running.name;
  },
});

/** The library gives a closed file back only when its statements are garbage, so a disk is not waited for. */
function give(folder: string, isMounted: boolean): void {
  if (isMounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
