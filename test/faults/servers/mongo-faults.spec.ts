import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { type Mongo, connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { DataRejected } from '#platform/storage/mongo/mongo-part.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { KeyValueStoreOnMongo } from '#platform/storage/key-value-store/key-value-store-on-mongo.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { freeze, thaw } from '../../acceptance/product/freeze-process.js';
import { until } from '../../acceptance/product/until.js';
import { MongodProcess } from '../../servers/programs/mongod-process.js';
import {
  numberedCommit,
  numberOf,
  CHECKPOINT_MOVED_EXIT,
  numberedDocuments,
} from '../../servers/programs/numbered-commits.js';

const mongod = await MongodProcess.start();
let databaseCount = 0;
let mongo: Mongo;
let url: string;
beforeEach(async () => {
  url = mongod.urlOf(`trouble-${++databaseCount}`);
  mongo = await connectMongo(url);
});
afterEach(() => mongo.close());
afterAll(() => mongod.remove());

async function openStores() {
  const [views, keys, secrets] = [
    await ReadStoreOnMongo.open(mongo),
    await KeyStoreOnMongo.open(mongo),
    await KeyValueStoreOnMongo.open(mongo, new ClockInMemory()),
  ];
  await views.ensure([numberedDocuments]);
  return { views, keys, secrets };
}
const untilAnswered = (call: () => Promise<unknown>) =>
  until(
    () =>
      call().then(
        () => true,
        () => false,
      ),
    { withinMs: 30_000, what: () => 'the server to be used again' },
  );

test.each([
  ['stands still', () => mongod.freeze(), async () => mongod.thaw()],
  ['was killed', () => mongod.kill(), () => mongod.start()],
])(
  'a server that %s is reported as unavailable with its part’s name, and used again when it is back',
  async (_, goAway, comeBack) => {
    const { views, keys, secrets } = await openStores();
    await views.commit(numberedCommit(undefined));
    await goAway();
    const firstFailure = await views.readCheckpoint('current').catch((error: unknown) => error);
    expect(firstFailure).toBeInstanceOf(Unavailable);
    expect((firstFailure as Error).message).toMatch(/^MongoDB \(views\) /);
    const otherCalls = [
      keys.store(),
      secrets.get('session', 's'),
      views.commit(numberedCommit(undefined)),
      views.acquireLease('a host', 1_000),
    ];
    const answers = await Promise.allSettled(otherCalls);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    await comeBack();
    await untilAnswered(() => views.readCheckpoint('current'));
    await untilAnswered(() => keys.store());
    expect(numberOf(await views.readCheckpoint('current'))).toBe(1);
    const { items } = await views.find(numberedDocuments.name, {
      filter: { organizationId: 'org' },
      sort: ['-number'],
      limit: 9,
    });
    expect(items).toHaveLength(2);
  },
);

/** Checks that all parts of every commit have the same number. */
async function expectConsistent(views: ReadStoreOnMongo, acknowledged: number): Promise<number> {
  const reached = numberOf(await views.readCheckpoint('current'));
  expect(reached).toBeGreaterThanOrEqual(acknowledged);
  const { items } = await views.find(numberedDocuments.name, {
    filter: { organizationId: 'org' },
    sort: ['-number'],
    limit: 100_000,
  });
  expect(items).toHaveLength(reached + 1);
  expect(
    JSON.parse((await views.get(numberedDocuments.name, ['org_last'])).get('org_last')!),
  ).toMatchObject({ number: reached });
  expect((await views.readSums(numberedDocuments.name, ['org_all'])).get('org_all')).toEqual({
    counted: reached,
  });
  const changes = await views.readChangesAfter('org', String(1).padStart(9, '0'), 100_000);
  expect(changes?.map(({ revision }) => revision)).toEqual(
    Array.from({ length: reached - 1 }, (__, index) => index + 2),
  );
  return reached;
}

class CommitLoop {
  private output = '';
  private constructor(private readonly child: ChildProcess) {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
  }

  static start(): CommitLoop {
    const hook = join(import.meta.dirname, '../../../platform/src/testing/register-typescript.mjs');
    const program = join(import.meta.dirname, '../../servers/programs/committing-process.ts');
    return new CommitLoop(
      spawn(process.execPath, ['--conditions=source', '--import', hook, program, url], {
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
  }

  get lastCommit(): number {
    return Number(this.output.split('\n').at(-2) ?? 0);
  }

  /** Waits for `count` more acknowledged commits. */
  async waitForCommits(count: number): Promise<void> {
    const lineCount = this.output.split('\n').length;
    await until(() => this.output.split('\n').length >= lineCount + count, {
      withinMs: 60_000,
      what: () => `${count} commits after ${this.lastCommit}`,
    });
  }

  freeze(): Promise<void> {
    return freeze(this.child.pid!);
  }

  /**
   * Continues the process.
   * @returns its exit code
   */
  async thawAndExit(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    thaw(this.child.pid!);
    return (await exited)[0] as number | null;
  }

  async kill(): Promise<number> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
    return this.lastCommit;
  }
}

const someCommits = () => 5 + Math.floor(Math.random() * 20);

test('after each kill of the process, checkpoint, documents, sums and changes are consistent, and nothing acknowledged is lost', async () => {
  let acknowledged = 0;
  for (let round = 0; round < 4; round++) {
    const committing = CommitLoop.start();
    await committing.waitForCommits(someCommits());
    acknowledged = Math.max(acknowledged, await committing.kill());
    acknowledged = await expectConsistent((await openStores()).views, acknowledged);
  }
});

test('a process that is frozen during a commit blocks nobody, and cannot write when it continues', async () => {
  for (let round = 0; round < 3; round++) {
    const committing = CommitLoop.start();
    await committing.waitForCommits(someCommits());
    await committing.freeze();
    const { views } = await openStores();
    const { epoch } = (await views.acquireLease(`round ${round}`, 0))!;
    const startedAt = performance.now();
    await views.commit(numberedCommit(await views.readCheckpoint('current'), epoch));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const reached = await expectConsistent(views, committing.lastCommit + 1);
    expect(await committing.thawAndExit()).toBe(CHECKPOINT_MOVED_EXIT);
    expect(await expectConsistent(views, reached)).toBe(reached);
    url = mongod.urlOf(`trouble-${++databaseCount}`);
    await mongo.close();
    mongo = await connectMongo(url);
  }
});

test('after each kill of the server the stored data are consistent, and the committing process continues', async () => {
  const committing = CommitLoop.start();
  for (let round = 0; round < 3; round++) {
    await committing.waitForCommits(someCommits());
    await mongod.kill();
    await mongod.start();
  }
  await committing.waitForCommits(3);
  const acknowledged = await committing.kill();
  const { views } = await openStores();
  await expectConsistent(views, acknowledged);
});

describe('content that the server refuses', () => {
  const collection = () =>
    mongo.part('views').db.collection<{ _id: number; text?: unknown }>('refused');
  const text = 'x'.repeat(9_000_000);

  test.each<[string, () => Promise<unknown>]>([
    ['a document that is too large', () => collection().insertOne({ _id: 1, text: text + text })],
    [
      'one that would grow too large',
      async () => {
        await collection().insertOne({ _id: 2, text });
        await collection().updateOne({ _id: 2 }, [{ $set: { more: '$text' } }]);
      },
    ],
    [
      'one of several that is too large',
      () => collection().bulkWrite([{ insertOne: { document: { _id: 3, text: text + text } } }]),
    ],
    ['an unknown query operator', () => collection().findOne({ $nothing: 1 })],
  ])('%s is rejected, not unavailable', async (_, call) => {
    const failure = await mongo
      .part('views')
      .ask(call)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DataRejected);
    expect((failure as Error).message).toMatch(/^MongoDB \(views\) does not take this: \w+$/);
  });
});
