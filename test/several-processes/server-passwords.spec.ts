import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureLead, createTeam } from '../acceptance/product/person.js';
import { Product, findFreePort } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { findOrInstallMongod } from '../mongod.mjs';
import { RedisProcess } from '../servers/programs/redis-process.js';

/** MongoDB as the composition starts it: a replica set that requires passwords. */
class MongodWithPasswords {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mongod-'));
  private process: ChildProcess | undefined;

  constructor(
    private readonly program: string,
    private readonly port: number,
  ) {}

  urlOf(user: string, password: string, pathAndQuery: string): string {
    return `mongodb://${user}:${password}@127.0.0.1:${this.port}/${pathAndQuery}`;
  }

  /**
   * Follows the order of the image: creates the root user, then requires passwords, then initiates
   * the replica set and creates the composition's user.
   */
  async start(rootPassword: string, ourPassword: string): Promise<void> {
    await this.run([]);
    await this.withClient(`mongodb://127.0.0.1:${this.port}/`, (admin) =>
      admin.command({
        createUser: 'root',
        pwd: rootPassword,
        roles: [{ role: 'root', db: 'admin' }],
      }),
    );
    await this.end();
    const keyFile = join(this.folder, 'members-key');
    writeFileSync(keyFile, 'ab'.repeat(32), { mode: 0o400 });
    await this.run(['--replSet', 'rs0', '--keyFile', keyFile]);
    await this.withClient(
      this.urlOf('root', rootPassword, 'admin?directConnection=true'),
      async (admin) => {
        await admin.command({
          replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${this.port}` }] },
        });
        await until(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true, {
          withinMs: 30_000,
          what: () => 'a primary',
        });
        await admin.command({
          createUser: 'fieldtrace',
          pwd: ourPassword,
          roles: readRolesOfComposition(),
        });
      },
    );
  }

  private async withClient(
    url: string,
    work: (admin: ReturnType<MongoClient['db']>) => Promise<unknown>,
  ): Promise<void> {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 });
    try {
      await work(client.db('admin'));
    } finally {
      await client.close();
    }
  }

  async end(): Promise<void> {
    if (!this.process || this.process.exitCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
  }

  async dispose(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(options: readonly string[]): Promise<void> {
    const ownArguments = [
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
    this.process = spawn(this.program, [...ownArguments, ...options], { stdio: 'ignore' });
    await this.withClient(`mongodb://127.0.0.1:${this.port}/?directConnection=true`, (admin) =>
      admin.command({ ping: 1 }),
    );
  }
}

/** Reads the roles that `docker/mongo-users.js` gives to our user. */
function readRolesOfComposition(): readonly { readonly role: string; readonly db: string }[] {
  const [, names = '', role] =
    /\[(.+)\]\.map\(\(name\) => \(\{ role: '(\w+)', db: name \}\)\)/.exec(
      readFileSync('docker/mongo-users.js', 'utf8'),
    ) ?? [];
  return [...names.matchAll(/'(\w+)'/g)].map(([, db]) => ({ role: role!, db: db! }));
}

let mongod: MongodWithPasswords;
let redis: RedisProcess;
beforeAll(async () => {
  mongod = new MongodWithPasswords(await findOrInstallMongod(), await findFreePort());
  [redis] = await Promise.all([RedisProcess.start(), mongod.start('root-secret', 'our-secret')]);
  const client = new Redis(redis.url());
  await client.config('SET', 'requirepass', 'redis-secret');
  client.disconnect();
});
afterAll(() => Promise.all([mongod?.dispose(), redis?.end()]));

test('MongoDB needs to grant only read and write on three databases, and Redis may need a password', async () => {
  const product = await Product.start({
    env: {
      MONGO_URL: mongod.urlOf(
        'fieldtrace',
        'our-secret',
        'fieldtrace?replicaSet=rs0&authSource=admin',
      ),
      REDIS_URL: redis.url().replace('redis://', 'redis://:redis-secret@'),
    },
  });
  try {
    const { admin } = await createTeam(product);
    const leadId = await captureLead(admin);
    expect(await admin.get('/api/leads')).toMatchObject({ items: [{ leadId }] });
    await product.restart();
    expect(await admin.get('/api/leads')).toMatchObject({ items: [{ leadId }] });
    expect(await (await fetch(`${product.url}/readyz`)).json()).toMatchObject({ status: 'ready' });
  } finally {
    await product.dispose();
  }
});

test('a wrong password stops the start with a message that does not repeat it', async () => {
  const url = mongod.urlOf(
    'fieldtrace',
    'guessed-secret',
    'fieldtrace?replicaSet=rs0&authSource=admin',
  );
  const product = await Product.create({ env: { MONGO_URL: url, WAIT_FOR_SERVERS_SECONDS: '1' } });
  await expect(product.start()).rejects.toThrow(
    /\(MONGO_URL\) cannot be used: Authentication failed/,
  );
  expect(product.output).not.toContain('guessed-secret');
  await product.dispose();
});
