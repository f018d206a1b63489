import { folders } from '#platform/testing/folders.js';
import {
  type AppendExpectedRevision,
  EventStoreDBClient,
  NO_STREAM,
  NotLeaderError,
  UnavailableError,
  jsonEvent,
} from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../acceptance/product/until.js';
import { EventStoreCluster } from './event-store-cluster.js';
import type { EventStoreProcess } from './event-store-process.js';
import { Store } from './store.js';

const folder = folders();
const clients: EventStoreDBClient[] = [];
let path: string;
let cluster: EventStoreCluster;
beforeEach(async () => {
  path = join(folder(), 'log.jsonl');
  cluster = await EventStoreCluster.start(path);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
  await cluster.stop();
});

function clientOf({ url }: { readonly url: string }): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  clients.push(client);
  return client;
}
const credentials = { username: 'a', password: 'b' };
const append = (
  node: { readonly url: string },
  expectedRevision: AppendExpectedRevision,
  { deadline = 20_000, id = randomUUID() as string } = {},
) =>
  clientOf(node).appendToStream('a', jsonEvent({ id, type: 'Noted', data: {} }), {
    expectedRevision,
    credentials,
    deadline,
  });
/**
 * Appends to the present leader, again after an election: on a slow machine nodes elect more often
 * than the test makes them.
 */
function appendToLeader(expectedRevision: AppendExpectedRevision): Promise<EventStoreProcess> {
  const id = randomUUID();
  return until(async () => {
    const leader = await cluster.findLeader();
    return append(leader, expectedRevision, { id }).then(
      () => leader,
      () => undefined,
    );
  });
}
const untilFollowing = (node: EventStoreProcess, expectedRevision: AppendExpectedRevision) =>
  until(
    async () =>
      (await append(node, expectedRevision).catch((error: unknown) => error)) instanceof
      NotLeaderError,
  );
/** Reads the revisions through a client that finds the leader. */
function readRevisions(): Promise<number[]> {
  return until(async () => {
    const revisions: number[] = [];
    try {
      for await (const { event } of clientOf(cluster).readStream('a', { requiresLeader: true }))
        revisions.push(Number(event!.revision));
      return revisions;
    } catch {
      return undefined;
    }
  });
}

test('a follower names the leader', async () => {
  const isLeaderNamed = async () => {
    const leader = await cluster.findLeader();
    const follower = cluster.nodes.find((node) => node !== leader)!;
    const refusal = await append(follower, NO_STREAM).catch((error: unknown) => error);
    return refusal instanceof NotLeaderError && refusal.leader.port === leader.port;
  };
  await until(isLeaderNamed);
  await appendToLeader(NO_STREAM);
  expect(await readRevisions()).toEqual([0]);
});

test('a leader that was killed while it wrote a line is replaced, and follows when it is back', async () => {
  const formerLeader = await appendToLeader(NO_STREAM);
  await formerLeader.kill();
  appendFileSync(path, '{"term":1,"stream":"a","fir');
  expect(await appendToLeader(0n)).not.toBe(formerLeader);
  await formerLeader.restart();
  await untilFollowing(formerLeader, 1n);
  expect(await readRevisions()).toEqual([0, 1]);
});

test('a leader that was frozen leads no more when it continues', async () => {
  const formerLeader = await appendToLeader(NO_STREAM);
  await formerLeader.freeze();
  const lateAppend = append(formerLeader, 0n).catch((error: unknown) => error);
  expect(await appendToLeader(0n)).not.toBe(formerLeader);
  formerLeader.thaw();
  expect(await lateAppend).toBeInstanceOf(Error);
  await untilFollowing(formerLeader, 1n);
  expect(await readRevisions()).toEqual([0, 1]);
});

test('an isolated leader writes nothing, soon reports that it is not ready, and follows when it is back', async () => {
  const formerLeader = await appendToLeader(NO_STREAM);
  await formerLeader.cut(true);
  await expect(append(formerLeader, 0n, { deadline: 1_000 })).rejects.toThrow();
  await until(
    async () =>
      (await append(formerLeader, 0n, { deadline: 1_000 }).catch(
        (error: unknown) => error,
      )) instanceof UnavailableError,
  );
  expect(await appendToLeader(0n)).not.toBe(formerLeader);
  await formerLeader.cut(false);
  await untilFollowing(formerLeader, 1n);
  expect(await readRevisions()).toEqual([0, 1]);
});

test('late writes of a former leader do not count', async () => {
  const file = join(folder(), 'log.jsonl');
  const [formerLeader, newLeader] = [await Store.open(file), await Store.open(file)];
  const event = (id: string) => ({
    id,
    type: 'Noted',
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: new Uint8Array(),
  });
  await formerLeader.becomeLeader(1);
  await formerLeader.append({ stream: 'a', expected: 'no stream', proposed: [event('first')] });
  await newLeader.becomeLeader(2);
  await newLeader.append({ stream: 'a', expected: 0, proposed: [event('second')] });
  const lateAppend = { stream: 'a', expected: 0, proposed: [event('late')] } as const;
  expect(await formerLeader.append(lateAppend)).toEqual({ kind: 'not leader' });
  expect(await formerLeader.append(lateAppend)).toEqual({ kind: 'not leader' });
  await newLeader.append({ stream: 'a', expected: 1, proposed: [event('third')] });
  await formerLeader.readAsFollower();
  for (const store of [formerLeader, newLeader, await Store.open(file)]) {
    expect(store.findStream('a')!.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
    await store.close();
  }
});
