import { setTimeout as later } from 'node:timers/promises';
import type { EventStoreProcess } from '../servers/event-store-stand-in/event-store-process.js';
import { noFaults } from '../servers/event-store-stand-in/faults.js';
import type { MongodProcess } from '../servers/mongod-process.js';
import type { RedisForTests } from '../servers/redis.js';
import type { Fault, People } from './installation.js';

export type Servers = { readonly log: EventStoreProcess; readonly mongo: MongodProcess; readonly redis: RedisForTests };
type Away = { readonly kind: string; readonly weight: number; readonly goes: () => Promise<void>; readonly returns: () => Promise<void> };

/** How long readiness is not asked after a part has gone: until then it may not have been noticed. */
const noticed = 400;

/**
 * What can go wrong with the servers that our processes stand on. A lead is captured while Redis is away; while the log or
 * Mongo is, the answer says which it is.
 * @param away how long a server stays away, in milliseconds
 */
export function serverFaults({ log, mongo, redis }: Servers, away: number): readonly Fault[] {
  return [
    without({ kind: 'Redis killed', weight: 2, goes: () => redis.end('SIGKILL'), returns: () => redis.start() }, goesOn('Redis')),
    without({ kind: 'Redis frozen', weight: 1, goes: () => redis.freeze(), returns: async () => redis.thaw() }, goesOn('Redis')),
    without({ kind: 'Mongo killed', weight: 2, goes: () => mongo.kill(), returns: async () => mongo.begin() }, saysWhat('Mongo', /mongo/i)),
    without({ kind: 'Mongo frozen', weight: 1, goes: () => mongo.freeze(), returns: async () => mongo.thaw() }, saysWhat('Mongo', /mongo/i)),
    without({ kind: 'log killed', weight: 2, goes: () => log.kill(), returns: () => log.restart() }, saysWhat('the log', /log/i)),
    without(
      { kind: 'log refuses', weight: 1, goes: () => log.faults({ refuse: true }), returns: () => log.faults({ refuse: false }) },
      saysWhat('the log', /log/i),
    ),
    brief('log committed, not answered', 10, (times) => ({ commitSilently: times })),
    brief('log neither committed nor answered', 5, (times) => ({ hangAppends: times })),
    brief('log reads not answered', 3, (times) => ({ hangReads: times })),
    brief('log slow', 3, () => ({ delayMs: 300 })),
    brief('log’s disk full', 4, () => ({ diskFull: true })),
    brief('log delivers twice, and old ones again', 8, () => ({ doubleDeliveries: true })),
    {
      kind: 'all subscriptions ended silently',
      weight: 8,
      async run() {
        await log.endSubscriptions();
        return 'all';
      },
    },
    {
      kind: 'all subscriptions silent',
      weight: 3,
      async run() {
        await log.mute();
        await later(1_000);
        await log.endSubscriptions();
        return 'for 1 s, then ended';
      },
    },
  ];

  function without({ kind, weight, goes, returns }: Away, during: (people: People) => Promise<void>): Fault {
    return {
      kind,
      weight,
      once: true,
      async run(_, people) {
        // What went away before may still be on its way back, and would be named instead.
        await people.untilAllIsWell();
        await goes();
        const back = later(away).then(returns);
        await later(noticed);
        await during(people);
        await back;
        return `for ${away} ms`;
      },
    };
  }

  function brief(kind: string, weight: number, faults: (times: number) => Partial<typeof noFaults>): Fault {
    return {
      kind,
      weight,
      async run(chance) {
        const times = chance.between(1, 3);
        await log.faults(faults(times));
        await later(chance.between(300, 900));
        await log.faults(noFaults);
        return `${times}`;
      },
    };
  }
}

/** Captured, whatever else has to wait for that part. */
const goesOn = (part: string) => async (people: People) => {
  const { status, detail } = await people.capture();
  if (status !== 200) people.complain(`without ${part} a lead was answered ${status} ${detail}`);
};

/** 503 that names it, or 200 where the answer came after it was back. */
const saysWhat = (part: string, named: RegExp) => async (people: People) => {
  const { status, detail } = await people.capture();
  if (status !== 200 && !(status === 503 && named.test(detail))) people.complain(`without ${part} a lead was answered ${status} ${detail}`);
};
