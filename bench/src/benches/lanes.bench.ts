import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { setOfLane } from '#platform/read-side/projections/view-set.js';
import { type Mongo, connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { countLanes } from '#platform/read-side/read-store/lanes.js';
import { killOnExit } from '../../../test/acceptance/product/child-process.js';
import { MongodProcess } from '../../../test/servers/programs/mongod-process.js';
import { type Row, row } from '../table.js';
import { writeInstallation } from '../written-installation.js';

const COMPANIES = 50;
const PROJECTION_PROCESSES = 2;
const COMPARED_LANES = [1, 4];
const IDS_PER_READ = 2_000;
const PROGRAM_ARGUMENTS = [
  '--conditions=source',
  '--import',
  './platform/src/testing/register-typescript.mjs',
  '--no-warnings',
  'bench/src/lane-process.ts',
];

/** Rebuild of all views on MongoDB by two projection processes, in one lane and in four. */
export async function benchLanes({
  events,
  print,
}: {
  readonly events: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const folder = await writeInstallation({ events, companies: COMPANIES, print });
  const mongod = await MongodProcess.start();
  const url = mongod.urlOf('lanes');
  const mongo = await connectMongo(url);
  try {
    const rows: Row[] = [];
    const digests = new Set<string>();
    for (const organizationLanes of COMPARED_LANES) {
      const laneCount = countLanes(organizationLanes);
      const seconds = await projectInLanes(folder, url, laneCount);
      const { digest, documents } = await hashDocuments(mongo, laneCount);
      digests.add(digest);
      print(`${organizationLanes} lanes: ${seconds.toFixed(0)} s`);
      const label = `${events} events projected on MongoDB, lanes of organizations: ${organizationLanes}`;
      rows.push(
        row('lanes', label, events / seconds, 'events/s', {
          atLeast: 4_000,
          note: `${documents} documents, ${PROJECTION_PROCESSES} processes`,
        }),
      );
    }
    return [
      ...rows,
      row('lanes', 'sets of documents that differ', digests.size - 1, '', { atMost: 0 }),
    ];
  } finally {
    await mongo.close();
    await mongod.remove();
  }
}

/** @returns seconds until both processes have projected the whole log in all lanes */
async function projectInLanes(folder: string, url: string, laneCount: number): Promise<number> {
  const since = performance.now();
  const processes = Array.from({ length: PROJECTION_PROCESSES }, () =>
    killOnExit(
      spawn(process.execPath, [...PROGRAM_ARGUMENTS, folder, url, String(laneCount)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    ),
  );
  await Promise.all(processes.map(({ stdout }) => once(stdout!, 'data')));
  const seconds = (performance.now() - since) / 1_000;
  for (const child of processes) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  return seconds;
}

/** Adds the hashes of all documents modulo 2^64, so that their order and lanes do not count. */
async function hashDocuments(mongo: Mongo, laneCount: number) {
  let hashSum = 0n;
  let documents = 0;
  for (let lane = 0; lane < laneCount; lane++) {
    const store = await ReadStoreOnMongo.open(mongo, { set: setOfLane('bench', lane, laneCount) });
    for (const [view, collection] of Object.entries(await store.readCurrentCollections()))
      for (let after: string | undefined = ''; after !== undefined;) {
        const ids: readonly string[] = await store.readIds(collection, after, IDS_PER_READ);
        for (const [id, json] of await store.get(collection, ids)) {
          const bytes = hash('sha256', `${view} ${id} ${json}`, 'buffer');
          hashSum = BigInt.asUintN(64, hashSum + bytes.readBigUInt64BE());
          documents++;
        }
        after = ids.at(-1);
      }
  }
  return { digest: `${documents} ${hashSum}`, documents };
}
