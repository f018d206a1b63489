import { afterEach, expect, test } from '@jest/globals';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { Unavailable } from '../../common/unavailable.js';
import { NewerEvent } from '../../event-log/event-log.js';
import { KeyLost } from '../../sealing/key-store/key-store.js';
import { Unrecoverable, Delayed, MAX_ATTEMPTS } from './attempts.js';
import type { Job, JobQueue } from './job-queue.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Pauses before retries, which vary by half. */
const RETRY_PAUSES_SECONDS = [1, 2, 4, 8, 16, 30, 30];
const LONGEST_RETRY_PAUSE_MS = 47_000;
/** Attempt of a job, and the time at which it ran. */
type Try = { readonly attempt: number; readonly at: number };

/**
 * Contract of every job queue.
 * @param reopen closes the queue, even with running jobs, and opens the stored one, like a
 * restarted process
 */
export function jobQueueContract(
  create: (clock: ClockInMemory) => Promise<JobQueue>,
  reopen: (queue: JobQueue, clock: ClockInMemory) => Promise<JobQueue>,
) {
  let clock = new ClockInMemory();
  const opened: JobQueue[] = [];
  const workers: { readonly abort: AbortController; readonly done: Promise<void> }[] = [];
  const closeLater = (queue: JobQueue) => {
    opened.push(queue);
    return queue;
  };
  const open = async () => {
    clock = new ClockInMemory();
    return closeLater(await create(clock));
  };
  const openAgain = async (queue: JobQueue) => closeLater(await reopen(queue, clock));
  const stop = async () => {
    for (const { abort } of workers) abort.abort();
    await Promise.all(workers.splice(0).map(({ done }) => done));
  };
  afterEach(async () => {
    await stop();
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  const work = (queue: JobQueue, handlers: Record<string, (job: Job) => Promise<void>>) => {
    const abort = new AbortController();
    workers.push({ abort, done: queue.work(handlers, abort.signal) });
  };
  /** Runs jobs of a name, and resolves with them once `count` have run. */
  const collect = (queue: JobQueue, name: string, count: number) =>
    new Promise<Job[]>((resolve) => {
      const jobs: Job[] = [];
      work(queue, {
        [name]: async (job) => {
          if (jobs.push(job) === count) resolve(jobs);
        },
      });
    });
  const never = () => new Promise<void>(() => {});
  /** Resolves when no job waits, is delayed or runs. */
  const untilSettled = async (queue: JobQueue) => {
    for (;;) {
      // A server on a loaded machine may answer too late once.
      const depth = await queue.readDepth().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
      });
      if (depth && depth.waiting + depth.delayed + depth.active === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  test('a job runs with its data, added before or after its worker', async () => {
    const queue = await open();
    await queue.add('send', 'early', { challenge: 'c-1', tries: 2, urgent: true });
    const jobs = collect(queue, 'send', 2);
    await queue.add('send', 'late', {});
    expect(await jobs).toEqual([
      { id: 'early', name: 'send', data: { challenge: 'c-1', tries: 2, urgent: true }, attempt: 1 },
      { id: 'late', name: 'send', data: {}, attempt: 1 },
    ]);
    await untilSettled(queue);
  });

  test('a delayed job waits for its time, even in another worker, without delaying others', async () => {
    const queue = await open();
    await queue.add('send', 'later', {});
    const begun = clock.now();
    const stopping = new AbortController();
    const postpone = async () => {
      stopping.abort();
      throw new Delayed('asked to wait for a minute', 60_000);
    };
    await queue.work({ send: postpone }, stopping.signal);
    await queue.add('send', 'now', {});
    expect(await queue.readDepth()).toEqual({ waiting: 1, delayed: 1, active: 0, failed: 0 });
    const ran: { readonly id: string; readonly afterMs: number }[] = [];
    work(queue, {
      send: async ({ id }) => {
        ran.push({ id, afterMs: Date.parse(clock.now()) - Date.parse(begun) });
      },
    });
    await untilSettled(queue);
    expect(ran.map(({ id }) => id)).toEqual(['now', 'later']);
    expect(ran[1]!.afterMs).toBeGreaterThanOrEqual(60_000);
  });

  test('an id reused within a day is the same job, waiting or done; later it is another', async () => {
    const queue = await open();
    await Promise.all([1, 2, 3].map((number) => queue.add('send', 'one', { number })));
    const ran: Job[] = [];
    work(queue, {
      send: async (job) => {
        ran.push(job);
      },
    });
    await untilSettled(queue);
    await queue.add('send', 'one', { number: 4 });
    await untilSettled(queue);
    expect(ran).toHaveLength(1);
    await clock.pause(DAY_MS);
    await queue.add('send', 'one', { number: 5 });
    await untilSettled(queue);
    expect(ran.map(({ data }) => data['number'])).toEqual([1, 5]);
  });

  test('a queue’s identity stays as long as its content', async () => {
    const queue = await open();
    const identity = await queue.readIdentity();
    expect(await queue.readIdentity()).toBe(identity);
    expect(await (await openAgain(queue)).readIdentity()).toBe(identity);
  });

  test('an id with ":" is refused', async () => {
    await expect((await open()).add('send', 'a:b', {})).rejects.toThrow('a:b');
  });

  test.each([
    ['throws', () => new Error('no answer')],
    ['is out of reach', () => new Unavailable('not now')],
  ])(
    'a job that %s is retried for minutes, with delays around 1 s doubling to half a minute, and then kept as failed',
    async (_, error) => {
      const queue = await open();
      const tries: Try[] = [];
      work(queue, {
        send: async ({ attempt }) => {
          tries.push({ attempt, at: Date.parse(clock.now()) });
          throw error();
        },
      });
      await queue.add('send', 'failing', {});
      await untilSettled(queue);
      expect(tries.map(({ attempt }) => attempt)).toEqual(
        Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1),
      );
      const pauses = tries.slice(1).map(({ at }, index) => at - tries[index]!.at);
      for (const [index, seconds] of RETRY_PAUSES_SECONDS.entries())
        expect(pauses[index]).toBeGreaterThanOrEqual(seconds * 500);
      expect(Math.max(...pauses)).toBeLessThan(LONGEST_RETRY_PAUSE_MS);
      expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 1 });
    },
  );

  test.each([
    ['a newer build', () => new NewerEvent('lead-org_1', 'needs a newer build')],
    ['a key', () => new KeyLost('lead-org_1')],
  ])('a job whose record needs %s waits for it, however long', async (_, error) => {
    const queue = await open();
    const tries: Try[] = [];
    work(queue, {
      send: async ({ attempt }) => {
        tries.push({ attempt, at: Date.parse(clock.now()) });
        if (tries.length < 3) throw error();
      },
    });
    await queue.add('send', 'waiting', {});
    await untilSettled(queue);
    // Attempts are not counted, so that they never end.
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    for (const [index, { at }] of tries.slice(1).entries())
      expect(at - tries[index]!.at).toBeGreaterThanOrEqual(2.5 * 60_000);
    expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 0 });
  });

  test('a job that succeeds at its second attempt is done', async () => {
    const queue = await open();
    work(queue, {
      send: async ({ attempt }) => {
        if (attempt === 1) throw new Error('no answer');
      },
    });
    await queue.add('send', 'second', {});
    await untilSettled(queue);
    expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 0 });
  });

  test('a job that a retry cannot help is tried once, and kept as failed', async () => {
    const queue = await open();
    const tries: number[] = [];
    work(queue, {
      send: async ({ attempt }) => {
        tries.push(attempt);
        throw new Unrecoverable('the number has no WhatsApp');
      },
    });
    await queue.add('send', 'refused', {});
    await untilSettled(queue);
    expect(tries).toEqual([1]);
    expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 1 });
  });

  test('a job with a retry time is not retried before', async () => {
    const queue = await open();
    const tries: Try[] = [];
    work(queue, {
      send: async ({ attempt }) => {
        tries.push({ attempt, at: Date.parse(clock.now()) });
        if (attempt === 1) throw new Delayed('asked to wait for 3 s', 3_000);
      },
    });
    await queue.add('send', 'asked-to-wait', {});
    await untilSettled(queue);
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(tries[1]!.at - tries[0]!.at).toBeGreaterThanOrEqual(3_000);
    expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 0 });
  });

  test('a slow job does not delay the others', async () => {
    const queue = await open();
    let release = () => {};
    const slow = new Promise<void>((resolve) => (release = resolve));
    const quick = new Promise<void>((resolve) =>
      work(queue, { send: ({ id }) => (id === 'slow' ? slow : Promise.resolve(resolve())) }),
    );
    await queue.add('send', 'slow', {});
    await queue.add('send', 'quick', {});
    await quick;
    release();
    await untilSettled(queue);
  });

  test('a worker leaves jobs without a handler', async () => {
    const queue = await open();
    await queue.add('other', 'o', {});
    await queue.add('send', 's', {});
    const [job] = await collect(queue, 'send', 1);
    expect(job!.id).toBe('s');
    const [other] = await collect(queue, 'other', 1);
    expect(other!.id).toBe('o');
  });

  test('a worker that stops completes running jobs and starts none', async () => {
    const queue = await open();
    const ended: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) =>
      work(queue, {
        send: async ({ id }) => {
          resolve();
          await released;
          ended.push(id);
        },
      }),
    );
    await queue.add('send', 'one', {});
    await begun;
    const stopped = stop();
    await queue.add('send', 'two', {});
    release();
    await stopped;
    expect(ended).toEqual(['one']);
    expect(await queue.readDepth()).toEqual({ waiting: 1, delayed: 0, active: 0, failed: 0 });
  });

  test('after a crash the running job is taken again, and waiting ones still wait', async () => {
    const queue = await open();
    await queue.add('send', 'done', {});
    await collect(queue, 'send', 1);
    await untilSettled(queue);
    await stop();

    const crashed = new AbortController();
    const begun = new Promise<void>((resolve) => {
      queue.work({ send: () => (resolve(), never()) }, crashed.signal).catch(() => undefined);
    });
    await queue.add('send', 'under-way', {});
    await begun;
    await queue.add('other', 'waiting', {});

    const later = await openAgain(queue);
    const [job] = await collect(later, 'send', 1);
    expect(job).toEqual({ id: 'under-way', name: 'send', data: {}, attempt: 2 });
    await collect(later, 'other', 1);
    await untilSettled(later);
    await later.add('send', 'done', {});
    await untilSettled(later);
  });
}
