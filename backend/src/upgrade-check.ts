import { typesOfStream } from '#domain/aggregates.js';
import { compare } from '#domain/kernel/order.js';
import { type Config, readConfig } from '#platform/common/config/config.js';
import { variables } from '#platform/common/config/settings.js';
import { systemClock } from '#platform/common/clock.js';
import { type EventLog, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { findOrganizationOfStream } from '#platform/event-log/subject.js';
import { versionedName } from '#platform/sealing/event-catalogue.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { build } from '#platform/process/build.js';
import { openParts } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { isInLog } from '#platform/read-side/projections/checkpoints.js';
import { MAX_PARKED_STREAMS } from '#platform/read-side/projections/projector.js';
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
import { catalogue, createProjectionReader } from '#projections/event-reader.js';
import { openLogAndKeys } from '#workers/backups/installation.js';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time for which a sample of the log is projected. */
const SAMPLE_DURATION_MS = 2_000;
/** Measured on one MongoDB (docs/operations.md). A sample would write into the server. */
const EVENTS_PER_SECOND_ON_MONGO = 1_600;

const viewSet = viewSetOf(allProjections);
/** Limit of streams whose names are printed. */
const MAX_NAMED_STREAMS = 20;

const formatCount = (value: number): string => value.toLocaleString('en-IN');
const formatMegabytes = (bytes: number): string =>
  `${formatCount(Math.ceil(bytes / 1_000_000))} MB`;

/**
 * `npm run upgrade-check`, in the folder of a new build, says what that build will rebuild and
 * write, and how long. In the folder of a former build it says which records that build parks. It
 * reads beside the running process of another build, and changes nothing. The exit code is 1 if
 * something stands in the way. With `facts` it prints what a release compares with the next one
 * (backend/scripts/release.mjs).
 */
runProcess(async () => {
  const args = process.argv.slice(2);
  if (args.join() === 'facts') {
    print(JSON.stringify(readFacts()));
    process.exit(0);
  }
  if (args.length > 0) {
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

/** Events and views of this build with their versions, and the variables that it reads. */
function readFacts() {
  const byName = (entries: readonly (readonly [name: string, version: number])[]) =>
    Object.fromEntries(entries.toSorted(([one], [other]) => compare(one, other)));
  return {
    views: byName(allProjections.map(({ name, version }) => [name, version])),
    events: byName([...catalogue.types].map(([type, { version }]) => [type, version])),
    variables: variables.toSorted(),
  };
}

async function checkEmbeddedViews(config: Config): Promise<readonly string[]> {
  const views = join(config.dataDir, 'views.sqlite');
  const parts = await openLogAndKeys(config);
  const store = existsSync(views) ? ReadStoreOnSqlite.openReadonly(views) : undefined;
  try {
    const { events, obstacles } = await checkEvents(parts.log);
    const isReadable = store?.isOfCurrentFormat() === true;
    const hasToBuild = printViews(
      isReadable ? await findChangedViews(parts.log, store) : undefined,
    );
    if (!hasToBuild || obstacles.length > 0) return obstacles;
    if (existsSync(builtViewsPath(views, viewSet))) {
      print('Time: none, because they were built for the next start of this build');
      return [];
    }
    print(await sampleTime(parts, events));
    const neededBytes = store ? statSync(views).size : 0;
    const { bavail, bsize } = await statfs(config.dataDir);
    const size = store
      ? `about ${formatMegabytes(neededBytes)}, as the present views`
      : 'no views to go by';
    print(`Disk: ${size}; ${formatMegabytes(bavail * bsize)} are free`);
    return bavail * bsize > neededBytes ? [] : ['The disk has no space for a second set of views.'];
  } finally {
    await Promise.all([parts.close(), store?.close()]);
  }
}

/** Opens no keys, because their store creates its indexes when it is opened. */
async function checkViewsOnMongo(config: Config, url: string): Promise<readonly string[]> {
  const { log, stores, close } = await openParts(config, ['log', 'stores'], {
    viewSet,
    clock: systemClock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  const mongo = await connectMongo(url);
  try {
    const { events, obstacles } = await checkEvents(log);
    const changed = await Promise.all(stores.all.map((store) => findChangedViews(log, store)));
    if (!printViews([...new Set(changed.flat())])) return obstacles;
    const time = formatDuration(events / EVENTS_PER_SECOND_ON_MONGO);
    print(
      `Time: about ${time}, at the ${formatCount(EVENTS_PER_SECOND_ON_MONGO)} events a second that were measured on one MongoDB`,
    );
    const part = mongo.part('views');
    const { storageSize, indexSize } = await part.ask(() => part.db.stats());
    print(
      `Disk: at most ${formatMegabytes(storageSize + indexSize)}, as all present sets of views`,
    );
    return obstacles;
  } finally {
    await Promise.all([close(), mongo.close()]);
  }
}

/** Reads the log, and compares the types and versions of its events with those of this build. */
async function checkEvents(log: EventLog) {
  const knownNames = new Set<string>();
  const newer = new Map<string, number>();
  const parked = new Set<string>();
  const progress = createProgress('Reading the log');
  let [events, damaged] = [0, 0];
  for await (const batch of readBatchesAfter(log, BEFORE_ALL)) {
    for (const event of batch) {
      const name = event.damage === undefined ? catalogue.newerName(event) : undefined;
      if (event.damage !== undefined) damaged++;
      else if (name === undefined)
        knownNames.add(versionedName(event.type, event.metadata.schemaVersion));
      else {
        newer.set(name, (newer.get(name) ?? 0) + 1);
        parked.add(event.stream);
      }
    }
    progress((events += batch.length));
  }
  const unwritten = [...catalogue.types]
    .map(([type, { version }]) => versionedName(type, version))
    .filter((name) => !knownNames.has(name));
  print(
    `Log: ${formatCount(events)} events${damaged > 0 ? `, ${formatCount(damaged)} of them damaged` : ''}`,
  );
  print(
    `Not in the log yet: ${unwritten.sort().join(', ') || 'none'}. A former build parks records with events that it does not know.`,
  );
  return { events, obstacles: printParked(newer, [...parked]) };
}

/**
 * Prints which events need a newer build, and the records that this build parks because of them.
 * @returns what stands in the way
 */
function printParked(
  newer: ReadonlyMap<string, number>,
  streams: readonly string[],
): readonly string[] {
  if (streams.length === 0) return [];
  const types = [...newer].map(([name, number]) => `${name} (${formatCount(number)})`);
  print(`Events of a newer build: ${types.join(', ')}`);
  const organizations = new Set(
    streams.map((stream) => findOrganizationOfStream(stream) ?? stream),
  );
  print(
    `Records parked until a newer build runs: ${formatCount(streams.length)}; their organizations: ${formatCount(organizations.size)}. All others go on.`,
  );
  const shared = streams.filter((stream) => /^(?:account|organization)-/.test(stream));
  if (shared.length > 0)
    print(
      `Shut out until then are all members of: ${shared.slice(0, MAX_NAMED_STREAMS).join(', ')}`,
    );
  const parkedCount = streams.reduce((sum, stream) => sum + countReaders(stream), 0);
  return parkedCount > MAX_PARKED_STREAMS ? ['This build cannot park so many records.'] : [];
}

/** Number of projections that park a stream. */
function countReaders(stream: string): number {
  const types = typesOfStream(stream);
  const readers = allProjections.filter(({ events }) =>
    types.some((type) => Object.hasOwn(events, type)),
  );
  return readers.length || 1;
}

/** Views that this build does not find in its version, each with the reason. */
async function findChangedViews(log: EventLog, store: ReadStore): Promise<readonly string[]> {
  const stored = await store.readCheckpoint(LIVE_TRACK);
  const isSameLog = stored?.parked !== undefined && (await isInLog(log, stored));
  const { missing } = await resolveProcessors(store, allProjections, { isSameLog });
  const current = await store.readCurrentCollections();
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
      { log, store, ...createProjectionReader(keys), erase: async () => {} },
      allProjections.map((projection) => new ProjectionProcessor(projection, 1)),
      {
        epoch: 0,
        signal: AbortSignal.timeout(SAMPLE_DURATION_MS),
        progress: (value) => (projected = value),
        onParked: () => {},
      },
    );
    await rebuild.build();
    const seconds = (performance.now() - startedAt) / 1_000;
    const time = formatDuration((seconds * events) / Math.max(1, projected));
    return `Time: about ${time}, measured with the first ${formatCount(projected)} events`;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const formatDuration = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
