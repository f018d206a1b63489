import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './waiting.js';

/** From the project's folder, as npm runs it. */
const entry = 'dist/backend/src/all-in-one.js';

type Options = { readonly dataDir?: string; readonly port?: number; readonly env?: Readonly<Record<string, string>> };

/**
 * The product as people run it: what was built, as a process of its own, on a port and a data folder of its own. It can be
 * killed and started again on the same data, at the same address.
 */
export class Product {
  private process: ChildProcess | undefined;
  private printed = '';

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly isOwnFolder: boolean,
  ) {}

  /** Started and ready. */
  static async start(options: Options = {}): Promise<Product> {
    const product = await Product.launch(options);
    await product.ready();
    return product;
  }

  /** Started, ready or not: for those that are meant to fail. */
  static async launch({ dataDir, port, env = {} }: Options = {}): Promise<Product> {
    const product = new Product(dataDir ?? mkdtempSync(join(tmpdir(), 'fieldtrace-')), port ?? (await freePort()), env, dataDir === undefined);
    product.spawn();
    return product;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All that it has printed, of every start. */
  get output(): string {
    return this.printed;
  }

  get pid(): number {
    return this.process!.pid!;
  }

  get isRunning(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Again, on the same data, at the same address. */
  async restart(): Promise<void> {
    this.spawn();
    await this.ready();
  }

  async ready(milliseconds = 60_000): Promise<void> {
    await until(
      `the product is ready\n${this.printed}`,
      async () => {
        if (!this.isRunning) throw new Stopped(`It has stopped by itself:\n${this.printed}`);
        return (await fetch(`${this.address}/readyz`)).status === 200;
      },
      { milliseconds, giveUpOn: Stopped },
    );
  }

  /** As when the power goes. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Resolves with the exit code when it has ended by itself. */
  async ended(): Promise<number | null> {
    await until('the product ends', () => !this.isRunning, { milliseconds: 60_000 });
    return this.process!.exitCode;
  }

  /** Stopped, and its folder gone if it was its own. */
  async dispose(): Promise<void> {
    await this.end('SIGKILL');
    if (this.isOwnFolder) rmSync(this.dataDir, { recursive: true, force: true });
  }

  private spawn(): void {
    const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
    const child = spawn(process.execPath, [entry], {
      env: { ...inherited, PORT: String(this.port), DATA_DIR: this.dataDir, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    this.process = child;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    this.process!.kill(signal);
    await until(`the product ends on ${signal}`, () => !this.isRunning, { milliseconds: 20_000, every: 5 });
  }
}

class Stopped extends Error {}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
