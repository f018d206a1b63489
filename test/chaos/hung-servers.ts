import { type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Person, newPhone, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { readAllLeads } from '../faults/all-pages.js';
import { findNotStoredOnce } from '../faults/log-checks.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import type { SentCommand } from '../faults/send-until-answered.js';
import { EventStoreCluster } from '../servers/event-store-stand-in/event-store-cluster.js';
import { EventStoreProcess } from '../servers/event-store-stand-in/event-store-process.js';
import { FreezingProxy } from '../servers/stand-ins/freezing-proxy.js';
import { MongodProcess } from '../servers/programs/mongod-process.js';
import { RedisProcess } from '../servers/programs/redis-process.js';
import { print } from './report.js';
import { StartedParts } from './started-parts.js';

/**
 * Milliseconds of a call to a real EventStoreDB, whose cluster replaces a hung leader after 8 s.
 */
const CALL_MS = 1.5;
const realisticDelays = { callMs: CALL_MS, silenceMs: 6_500, electionMs: 1_500 };

/** Product on servers, one of which can be made to hang. */
export type Stage = Scenario & Servers & { readonly product: Product; end(): Promise<void> };
type Servers = {
  readonly logUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Makes the server hang.
   * @returns function that ends it
   */
  hang(): Promise<() => void>;
};
type Scenario = {
  readonly name: string;
  /** Whether queries to every port on the server are sent once a second, besides commands. */
  readonly hasQueries: boolean;
  /**
   * Milliseconds from the start of the hang until commands have to be answered again. Left out:
   * commands may wait for its end.
   */
  readonly commandsWithinMs?: number;
  /** Number of additional commands sent during the hang, and repeated until its end. */
  readonly backlog?: number;
};
type ScenarioStart = Scenario & {
  startServers(folder: string, started: StartedParts): Promise<Servers>;
};

const MAX_ANSWER_MS = 12_000;
const RECOVERY_MS = 5_000;
/** Tolerance of measured answers, because the machine has other work. */
const TOLERANCE_MS = 500;

const scenarios = {
  leader: {
    name: 'leader of three nodes',
    hasQueries: false,
    commandsWithinMs: 12_000,
    async startServers(folder, started) {
      const cluster = await started.add(
        EventStoreCluster.start(join(folder, 'log'), realisticDelays),
        (part) => part.stop(),
      );
      return {
        logUrl: cluster.url,
        env: { EVENTSTORE_URL: cluster.url },
        async hang() {
          const leader = await cluster.findLeader();
          await leader.freeze();
          return () => leader.thaw();
        },
      };
    },
  },
  log: {
    name: 'the log with 500 commands waiting',
    hasQueries: false,
    backlog: 500,
    async startServers(folder, started) {
      const log = await startLog(folder, started);
      const proxy = await startProxy(log.port, started);
      const EVENTSTORE_URL = `esdb://127.0.0.1:${proxy.port}?tls=false`;
      return serversBehindProxy(proxy, log, { EVENTSTORE_URL });
    },
  },
  mongo: {
    name: 'MongoDB',
    hasQueries: true,
    async startServers(folder, started) {
      const log = await startLog(folder, started);
      const mongo = await started.add(MongodProcess.start(), (part) => part.remove());
      const proxy = await startProxy(mongo.port, started);
      const MONGO_URL = `mongodb://127.0.0.1:${proxy.port}/fieldtrace?directConnection=true`;
      return serversBehindProxy(proxy, log, { MONGO_URL });
    },
  },
  redis: {
    name: 'Redis',
    hasQueries: true,
    async startServers(folder, started) {
      const log = await startLog(folder, started);
      const redis = await started.add(RedisProcess.start(), (part) => part.dispose());
      const proxy = await startProxy(redis.port, started);
      return serversBehindProxy(proxy, log, { REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    },
  },
} satisfies Record<string, ScenarioStart>;

export type HungServer = keyof typeof scenarios;
export const hungServers = Object.keys(scenarios) as readonly HungServer[];

const startLog = (folder: string, started: StartedParts) =>
  started.add(EventStoreProcess.start(join(folder, 'log'), { callMs: CALL_MS }), (log) =>
    log.kill(),
  );
const startProxy = (port: number, started: StartedParts) =>
  started.add(FreezingProxy.start(port), (proxy) => proxy.close());

function serversBehindProxy(
  proxy: FreezingProxy,
  log: EventStoreProcess,
  env: Servers['env'],
): Servers {
  return {
    logUrl: log.url,
    env: { EVENTSTORE_URL: log.url, ...env },
    async hang() {
      proxy.hang();
      return () => proxy.thaw();
    },
  };
}

/** Limits that let the traffic sign up a stranger each second. */
const manyStrangers = {
  STRANGERS_PER_ADDRESS_AND_HOUR: '100000',
  CODES_PER_ADDRESS_AND_HOUR: '100000',
};

/** Product on its own servers; `end` removes everything. */
export async function startStage(name: HungServer): Promise<Stage> {
  const { startServers, ...scenario }: ScenarioStart = scenarios[name];
  const started = new StartedParts();
  try {
    const folder = await started.add(mkdtempSync(join(tmpdir(), 'fieldtrace-hung-')), (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    const servers = await startServers(folder, started);
    const product = await started.add(
      Product.start({
        dataDir: join(folder, 'data'),
        env: { ...servers.env, ...manyStrangers },
      }),
      (part) => part.dispose(),
    );
    return { ...scenario, ...servers, product, end: () => started.end() };
  } catch (error) {
    await started.end();
    throw error;
  }
}

type HangOptions = {
  readonly times: number;
  readonly hungMs: number;
  /** Whether late answers are violations; that depends on the machine. */
  readonly isTimed?: boolean;
};

/**
 * Lets a server hang repeatedly while people work.
 * @returns number of failed checks
 */
export async function hangServer(
  stage: Stage,
  { times, hungMs, isTimed = true }: HangOptions,
): Promise<number> {
  const { name, product } = stage;
  print(`\n${name}, hung for ${hungMs / 1_000} s, ${times} times, 10 commands a second`);
  const { admin, reps } = await createTeam(product, 'Anil');
  const round = { stage, people: [admin, ...reps], sent: [] as SentCommand[], hungMs };
  const violations: string[] = [];
  for (let number = 1; number <= times; number++) {
    const outcome = await hangOnce(round);
    const violationsOfRound = isTimed
      ? [...outcome.violations, ...outcome.late]
      : outcome.violations;
    violations.push(...violationsOfRound.map((violation) => `round ${number}: ${violation}`));
    print(`  ${String(number).padStart(3)}  ${outcome.summary}`);
  }
  violations.push(...findNotStoredOnce(await readAllEvents(stage.logUrl), round.sent));
  print(
    `  ${violations.length === 0 ? 'ok   ' : 'WRONG'}  ${name} hung: ${round.sent.length} commands, none lost, none doubled${isTimed ? ', all in time' : ''}`,
  );
  for (const violation of violations.slice(0, 20)) print(`         ${violation}`);
  if (violations.length > 0) print(product.output.slice(-4_000));
  return violations.length > 0 ? 1 : 0;
}

type Round = {
  readonly stage: Stage;
  readonly people: readonly Person[];
  /** Everything sent since the start. */
  readonly sent: SentCommand[];
  readonly hungMs: number;
};

async function hangOnce({ stage, people, sent, hungMs }: Round) {
  const traffic = new TimedTraffic(stage.product, people, stage.hasQueries);
  await wait(3_000);
  const release = await stage.hang();
  const hungAt = performance.now();
  for (let count = 0; count < (stage.backlog ?? 0); count++) traffic.sendOne();
  await wait(hungMs);
  release();
  const releasedAt = performance.now();
  await wait(RECOVERY_MS);
  const recoveredAt = performance.now();
  await wait(3_000);
  sent.push(...(await traffic.stop()));
  const viewsMs = await measureListing(people[0]!, sent);

  const firstAnswerMs =
    Math.min(
      ...traffic.answered
        .filter(({ sentAt }) => sentAt > hungAt)
        .map(({ answeredAt }) => answeredAt),
    ) - hungAt;
  const times: RoundTimes = { hungAt, releasedAt, recoveredAt, viewsMs, firstAnswerMs };
  const unanswered = traffic.requests.filter(({ status }) => status === 0 || status === 500);
  return {
    summary: summarizeRound(traffic, times),
    late: findLateAnswers(traffic.requests, times, stage.commandsWithinMs),
    violations: unanswered.map(
      ({ requestName, status }) => `${requestName} was answered ${status}`,
    ),
  };
}

type RoundTimes = {
  readonly hungAt: number;
  readonly releasedAt: number;
  readonly recoveredAt: number;
  /** Milliseconds from the last answer until the list had all leads. */
  readonly viewsMs: number;
  /** Milliseconds from the start of the hang to the first answer to a command sent since. */
  readonly firstAnswerMs: number;
};

/** Answers that came too late, and requests that failed after the time for recovery. */
function findLateAnswers(
  requests: readonly TimedRequest[],
  { recoveredAt, viewsMs, firstAnswerMs }: RoundTimes,
  commandsWithinMs = Infinity,
): readonly string[] {
  const slowRequests = requests.filter(({ ms }) => ms > MAX_ANSWER_MS + TOLERANCE_MS);
  const notRecovered = requests.filter(
    ({ sentAt, status }) => sentAt > recoveredAt && !(status >= 200 && status < 300),
  );
  return [
    ...slowRequests.map(
      ({ requestName, ms }) => `${requestName} was answered after ${ms.toFixed(0)} ms`,
    ),
    ...notRecovered.map(
      ({ requestName, status }) =>
        `${requestName} was answered ${status} ${RECOVERY_MS} ms after the hang ended`,
    ),
    ...(viewsMs > RECOVERY_MS ? [`lists had everything only ${viewsMs} ms later`] : []),
    ...(firstAnswerMs > commandsWithinMs
      ? [`no command was answered until ${firstAnswerMs.toFixed(0)} ms after it hung`]
      : []),
  ];
}

/** Line about a round for the person who reads the output. */
function summarizeRound(
  { requests, answered }: TimedTraffic,
  { hungAt, releasedAt, recoveredAt, viewsMs, firstAnswerMs }: RoundTimes,
): string {
  const slowest = requests.reduce((one, other) => (other.ms > one.ms ? other : one));
  const commands = requests.filter(
    ({ requestName, status }) => requestName === 'CreateLead' && status === 200,
  );
  const [p99Before, p99After] = [
    commands.filter(({ sentAt, ms }) => sentAt + ms < hungAt),
    commands.filter(({ sentAt }) => sentAt > recoveredAt),
  ].map(p99);
  const refusedCount = requests.filter(({ status }) => status === 503).length;
  const lastStoredAt = Math.max(...answered.map(({ answeredAt }) => answeredAt));
  return (
    `first command sent while it hung: answered ${(firstAnswerMs / 1_000).toFixed(1)} s after (the hang ended after ${((releasedAt - hungAt) / 1_000).toFixed(1)} s); ` +
    `slowest answer ${(slowest.ms / 1_000).toFixed(1)} s (${slowest.requestName}: ${slowest.status}), ${refusedCount} times 503, the last stored ${((lastStoredAt - releasedAt) / 1_000).toFixed(1)} s after the hang ended, lists whole ${viewsMs} ms after the last; ` +
    `p99 ${p99Before} ms before, ${p99After} ms from ${RECOVERY_MS / 1_000} s after on; load ${loadavg()[0]!.toFixed(1)}`
  );
}

/** The 99th percentile of the durations, in milliseconds. */
function p99(requests: readonly TimedRequest[]): number {
  const sorted = requests.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN);
}

/** Milliseconds until the list contains all acknowledged leads. */
async function measureListing(admin: Person, sent: readonly SentCommand[]): Promise<number> {
  const startedAt = performance.now();
  const expectedCount = sent.filter(({ answer }) => answer.status === 200).length;
  await until(async () => (await readAllLeads(admin).catch(() => [])).length === expectedCount, {
    withinMs: 60_000,
    everyMs: 100,
    what: () => `${expectedCount} leads`,
  });
  return Math.round(performance.now() - startedAt);
}

type TimedRequest = {
  readonly requestName: string;
  readonly sentAt: number;
  readonly ms: number;
  readonly status: number;
};

/** Ten commands a second, each repeated until it is accepted or refused; and timed queries. */
class TimedTraffic {
  readonly requests: TimedRequest[] = [];
  readonly answered: { readonly sentAt: number; readonly answeredAt: number }[] = [];
  private readonly pendingCommands: Promise<SentCommand>[] = [];
  private readonly queries: Promise<void>[] = [];
  private readonly timers: NodeJS.Timeout[];
  private readonly photo = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );

  constructor(
    private readonly product: Product,
    private readonly people: readonly Person[],
    hasQueries: boolean,
  ) {
    this.timers = [setInterval(() => this.sendOne(), 100)];
    if (hasQueries) this.timers.push(setInterval(() => this.sendQueries(), 1_000));
  }

  sendOne(): void {
    this.pendingCommands.push(this.sendUntilAnswered());
  }

  async stop(): Promise<readonly SentCommand[]> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.queries);
    return Promise.all(this.pendingCommands);
  }

  /** Waits as long as answers ask for, like a browser's outbox. */
  private async sendUntilAnswered(): Promise<SentCommand> {
    const [key, data, person] = [
      randomUUID(),
      newLeadData(),
      this.people[this.pendingCommands.length % this.people.length]!,
    ];
    const sentAt = performance.now();
    for (let tries = 1; ; tries++) {
      const answer = await this.measure('CreateLead', () =>
        sendCommand(person, 'CreateLead', data, { key }),
      );
      if (answer && answer.status < 500) {
        this.answered.push({ sentAt, answeredAt: performance.now() });
        return { key, command: 'CreateLead', data, person, answer, tries };
      }
      await wait((Number(answer?.headers.get('retry-after') ?? 1) + Math.random()) * 1_000);
    }
  }

  private sendQueries(): void {
    const [admin, member] = [this.people[0]!, this.people.at(-1)!];
    const stranger = new Person(this.product, 'Gita', newPhone());
    const body = JSON.stringify({
      accountId: stranger.id,
      name: stranger.name,
      phone: stranger.phone,
    });
    const file = new FormData();
    file.append('file', new Blob([this.photo], { type: 'image/png' }), 'photo.png');
    const queries: readonly (readonly [string, () => Promise<{ readonly status: number }>])[] = [
      ...['/api/leads', '/api/dashboard', '/api/alerts', '/api/team', '/api/me'].map(
        (path) => [path, () => admin.request('GET', path)] as const,
      ),
      [
        'sign-up',
        () =>
          stranger.request('POST', '/api/auth/sign-up', {
            body,
            headers: { 'content-type': 'application/json' },
          }),
      ],
      [
        'an upload',
        () =>
          member.request('POST', '/api/files', {
            body: file,
            headers: { 'idempotency-key': randomUUID() },
          }),
      ],
    ];
    for (const [requestName, send] of queries)
      this.queries.push(this.measure(requestName, send).then(() => undefined));
  }

  /** Records the request and its duration; status 0 means that no answer came. */
  private async measure<Answer extends { readonly status: number }>(
    requestName: string,
    send: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const sentAt = performance.now();
    const answer = await send().catch(() => undefined);
    this.requests.push({
      requestName,
      sentAt,
      ms: performance.now() - sentAt,
      status: answer?.status ?? 0,
    });
    return answer;
  }
}

async function readAllEvents(url: string): Promise<readonly RecordedEvent[]> {
  const log = EventLogOnEventStore.open(url);
  const events: RecordedEvent[] = [];
  try {
    for (;;) {
      const batch = await log.readAll(events.at(-1)?.position ?? BEFORE_ALL, 2_000);
      if (batch.length === 0) return events;
      events.push(...batch);
    }
  } finally {
    await log.close();
  }
}
