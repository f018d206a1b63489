import type { Failpoint } from '#platform/testing/failpoints.js';
import { type EventLog, type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { EventStoreProcess } from '../servers/event-store-stand-in/event-store-process.js';
import { noFaults } from '../servers/event-store-stand-in/faults.js';
import { MongodProcess } from '../servers/programs/mongod-process.js';
import { RedisProcess } from '../servers/programs/redis-process.js';
import { readRole } from '../several-processes/deployment.js';
import { LoadBalancer } from '../several-processes/load-balancer.js';
import type { StoredState, Fault, Installation, Jobs } from './installation.js';
import { ExternalServices } from './external-services.js';
import { processFaults } from './process-faults.js';
import { ControlledProcess } from './controlled-process.js';
import { StartedParts } from './started-parts.js';
import { type Servers, serverFaults } from './server-faults.js';
import { rebuildOn, readViewsOnMongo } from './views-on-mongo.js';

type Kind = 'backend' | 'projections' | 'workers';

/** Fault that lasts until it is ended, and the alert that it has to fire. */
export type LastingFault = {
  readonly name: string;
  readonly alert: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
};

const SHORT_OUTAGE_MS = 3_000;
const LONG_OUTAGE_MS = 60_000;

/** Log lines of requests that were answered with 500 since the process started. */
const unforeseenErrors = (output: string): string[] =>
  output.split('\n').filter((line) => line.includes('"msg":"failed"'));

/** Kind of process that reaches a failpoint; default is every kind. */
const processWithFailpoint: Partial<Readonly<Record<Failpoint, Kind>>> = {
  'before-append': 'backend',
  'after-claim': 'backend',
  'after-append': 'backend',
  'log-append': 'backend',
  'after-documents': 'projections',
  'before-follow-up': 'workers',
  'between-follow-ups': 'workers',
  'after-follow-up': 'workers',
  'after-dequeue': 'workers',
  'after-send': 'workers',
};

/**
 * Two of each process on real MongoDB and Redis and the stand-in for EventStoreDB, all of which may
 * be killed.
 */
export class ServersInstallation implements Installation {
  readonly name = 'servers';
  readonly faults: readonly Fault[];

  private constructor(
    private readonly servers: Servers,
    private readonly processes: Readonly<Record<Kind, readonly ControlledProcess[]>>,
    private readonly proxy: LoadBalancer,
    private readonly external: ExternalServices,
    private readonly filesDir: string,
    isLong: boolean,
    private readonly started: StartedParts,
  ) {
    const choose = (random: SeededRandom, failpoint?: Failpoint) => {
      const kind = failpoint && processWithFailpoint[failpoint];
      return random.pick(kind ? this.processes[kind] : this.all);
    };
    const outageMs = isLong ? LONG_OUTAGE_MS : SHORT_OUTAGE_MS;
    this.faults = [
      ...processFaults(choose),
      freezeActiveHost(processes.projections),
      ...serverFaults(servers, outageMs),
      ...external.faults,
    ];
  }

  static async start({ isLong }: { readonly isLong: boolean }): Promise<ServersInstallation> {
    const started = new StartedParts();
    try {
      const folder = await started.add(mkdtempSync(join(tmpdir(), 'fieldtrace-chaos-')), (path) =>
        rmSync(path, { recursive: true, force: true }),
      );
      const filesDir = join(folder, 'files');
      const log = await started.add(EventStoreProcess.start(join(folder, 'log')), (part) =>
        part.kill(),
      );
      const mongo = await started.add(MongodProcess.start(), (part) => part.remove());
      const redis = await started.add(RedisProcess.start(), (part) => part.dispose());
      const externalServices = await started.add(ExternalServices.start(), (part) => part.stop());
      const parts = {
        EVENTSTORE_URL: log.url,
        MONGO_URL: mongo.urlOf('fieldtrace'),
        REDIS_URL: redis.url(),
        FILES_DIR: filesDir,
      };
      const env = { ...parts, ...externalServices.env };
      const start = (kind: Kind, which: string) =>
        started.add(
          ControlledProcess.start(
            `${kind}, ${which}`,
            `${kind}/src/main`,
            join(folder, 'data'),
            env,
          ),
          (part) => part.dispose(),
        );
      const startPair = async (kind: Kind) => [
        await start(kind, 'one'),
        await start(kind, 'other'),
      ];
      // Views first, because a backend without views is not ready.
      const processes = {
        projections: await startPair('projections'),
        backend: await startPair('backend'),
        workers: await startPair('workers'),
      };
      const proxy = await started.add(
        LoadBalancer.start(processes.backend.map(({ product }) => product.port)),
        (part) => part.close(),
      );
      return new ServersInstallation(
        { log, mongo, redis },
        processes,
        proxy,
        externalServices,
        filesDir,
        isLong,
        started,
      );
    } catch (error) {
      await started.end();
      throw error;
    }
  }

  get product(): Product {
    return this.external.productAt(this.proxy.url);
  }

  get addresses() {
    return [this.proxy.url];
  }

  /** Address of each process, by its name. */
  get urls(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.all.map(({ name, product: { url } }) => [name, url]));
  }

  get lastingFaults(): readonly LastingFault[] {
    const { redis, mongo, log } = this.servers;
    const outage = (name: string, begin: () => Promise<void>, end: () => Promise<void>) => ({
      name: `${name} killed`,
      alert: 'PartDown',
      begin,
      end: async () => {
        await end();
        await this.recover();
      },
    });
    const killFault = (kind: Kind): LastingFault => {
      const [running] = this.processes[kind] as [ControlledProcess];
      return {
        name: `${running.name} killed`,
        alert: 'ProcessDown',
        begin: () => running.product.end('SIGKILL'),
        end: () => this.recover(),
      };
    };
    return [
      outage(
        'Redis',
        () => redis.end('SIGKILL'),
        () => redis.start(),
      ),
      outage(
        'Mongo',
        () => mongo.kill(),
        () => mongo.start(),
      ),
      outage(
        'log',
        () => log.kill(),
        () => log.restart(),
      ),
      killFault('projections'),
      killFault('backend'),
      killFault('workers'),
    ];
  }

  get files() {
    return new FileStoreInFolder(this.filesDir, { shared: true });
  }

  async recover(): Promise<void> {
    this.external.recover();
    await this.servers.log.setFaults(noFaults);
    this.servers.mongo.thaw();
    this.servers.redis.thaw();
    for (const running of this.all) {
      if (!running.isAlive) await running.restart();
      running.thaw();
      running.armFailpoints('');
    }
    const isReady = async ({ product: { url } }: ControlledProcess) =>
      (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
    for (const running of this.all)
      await until(() => isReady(running), {
        withinMs: 180_000,
        what: () => `${running.name} to be ready again`,
      });
  }

  async readJobs(): Promise<Jobs> {
    return (await readReadiness<{ jobs: Jobs }>(this.processes.backend[0]!)).jobs;
  }

  async countParked(): Promise<number> {
    const hosts = await Promise.all(
      this.processes.projections.map((host) => readReadiness<{ views: { parked: number } }>(host)),
    );
    return Math.max(...hosts.map(({ views }) => views.parked));
  }

  async readStoredState(): Promise<StoredState> {
    await Promise.all(this.all.map(({ product }) => product.end()));
    const [mongo, rebuiltMongo] = [
      await connectMongo(this.servers.mongo.urlOf('fieldtrace')),
      await connectMongo(this.servers.mongo.urlOf('anew')),
    ];
    const log: EventLog = EventLogOnEventStore.open(this.servers.log.url);
    try {
      const [events, keys] = [await readAllEvents(log), await KeyStoreOnMongo.open(mongo)];
      await rebuildOn(rebuiltMongo, { log, keys });
      const [views, rebuiltViews] = [
        await readViewsOnMongo(mongo),
        await readViewsOnMongo(rebuiltMongo),
      ];
      return { events, keys, views, rebuiltViews, close: () => mongo.close() };
    } finally {
      await rebuiltMongo.close();
      await log.close();
    }
  }

  output(): string {
    return this.all
      .map(({ name, product }) =>
        [`${name}:`, ...unforeseenErrors(product.output), product.output.slice(-1_500)].join('\n'),
      )
      .join('\n');
  }

  dispose(): Promise<void> {
    return this.started.end();
  }

  private get all(): readonly ControlledProcess[] {
    return Object.values(this.processes).flat();
  }
}

/** Milliseconds for a take-over. Specs check that it takes 10 s; here much more happens at once. */
const TAKE_OVER_TIMEOUT_MS = 60_000;

/** Freezes the active host until the other takes over; afterwards its old lease must not write. */
const freezeActiveHost = (hosts: readonly ControlledProcess[]): Fault => ({
  kind: 'SIGSTOP longer than a lease',
  weight: 2,
  atLeastOnce: true,
  async run(_, probe) {
    const roles = await Promise.all(hosts.map(({ product }) => readRole(product)));
    const [active, other] = [hosts[roles.indexOf('active')], hosts[roles.indexOf('standing by')]];
    if (!active || !other) return undefined;
    await active.freeze();
    const frozenAt = performance.now();
    const isReplaced = async () => (await readRole(other.product)) === 'active';
    await until(isReplaced, { withinMs: TAKE_OVER_TIMEOUT_MS }).catch(() =>
      probe.reportViolation(`${other.name} did not replace ${active.name}`),
    );
    const takeOverMs = Math.round(performance.now() - frozenAt);
    active.thaw();
    return `${active.name}, replaced after ${takeOverMs} ms`;
  },
});

async function readReadiness<Health>({ product: { url } }: ControlledProcess): Promise<Health> {
  return (await (await fetch(`${url}/readyz`)).json()) as Health;
}

async function readAllEvents(log: EventLog): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const batch = await log.readAll(events.at(-1)?.position ?? BEFORE_ALL, 2_000);
    if (batch.length === 0) return events;
    events.push(...batch);
  }
}
