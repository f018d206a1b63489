import { MongoClient } from 'mongodb';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { freePort } from '../acceptance/product.js';
import { until } from '../acceptance/until.js';
import { findMongod, installMongod } from '../mongod.mjs';

/** A real server as a replica set of one, that may be killed and comes back with what it had answered. */
export class MongoProcess {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(folder: string): Promise<MongoProcess> {
    const trouble = (await findMongod()) ? undefined : await installMongod();
    const program = await findMongod();
    if (!program) throw new Error(trouble ?? 'There is no mongod');
    mkdirSync(folder);
    const mongo = new MongoProcess(program, folder, await freePort());
    mongo.begin();
    await mongo.initiate();
    return mongo;
  }

  urlOf(database: string): string {
    return `mongodb://127.0.0.1:${this.port}/${database}?replicaSet=rs0`;
  }

  /** Again, on the same port and what is on its disk; whoever needs it waits for it. */
  begin(): void {
    const own = ['--replSet', 'rs0', '--dbpath', this.folder, '--port', String(this.port), '--bind_ip', '127.0.0.1'];
    this.process = spawn(this.program, [...own, '--wiredTigerCacheSizeGB', '0.5', '--quiet'], { stdio: 'ignore' });
  }

  async kill(): Promise<void> {
    const ending = this.process;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill('SIGKILL');
    await gone;
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  private async initiate(): Promise<void> {
    const client = new MongoClient(`mongodb://127.0.0.1:${this.port}/?directConnection=true`, { serverSelectionTimeoutMS: 20_000 });
    try {
      const admin = client.db('admin');
      await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${this.port}` }] } });
      await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true, { within: 20_000, what: () => 'a primary' });
    } finally {
      await client.close();
    }
  }
}
