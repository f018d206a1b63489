import { type Config, readConfig } from '#platform/common/config/config.js';
import { systemClock } from '#platform/common/clock.js';
import { type EventLog, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { batchesAfter } from '#platform/event-log/events-after.js';
import { build } from '#platform/process/build.js';
import { openParts } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { isInLog } from '#platform/read-side/projections/checkpoints.js';
import { resolveProcessors } from '#platform/read-side/projections/generations.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { Rebuild } from '#platform/read-side/projections/rebuild.js';
import { viewSetOf } from '#platform/read-side/projections/view-set.js';
import {
  ReadStoreOnSqlite,
  builtViewsPath,
} from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { type ReadStore, LIVE_TRACK } from '#platform/read-side/read-store/read-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { allProjections } from '#projections/all-projections.js';
import { catalogue, createEventReader } from '#projections/event-reader.js';
import { openLogAndKeys } from '#workers/backups/installation.js';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time for which a sample of the log is projected. */
const SAMPLE_MS = 2_000;
/** Measured on one MongoDB (docs/operations.md). A sample would write into the server. */
const EVENTS_PER_SECOND_ON_MONGO = 1_600;

const set = viewSetOf(allProjections);
const count = (value: number): string => value.toLocaleString('en-IN');
const megabytes = (bytes: number): string => `${count(Math.ceil(bytes / 1_000_000))} MB`;
const versioned = (type: string, version: number): string =>
  version === 1 ? type : `${type} (version ${version})`;

/**
 * `npm run upgrade-check`, in the folder of a new build, says what that build will rebuild and
 * write, and how long. It reads beside the running process of another build, and changes nothing.
 * The exit code is 1 if something stands in the way.
 */
runProcess(async () => {
  if (process.argv.length > 2) {
    print('Use it without parameters: npm run upgrade-check');
    process.exit(2);
  }
  print(`Build: ${build.version} (${build.commit})`);
  const config = readConfig(process.env);
  const obstacles =
    config.servers.mongo === undefined
      ? await checkEmbeddedViews(config)
      : await checkViewsOnMongo(config, config.servers.mongo);
  obstacles.forEach(print);
  print(obstacles.length === 0 ? 'Nothing stands in the way.' : 'Do not start this build here.');
  process.exit(obstacles.length === 0 ? 0 : 1);
});

async function checkEmbeddedViews(config: Config): Promise<readonly string[]> {
  const views = join(config.dataDir, 'views.sqlite');
  const parts = await openLogAndKeys(config);
  const store = existsSync(views) ? ReadStoreOnSqlite.openReadonly(views) : undefined;
  try {
    const { events, unknown } = await checkEvents(parts.log);
    const isReadable = store?.isOfCurrentFormat() === true;
    const hasToBuild = printViews(isReadable ? await changedViews(parts.log, store) : undefined);
    if (!hasToBuild || unknown.length > 0) return unknown;
    if (existsSync(builtViewsPath(views, set))) {
      print('Time: none, because they were built for the next start of this build');
      return [];
    }
    print(await sampleTime(parts, events));
    const needed = store ? statSync(views).size : 0;
    const { bavail, bsize } = await statfs(config.dataDir);
    const size = store ? `about ${megabytes(needed)}, as the present views` : 'no views to go by';
    print(`Disk: ${size}; ${megabytes(bavail * bsize)} are free`);
    return bavail * bsize > needed ? [] : ['The disk has no space for a second set of views.'];
  } finally {
    await Promise.all([parts.close(), store?.close()]);
  }
}

/** Opens no keys, because their store creates its indexes when it is opened. */
async function checkViewsOnMongo(config: Config, url: string): Promise<readonly string[]> {
  const { log, stores, close } = await openParts(config, ['log', 'stores'], {
    viewSet: set,
    clock: systemClock,
    jobFailed: () => {},
    onTrouble: () => {},
  });
  const mongo = await connectMongo(url);
  try {
    const { events, unknown } = await checkEvents(log);
    const changed = await Promise.all(stores.all.map((store) => changedViews(log, store)));
    if (!printViews([...new Set(changed.flat())])) return unknown;
    const time = duration(events / EVENTS_PER_SECOND_ON_MONGO);
    print(
      `Time: about ${time}, at the ${count(EVENTS_PER_SECOND_ON_MONGO)} events a second that were measured on one MongoDB`,
    );
    const part = mongo.part('views');
    const { storageSize, indexSize } = await part.ask(() => part.db.stats());
    print(`Disk: at most ${megabytes(storageSize + indexSize)}, as all present sets of views`);
    return unknown;
  } finally {
    await Promise.all([close(), mongo.close()]);
  }
}

/** Reads the log, and compares the types and versions of its events with those of this build. */
async function checkEvents(log: EventLog) {
  const known = new Map<string, number>();
  const unknown = new Map<string, number>();
  const progress = createProgress('Reading the log');
  let [events, damaged] = [0, 0];
  for await (const batch of batchesAfter(log, BEFORE_ALL)) {
    for (const { type, metadata, damage } of batch) {
      if (damage !== undefined) {
        damaged++;
        continue;
      }
      const { schemaVersion: version } = metadata;
      const isKnown = version <= (catalogue.types.get(type)?.version ?? 0);
      const counts = isKnown ? known : unknown;
      counts.set(versioned(type, version), (counts.get(versioned(type, version)) ?? 0) + 1);
    }
    progress((events += batch.length));
  }
  const unwritten = [...catalogue.types]
    .map(([type, { version }]) => versioned(type, version))
    .filter((name) => !known.has(name));
  print(`Log: ${count(events)} events${damaged > 0 ? `, ${count(damaged)} of them damaged` : ''}`);
  print(
    `Not in the log yet: ${unwritten.sort().join(', ') || 'none'}. The way back ends when one is written that the former build does not know.`,
  );
  return {
    events,
    unknown: [...unknown].map(
      ([name, number]) => `This build is too old for ${name}: ${count(number)} events`,
    ),
  };
}

/** Views that this build does not find in its version, each with the reason. */
async function changedViews(log: EventLog, store: ReadStore): Promise<readonly string[]> {
  const stored = await store.checkpoint(LIVE_TRACK);
  const isSameLog = stored?.parked !== undefined && (await isInLog(log, stored));
  const { missing } = await resolveProcessors(store, allProjections, isSameLog);
  const current = await store.current();
  return missing.map(({ projection: { name, version } }) => {
    const [, former] = /@(\d+)\./.exec(current[name] ?? '') ?? [];
    return `${name} (${former === undefined ? 'new' : `version ${version} after ${former}`})`;
  });
}

/**
 * Prints which views are built: all, if one has a new version.
 * @param changed undefined if no view can be read
 * @returns whether views are built
 */
function printViews(changed: readonly string[] | undefined): boolean {
  const all = allProjections.length;
  if (changed?.length === 0) print(`Views: all ${all} stay`);
  else if (changed === undefined || changed.length === all)
    print(`Views: all ${all} are built, because none is there in this build's form`);
  else print(`Views: all ${all} are built, because of ${changed.join(', ')}`);
  return changed?.length !== 0;
}

/** Projects the log's beginning into a temporary file, and says how long all events would take. */
async function sampleTime(
  { log, keys }: { readonly log: EventLog; readonly keys: Pick<KeyStore, 'get'> },
  events: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-check-'));
  const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
  try {
    const startedAt = performance.now();
    let projected = 0;
    const rebuild = await Rebuild.begin(
      { log, store, open: createEventReader(keys).open, erase: async () => {} },
      allProjections.map((projection) => new ProjectionProcessor(projection, 1)),
      {
        epoch: 0,
        signal: AbortSignal.timeout(SAMPLE_MS),
        progress: (value) => (projected = value),
        onParked: () => {},
      },
    );
    await rebuild.build();
    const seconds = (performance.now() - startedAt) / 1_000;
    const time = duration((seconds * events) / Math.max(1, projected));
    return `Time: about ${time}, measured with the first ${count(projected)} events`;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const duration = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
