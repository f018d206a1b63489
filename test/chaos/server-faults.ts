import { setTimeout as wait } from 'node:timers/promises';
import type { EventStoreProcess } from '../servers/event-store-stand-in/event-store-process.js';
import { noFaults } from '../servers/event-store-stand-in/faults.js';
import type { MongodProcess } from '../servers/programs/mongod-process.js';
import type { RedisProcess } from '../servers/programs/redis-process.js';
import type { Fault, Probe } from './installation.js';

export type Servers = {
  readonly log: EventStoreProcess;
  readonly mongo: MongodProcess;
  readonly redis: RedisProcess;
};
type Outage = {
  readonly kind: string;
  readonly weight: number;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Delay before readiness is checked, because an outage is noticed late. */
const DETECTION_DELAY_MS = 400;

/**
 * Faults of the servers. Without Redis leads can still be captured. Without the log or MongoDB the
 * answer names the missing server.
 * @param outageMs duration of an outage
 */
export function serverFaults({ log, mongo, redis }: Servers, outageMs: number): readonly Fault[] {
  return [
    faultOf(
      {
        kind: 'Redis killed',
        weight: 2,
        begin: () => redis.end('SIGKILL'),
        end: () => redis.start(),
      },
      mustStillCapture('Redis'),
    ),
    faultOf(
      {
        kind: 'Redis frozen',
        weight: 1,
        begin: () => redis.freeze(),
        end: async () => redis.thaw(),
      },
      mustStillCapture('Redis'),
    ),
    faultOf(
      {
        kind: 'Mongo killed',
        weight: 2,
        begin: () => mongo.kill(),
        end: async () => mongo.startWithoutWaiting(),
      },
      mustNameWhatIsDown('Mongo', /mongo/i),
    ),
    faultOf(
      {
        kind: 'Mongo frozen',
        weight: 1,
        begin: () => mongo.freeze(),
        end: async () => mongo.thaw(),
      },
      mustNameWhatIsDown('Mongo', /mongo/i),
    ),
    faultOf(
      { kind: 'log killed', weight: 2, begin: () => log.kill(), end: () => log.restart() },
      mustNameWhatIsDown('the log', /log/i),
    ),
    faultOf(
      {
        kind: 'log refuses',
        weight: 1,
        begin: () => log.setFaults({ refuse: true }),
        end: () => log.setFaults({ refuse: false }),
      },
      mustNameWhatIsDown('the log', /log/i),
    ),
    briefOutage('log committed, not answered', 10, (times) => ({ commitSilently: times })),
    briefOutage('log neither committed nor answered', 5, (times) => ({ hangAppends: times })),
    briefOutage('log reads not answered', 3, (times) => ({ hangReads: times })),
    briefOutage('log slow', 3, () => ({ delayMs: 300 })),
    briefOutage('log’s disk full', 4, () => ({ diskFull: true })),
    briefOutage('log delivers twice, and old ones again', 8, () => ({ doubleDeliveries: true })),
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
        await wait(1_000);
        await log.endSubscriptions();
        return 'for 1 s, then ended';
      },
    },
  ];

  function faultOf(
    { kind, weight, begin, end }: Outage,
    during: (probe: Probe) => Promise<void>,
  ): Fault {
    return {
      kind,
      weight,
      atLeastOnce: true,
      async run(_, probe) {
        // Waits for servers that still recover from an earlier fault and would be named instead.
        await probe.untilHealthy();
        await begin();
        const outageEnd = wait(outageMs).then(end);
        await wait(DETECTION_DELAY_MS);
        await during(probe);
        await outageEnd;
        return `for ${outageMs} ms`;
      },
    };
  }

  function briefOutage(
    kind: string,
    weight: number,
    faults: (times: number) => Partial<typeof noFaults>,
  ): Fault {
    return {
      kind,
      weight,
      async run(random) {
        const times = random.integer(1, 3);
        await log.setFaults(faults(times));
        await wait(random.integer(300, 900));
        await log.setFaults(noFaults);
        return `${times}`;
      },
    };
  }
}

/** Checks that a lead is captured, whatever else waits for the part. */
const mustStillCapture = (part: string) => async (probe: Probe) => {
  const { status, detail } = await probe.captureLead();
  if (status !== 200)
    probe.reportViolation(`without ${part} a lead was answered ${status} ${detail}`);
};

/** Checks for a 503 that names the part, or a 200 after its return. */
const mustNameWhatIsDown = (part: string, partName: RegExp) => async (probe: Probe) => {
  const { status, detail } = await probe.captureLead();
  if (status !== 200 && !(status === 503 && partName.test(detail)))
    probe.reportViolation(`without ${part} a lead was answered ${status} ${detail}`);
};
