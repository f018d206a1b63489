import { systemClock } from '#platform/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { noStream } from '#platform/event-log/event-log.js';
import { JobQueueOnRedis } from '#platform/job-queue/job-queue-on-redis.js';
import { JobQueueOnSqlite } from '#platform/job-queue/job-queue-on-sqlite.js';
import type { JobQueue } from '#platform/job-queue/job-queue.js';
import { runReactor } from '#platform/reactor-running/reactor-running.js';
import { connectRedis } from '#platform/redis/connect-redis.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { type Sealing, type Unsealed, sealing as sealingWith } from '#platform/sealing/sealing.js';
import { SecretStoreOnSqlite } from '#platform/secret-store/secret-store-on-sqlite.js';
import { openSecretsFile } from '#platform/secret-store/secrets-file.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { until } from '../../test/acceptance/until.js';
import { RedisForTests } from '../../test/servers/redis.js';
import { median, medianOf } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const samples = 150;
const betweenSamples = 5;
const jobFailed = (_: unknown, error: unknown): never => {
  throw error;
};

/** From an event that is about to be appended until the job that follows from it has been done: log, reactor, queue, worker. */
export async function jobs({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-jobs-'));
  const redis = await RedisForTests.start();
  const server = await connectRedis(redis.url());
  const secretsFile = openSecretsFile(join(folder, 'secrets.sqlite'));
  try {
    const queues: readonly (readonly [string, JobQueue])[] = [
      ['embedded', new JobQueueOnSqlite(secretsFile, systemClock, jobFailed)],
      ['BullMQ', JobQueueOnRedis.open(server, { jobFailed })],
    ];
    const rows: Row[] = [];
    for (const [name, queue] of queues) {
      const log = EventLogOnSqlite.open(join(folder, `${name}.sqlite`));
      const measured = await withReactor(name, { log, queue, secrets: new SecretStoreOnSqlite(secretsFile, systemClock) }, async (once) => {
        await once();
        const times: { readonly p50: number; readonly p99: number }[] = [];
        for (let round = 0; round < rounds; round++) times.push(await once());
        return times;
      });
      await log.close();
      const late = measured.map(({ p99 }) => p99);
      rows.push(
        row('jobs', `event → job done, ${name}, p99`, median(late), 'ms', {
          atMost: 10,
          spread: [Math.min(...late), Math.max(...late)],
          beside: `p50 ${medianOf(measured, ({ p50 }) => p50).toFixed(2)} ms`,
        }),
      );
    }
    await queues[1]![1].close();
    return rows;
  } finally {
    secretsFile.close();
    server.close();
    await redis.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Parts = { readonly log: EventLogOnSqlite; readonly queue: JobQueue; readonly secrets: SecretStoreOnSqlite };
type Once = () => Promise<{ readonly p50: number; readonly p99: number }>;

/** One reactor that answers each event with a job, and one worker that notes when it has done it. */
async function withReactor<Result>(name: string, { log, queue, secrets }: Parts, use: (once: Once) => Promise<Result>): Promise<Result> {
  const sealing = sealingWith({ catalogue: eventCatalogue([{ Noted: z.object({ noteId: z.string() }) }]), keys: new KeyStoreInMemory() });
  const done = new Map<string, () => void>();
  const stopping = new AbortController();
  const reactor = {
    name: `bench-${name}`,
    events: { Noted: true },
    react: ({ data }: { readonly data: object }) => ({ jobs: [{ name: 'note', data: data as { readonly noteId: string } }] }),
  };
  const refused = async () => {
    throw new Error('Nothing here sends a command');
  };
  const running = [
    runReactor(
      reactor,
      {
        log,
        sealing,
        secrets,
        jobs: queue,
        send: refused,
        clock: systemClock,
        onTrouble: (_, error) => void process.stderr.write(`${String(error)}\n`),
      },
      stopping.signal,
    ),
    queue.work({ note: async ({ data }) => done.get(String(data['noteId']))?.() }, stopping.signal),
  ];
  try {
    // It reacts to what comes after its beginning, which it writes first.
    await until(async () => (await log.read(`reactor-${reactor.name}`)).length > 0, { what: () => 'the reactor to begin' });
    return await use(async () => {
      const times: number[] = [];
      for (let sample = 0; sample < samples; sample++) {
        const noteId = randomUUID();
        const isDone = new Promise<void>((resolve) => done.set(noteId, resolve));
        const since = performance.now();
        await note(log, sealing, noteId);
        await isDone;
        times.push(performance.now() - since);
        done.delete(noteId);
        await pause(betweenSamples);
      }
      return { p50: percentile(times, 50), p99: percentile(times, 99) };
    });
  } finally {
    stopping.abort();
    await Promise.all(running);
  }
}

async function note(log: EventLogOnSqlite, { seal }: Sealing, noteId: string): Promise<void> {
  const at = new Date().toISOString();
  const metadata: Unsealed['metadata'] = {
    ...{ eventId: randomUUID(), commandId: noteId, fingerprint: '', causationId: noteId, correlationId: noteId },
    ...{ actorId: noteId, organizationId: 'o', at, capturedAt: at, on: at.slice(0, 10) },
  };
  const stream = `note-o_${noteId}`;
  await log.append(stream, noStream, await seal(stream, noStream, [{ type: 'Noted', data: { noteId }, metadata }], { hash: '', key: undefined }));
}
