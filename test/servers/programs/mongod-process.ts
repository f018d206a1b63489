import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { killOnExit } from '../../acceptance/product/child-process.js';
import { freeze, thaw } from '../../acceptance/product/freeze-process.js';
import { findFreePort } from '../../acceptance/product/product.js';
import { until } from '../../acceptance/product/until.js';
import { findOrInstallMongod } from '../../mongod.mjs';

/** Real MongoDB as a replica set of one that can be frozen, killed and restarted with its data. */
export class MongodProcess {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mongod-'));
  private process: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    readonly port: number,
  ) {}

  static async start(): Promise<MongodProcess> {
    const mongod = new MongodProcess(await findOrInstallMongod(), await findFreePort());
    try {
      await mongod.start();
      return mongod;
    } catch (error) {
      await mongod.remove();
      throw error;
    }
  }

  urlOf(database: string): string {
    return `mongodb://127.0.0.1:${this.port}/${database}?replicaSet=rs0`;
  }

  private get pid(): number {
    return this.process!.pid!;
  }

  /** Starts on the same port and data. */
  startWithoutWaiting(): void {
    const args = [
      '--replSet',
      'rs0',
      '--dbpath',
      this.folder,
      '--port',
      String(this.port),
      '--bind_ip',
      '127.0.0.1',
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--quiet',
    ];
    this.process = killOnExit(spawn(this.program, args, { stdio: 'ignore' }));
  }

  /** Starts and waits until it accepts writes. */
  async start(): Promise<void> {
    this.startWithoutWaiting();
    const client = new MongoClient(`mongodb://127.0.0.1:${this.port}/?directConnection=true`, {
      serverSelectionTimeoutMS: 30_000,
    });
    try {
      const admin = client.db('admin');
      await admin.command({ ping: 1 });
      const members = [{ _id: 0, host: `127.0.0.1:${this.port}` }];
      // A replica set may have been initiated before the server was killed.
      await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch(() => undefined);
      await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true, {
        withinMs: 30_000,
        what: () => 'a primary',
      });
    } finally {
      await client.close();
    }
  }

  freeze(): Promise<void> {
    return freeze(this.pid);
  }

  thaw(): void {
    thaw(this.pid);
  }

  async kill(): Promise<void> {
    const endingProcess = this.process;
    if (!endingProcess || endingProcess.exitCode !== null || endingProcess.signalCode !== null)
      return;
    const exited = once(endingProcess, 'exit');
    endingProcess.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
