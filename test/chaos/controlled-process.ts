import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../acceptance/product/child-process.js';
import { freeze, thaw } from '../acceptance/product/freeze-process.js';
import { Product, type Program } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';

/** Process of the product that a test can kill, freeze, and arm with failpoints. */
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

  /** Arms failpoints until they are replaced or the process restarts. */
  armFailpoints(failpoints: string): void {
    writeFileSync(join(this.folder, 'failpoints'), failpoints);
    if (this.isAlive) process.kill(this.product.pid!, 'SIGUSR2');
  }

  /**
   * Arms failpoints; later requests all meet them. Waits for two answers, because a process may
   * read a request before an earlier signal. The first shows that the signal has arrived, the
   * second that the file of failpoints is read.
   */
  async armAndWait(failpoints: string): Promise<void> {
    this.armFailpoints(failpoints);
    for (let times = 0; times < 2; times++) await fetch(`${this.product.url}/healthz`);
  }

  /**
   * Disarms all failpoints.
   * @returns whether the process is still alive
   */
  disarm(): Promise<boolean> {
    return this.armAndWait('').then(
      () => true,
      () => false,
    );
  }

  async kill(): Promise<void> {
    await this.product.end('SIGKILL');
  }

  /** Restarts without failpoints. */
  async restart(): Promise<void> {
    this.armFailpoints('');
    await this.product.start();
  }

  freeze(): Promise<void> {
    return freeze(this.product.pid!);
  }

  thaw(): void {
    thaw(this.product.pid!);
  }

  /** Whether the process ends within the time, as it does by a failpoint. */
  exitsWithin(withinMs: number): Promise<boolean> {
    return until(() => !this.isAlive, { withinMs }).then(
      () => true,
      () => false,
    );
  }

  async dispose(): Promise<void> {
    await this.product.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
