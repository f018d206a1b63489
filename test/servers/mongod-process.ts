import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { until } from '../acceptance/until.js';
import { binary } from './mongod.js';

/** A replica set of one that can be frozen, killed and started again on the same data, for specs of what a server goes through. */
export class MongodProcess {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mongod-'));
  private process: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<MongodProcess> {
    const mongod = new MongodProcess((await binary()).systemBinary!, await freePort());
    await mongod.start();
    return mongod;
  }

  urlOf(database: string): string {
    return `mongodb://127.0.0.1:${this.port}/${database}?replicaSet=rs0`;
  }

  async start(): Promise<void> {
    const args = ['--replSet', 'rs0', '--port', String(this.port), '--dbpath', this.folder, '--bind_ip', '127.0.0.1', '--quiet'];
    this.process = spawn(this.program, args, { stdio: 'ignore' });
    const client = new MongoClient(`mongodb://127.0.0.1:${this.port}/?directConnection=true`, { serverSelectionTimeoutMS: 30_000 });
    const admin = client.db('admin');
    await admin.command({ ping: 1 });
    const members = [{ _id: 0, host: `127.0.0.1:${this.port}` }];
    await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch(() => undefined); // It is one already, from before it was killed.
    await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true, { within: 30_000, what: () => 'a primary' });
    await client.close();
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const running = this.process;
    this.process = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
