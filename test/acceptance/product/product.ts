import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from './child-process.js';
import { findServersOfRun } from './servers-of-run.js';
import { until } from './until.js';
import { withoutLimits } from './without-limits.js';

/** Message of the dev inbox. */
export type InboxMessage = {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly at: string;
};

/** Modules that inject the failures named by the environment into a process. */
const faultInjection = ['register-typescript.mjs', 'arm-failpoints.ts'].map((module) =>
  join(import.meta.dirname, '../../../platform/src/testing', module),
);

/** Everything in one process, or one kind of process, which needs shared servers. */
export type Program =
  'backend/src/all-in-one' | `${'backend' | 'projections' | 'workers'}/src/main`;
type StartOptions = {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: Program;
  /** Folder of another built checkout; default is this one. */
  readonly checkout?: string | undefined;
};

/** The built product in its own process, with its own port and data. */
export class Product {
  private process: ChildProcess | undefined;
  private written = '';

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly program: Program,
    private readonly checkout: string | undefined,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Everything written to the terminal. */
  get output(): string {
    return this.written;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Starts on fresh data, or on another product's `dataDir`, and waits until it is ready. */
  static async start(options: StartOptions = {}): Promise<Product> {
    const product = await Product.create(options);
    await product.start();
    return product;
  }

  /** Product that is not started yet. */
  static async create({
    dataDir = mkdtempSync(join(tmpdir(), 'fieldtrace-')),
    env = {},
    program = 'backend/src/all-in-one',
    checkout,
  }: StartOptions): Promise<Product> {
    return new Product(
      await findFreePort(),
      dataDir,
      { ...(await findServersOfRun()), ...withoutLimits, ...env },
      program,
      checkout,
    );
  }

  /** Starts again on the same port and data; resolves when ready and caught up. */
  async start(): Promise<void> {
    await this.spawnUntil(async () => {
      const { ok, body } = await this.readReadiness();
      return ok && body.views?.role !== 'catching up';
    });
  }

  /** Starts again; resolves when it listens. */
  async startListening(): Promise<void> {
    await this.spawnUntil(async () => (await fetch(`${this.url}/healthz`)).ok);
  }

  async readReadiness() {
    const response = await fetch(`${this.url}/readyz`);
    return {
      ok: response.ok,
      body: (await response.json()) as {
        readonly views?: { readonly role: string; readonly rebuilt?: number };
      },
    };
  }

  private async spawnUntil(isReady: () => Promise<boolean>): Promise<void> {
    const failpointOptions =
      'FAILPOINTS' in this.env ? faultInjection.flatMap((module) => ['--import', module]) : [];
    const program = spawn(process.execPath, [...failpointOptions, `dist/${this.program}.js`], {
      cwd: this.checkout,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_OPTIONS: '',
        LOG_LEVEL: 'error',
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = killOnExit(program);
    const append = (chunk: Buffer) => (this.written += chunk.toString());
    program.stdout.on('data', append);
    program.stderr.on('data', append);
    try {
      await until(
        async () => {
          if (program.exitCode !== null)
            throw new Error(`The product ended with ${program.exitCode}:\n${this.written}`);
          return isReady().catch(() => false);
        },
        { withinMs: 180_000, what: () => `the product to be ready; it said:\n${this.written}` },
      );
    } catch (error) {
      await this.end('SIGKILL'); // A caller whose start failed has nothing to end.
      throw error;
    }
  }

  /**
   * Ends the process, keeping the data; SIGKILL simulates a crash.
   * @returns exit code; null after a signal
   */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  async restart(signal?: NodeJS.Signals): Promise<void> {
    await this.end(signal);
    await this.start();
  }

  /** Ends the process and deletes its data. */
  async dispose(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async readInbox(): Promise<readonly InboxMessage[]> {
    return (await (await fetch(`${this.url}/dev/inbox.json`)).json()) as InboxMessage[];
  }

  /** Waits for a code to a number that is newer than `formerCode`. */
  async waitForCode(phone: string, formerCode?: string): Promise<string> {
    return until(
      async () => {
        const code = await this.readNewestCode(phone);
        return code !== formerCode ? code : undefined;
      },
      { what: () => `a code for ${phone}` },
    );
  }

  async readNewestCode(phone: string): Promise<string | undefined> {
    return (await this.readInbox()).find(({ to, code }) => to === phone && code !== undefined)
      ?.code;
  }
}

/**
 * Free port below the range of outgoing connections, which could otherwise take it before the
 * server starts.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = 20_000 + randomInt(12_000);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
