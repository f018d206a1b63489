import { type Fieldtrace, compose } from '#backend/composition.js';
import { demoClock } from '#backend/demo/demo-clock.js';
import { readConfig } from '#platform/config.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsOfRun } from './parts.js';
import type { Product } from './person.js';
import { until } from './until.js';

/** All of the product within the spec, on data of its own and with a clock that the spec can move on. */
export class InProcess implements Product {
  private ahead = 0;
  private running!: Fieldtrace;
  url = '';

  private constructor(private readonly dataDir: string) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<InProcess> {
    const product = new InProcess(mkdtempSync(join(tmpdir(), 'fieldtrace-')));
    const config = readConfig({ PORT: '0', DATA_DIR: product.dataDir, LOG_LEVEL: 'error', ...(await partsOfRun()), ...env });
    const clock = { ...demoClock, now: () => new Date(Date.parse(demoClock.now()) + product.ahead).toISOString() };
    product.running = await compose(config, { clock, print: () => {}, webApp: join(product.dataDir, 'no-web-app') });
    await product.running.app.listen(0, '127.0.0.1');
    product.url = await product.running.app.getUrl();
    return product;
  }

  get parts() {
    return this.running.parts;
  }

  /** Milliseconds pass at once. */
  passes(milliseconds: number): void {
    this.ahead += milliseconds;
  }

  async newestCodeFor(phone: string): Promise<string | undefined> {
    return (await this.parts.devInbox!.newestFirst()).find(({ to, code }) => to === phone && code !== undefined)?.code;
  }

  codeFor(phone: string, before?: string): Promise<string> {
    const another = async () => {
      const code = await this.newestCodeFor(phone);
      return code === before ? undefined : code;
    };
    return until(another, { what: () => `a code for ${phone}` });
  }

  async dispose(): Promise<void> {
    await this.running.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

export const seconds = (count: number) => count * 1_000;
export const minutes = (count: number) => seconds(60 * count);
export const days = (count: number) => minutes(24 * 60 * count);
