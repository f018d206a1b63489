import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../acceptance/product/child-process.js';
import { freeze, thaw } from '../acceptance/product/freeze-process.js';
import { Product, type Program } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';

/** A process of the product that a test can kill, freeze, and make fail at a failpoint. */
export class ControlledProcess {
  private readonly folder: string;

  private constructor(
    readonly name: string,
    readonly product: Product,
    folder: string,
  ) {
    this.folder = folder;
  }

  static async start(
    name: string,
    program: Program,
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ControlledProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-failpoints-'));
    const failpoints = join(folder, 'failpoints');
    writeFileSync(failpoints, '');
    try {
      return new ControlledProcess(
        name,
        await Product.start({ program, dataDir, env: { ...env, FAILPOINTS: failpoints } }),
        folder,
      );
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get isAlive(): boolean {
    const { pid } = this.product;
    return pid !== undefined && isRunning(pid);
  }

  /** From now on, until it is armed with something else or begins again. */
  arm(words: string): void {
    writeFileSync(join(this.folder, 'failpoints'), words);
    if (this.isAlive) process.kill(this.product.pid!, 'SIGUSR2');
  }

  /**
   * Arms failpoints, and returns once every later request meets them. A waiting process may read a
   * request before a signal that was sent earlier. Its first answer means that the signal has
   * arrived, its second that the words are read.
   */
  async armAndWait(words: string): Promise<void> {
    this.arm(words);
    for (let times = 0; times < 2; times++) await fetch(`${this.product.url}/healthz`);
  }

  /** Disarms all failpoints. Resolves with whether the process is still alive. */
  disarm(): Promise<boolean> {
    return this.armAndWait('').then(
      () => true,
      () => false,
    );
  }

  async kill(): Promise<void> {
    await this.product.end('SIGKILL');
  }

  /** Again, armed with nothing. */
  async restart(): Promise<void> {
    this.arm('');
    await this.product.start();
  }

  freeze(): Promise<void> {
    return freeze(this.product.pid!);
  }

  thaw(): void {
    thaw(this.product.pid!);
  }

  /** Whether a failpoint has ended it within so many milliseconds. */
  exitsWithin(within: number): Promise<boolean> {
    return until(() => !this.isAlive, { within }).then(
      () => true,
      () => false,
    );
  }

  async dispose(): Promise<void> {
    await this.product.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
