import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { BEFORE_ALL } from '#platform/event-log/event-log.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../test/acceptance/product/until.js';
import { StartedParts } from '../../../test/chaos/started-parts.js';
import { EventStoreProcess } from '../../../test/servers/event-store-stand-in/event-store-process.js';
import { MongodProcess } from '../../../test/servers/programs/mongod-process.js';
import { RedisProcess } from '../../../test/servers/programs/redis-process.js';
import { S3StandIn } from '../../../test/servers/stand-ins/s3-stand-in.js';
import { Deployment } from '../../../test/several-processes/deployment.js';
import { LoadBalancer } from '../../../test/several-processes/load-balancer.js';
import { createNewerBuild } from '../../../test/several-processes/newer-build.js';
import {
  CompaniesAtWork,
  memoryGrowthRow,
  REPS_OF_COMPANY,
  phaseRows,
} from '../companies-at-work.js';
import { readResidentBytes } from '../process-usage.js';
import { manySignUps, signUpAndCapture } from '../sample-data.js';
import { type Row, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

type Options = {
  readonly companies: number;
  readonly leadsEach: number;
  readonly minutes: number;
  readonly print: (line: string) => void;
};

const NAME = 'companies-on-servers';
/** Duration of a call to the log in milliseconds, similar to a real EventStoreDB. */
const CALL_MS = 1.5;
const EVENTS_OF_PAGE = 2_000;
const MINUTE_MS = 60_000;
const VIEWS_TIMEOUT_MS = 30 * MINUTE_MS;

/**
 * Measures many companies at work on two of each process with MongoDB, Redis, and the stand-ins
 * for EventStoreDB and S3: a quiet third of the time, a newer build that rebuilds its views beside
 * them, and the rest.
 */
export async function benchCompaniesOnServers({
  companies: count,
  leadsEach,
  minutes,
  print,
}: Options): Promise<readonly Row[]> {
  const started = new StartedParts();
  try {
    const folder = await started.add(mkdtempSync(join(tmpdir(), 'fieldtrace-companies-')), (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    const log = await started.add(
      EventStoreProcess.start(join(folder, 'log'), { callMs: CALL_MS }),
      (part) => part.kill(),
    );
    const mongo = await started.add(MongodProcess.start(), (part) => part.remove());
    const redis = await started.add(RedisProcess.start(), (part) => part.dispose());
    const files = await started.add(S3StandIn.start(), (part) => part.stop());
    const addresses = {
      EVENTSTORE_URL: log.url,
      MONGO_URL: mongo.urlOf('fieldtrace'),
      REDIS_URL: redis.url(),
      S3_URL: files.url(),
    };
    const deployment = await started.add(Deployment.start({}, addresses, manySignUps), (part) =>
      part.dispose(),
    );
    const [backend] = deployment.backend as [Deployment['backend'][number]];
    const proxy = await started.add(
      LoadBalancer.start(deployment.backend.map(({ port }) => port)),
      (part) => part.close(),
    );
    const sample = await signUpAndCapture(backend, {
      organizations: count,
      leadsEach,
      reps: REPS_OF_COMPANY,
      notes: true,
      print,
    });
    await waitForViews((await deployment.findHosts()).active, VIEWS_TIMEOUT_MS);
    const processes = [...deployment.backend, ...deployment.projections, ...deployment.workers];
    const work = new CompaniesAtWork(proxy.url, sample, () =>
      processes.reduce((sum, process) => sum + readResidentBytes(process), 0),
    );
    const before = await work.runDuring(() => pause((minutes * MINUTE_MS) / 3));
    print('a newer build rebuilds its views');
    const rebuilding = await work.runDuring(async () => {
      const newer = await deployment.add('projections', {}, createNewerBuild(folder));
      await newer.startListening();
      await until(async () => (await newer.readReadiness()).ok, {
        withinMs: VIEWS_TIMEOUT_MS,
        what: () => 'the views of the newer build',
      });
      await newer.end();
    });
    const after = await work.runDuring(() => pause((minutes * MINUTE_MS * 2) / 3));
    const leads = await countLeads(log.url);
    return [
      row(
        NAME,
        `5xx, ${count} companies of ${REPS_OF_COMPANY + 1} people and ${leadsEach} leads`,
        before.failed + rebuilding.failed + after.failed,
        '',
        { atMost: 0 },
      ),
      row(
        NAME,
        'acknowledged commands that are lost',
        sample.leads + work.acknowledged - leads,
        '',
        { atMost: 0 },
      ),
      ...phaseRows(NAME, 'calm', before),
      ...phaseRows(NAME, 'while a newer build rebuilds its views', rebuilding),
      ...phaseRows(NAME, 'afterwards', after),
      row(NAME, 'rebuilding the views of the newer build', rebuilding.seconds, 's'),
      memoryGrowthRow(NAME, after),
    ];
  } finally {
    await started.end();
  }
}

async function countLeads(url: string): Promise<number> {
  const log = EventLogOnEventStore.open(url);
  try {
    let count = 0;
    for (let position = BEFORE_ALL; ;) {
      const events = await log.readAll(position, EVENTS_OF_PAGE);
      if (events.length === 0) return count;
      count += events.filter(({ type }) => type === 'LeadCreated').length;
      position = events.at(-1)!.position;
    }
  } finally {
    await log.close();
  }
}
