import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from '../../acceptance/product/child-process.js';
import { freeze, thaw } from '../../acceptance/product/freeze-process.js';
import { findFreePort } from '../../acceptance/product/product.js';
import { until } from '../../acceptance/product/until.js';

const usualPaths = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

/**
 * Own Redis in a production configuration: every job is synced before it is acknowledged, and
 * nothing is evicted.
 */
export class RedisProcess {
  private process: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {}

  /** @param options command-line options of redis-server */
  static async start(options: readonly string[] = []): Promise<RedisProcess> {
    const redis = new RedisProcess(
      await findFreePort(),
      mkdtempSync(join(tmpdir(), 'redis-')),
      options,
    );
    try {
      await redis.start();
      return redis;
    } catch (error) {
      await redis.dispose();
      throw error;
    }
  }

  /** Creates a server without starting it. */
  static async create(): Promise<RedisProcess> {
    return new RedisProcess(await findFreePort(), mkdtempSync(join(tmpdir(), 'redis-')), []);
  }

  /** Each number is a separate database. */
  url(database = 0): string {
    return `redis://127.0.0.1:${this.port}/${database}`;
  }

  /** Starts again on the same port and data. */
  async start(): Promise<void> {
    const program =
      process.env['REDIS_SERVER'] ?? usualPaths.find((path) => existsSync(path)) ?? 'redis-server';
    const args = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--maxmemory-policy',
      'noeviction',
      ...this.options,
    ];
    const redis = killOnExit(spawn(program, args));
    this.process = redis;
    const append = (chunk: Buffer) => (this.output += chunk.toString());
    redis.stdout.on('data', append);
    redis.stderr.on('data', append);
    const isReady = () => {
      if (redis.exitCode !== null)
        throw new Error(`Redis ended with ${redis.exitCode}:\n${this.output}`);
      return this.isAnswering();
    };
    await until(isReady, { what: () => `Redis to be ready; it said:\n${this.output}` });
  }

  /** Ends it, keeping the data; SIGKILL simulates a crash. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const endingProcess = this.process;
    if (!endingProcess || endingProcess.exitCode !== null || endingProcess.signalCode !== null)
      return;
    endingProcess.kill('SIGCONT');
    endingProcess.kill(signal);
    await once(endingProcess, 'exit');
  }

  /** Stops the process like a hanging machine: connections are accepted without answers. */
  freeze(): Promise<void> {
    return freeze(this.process!.pid!);
  }

  thaw(): void {
    thaw(this.process!.pid!);
  }

  /** Ends it and deletes its data. */
  async dispose(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private isAnswering(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      const report = (isAnswering: boolean) => {
        socket.destroy();
        resolve(isAnswering);
      };
      socket.once('connect', () => socket.write('PING\r\n'));
      socket.once('data', (reply) => report(reply.toString().startsWith('+PONG')));
      socket.once('error', () => report(false));
      socket.once('close', () => resolve(false));
    });
  }
}
