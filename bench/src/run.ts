import { isOnServers } from './parts-of-run.js';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../test/acceptance/ends-with-us.js';
import { board, leastVisits } from './board.bench.js';
import { budget } from './budget.bench.js';
import { createLead } from './create.bench.js';
import { firstScreen } from './first-screen.bench.js';
import { freshStart } from './fresh-start.bench.js';
import { growth } from './growth.bench.js';
import { jobs } from './jobs.bench.js';
import { listPage } from './list-page.bench.js';
import { live } from './live.bench.js';
import { memory } from './memory.bench.js';
import { morning } from './morning.bench.js';
import { overload } from './overload.bench.js';
import { pageOfTwelve } from './page.bench.js';
import { painted } from './painted.bench.js';
import { rebuild } from './rebuild.bench.js';
import { leastRounds } from './rounds.js';
import { sealingCosts } from './sealing.bench.js';
import { search } from './search.bench.js';
import { type Row, asTable, machine } from './table.js';

/** `npm run bench`: what the product is measured by, against what was built. Names of benches as words run only those. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Instead of the table: the machine and the rows. */
    json: { type: 'boolean', default: false },
    /** The same into a file. */
    out: { type: 'string' },
    /** How large the large organization of the list bench is. */
    leads: { type: 'string', default: '100000' },
    /** How large the large organization of the benches of search and growth is. */
    many: { type: 'string', default: '1000000' },
    /** How much has happened where views are rebuilt, and before the second start. */
    events: { type: 'string', default: '1000000' },
    /** How many visits the large organization of the board's bench has. */
    visits: { type: 'string', default: '1000000' },
    /** Ten minutes instead of one, where something has to stay as it is. */
    long: { type: 'boolean', default: false },
    /** What the product runs on: `embedded`, or `servers` (Mongo, Redis, the stand-in of EventStoreDB). */
    parts: { type: 'string', default: 'embedded' },
    /** How often floor and ours are measured in turn. */
    rounds: { type: 'string', default: String(leastRounds) },
  },
});

exitOnSignals();
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const rounds = Number(values.rounds);
const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  start: () => freshStart({ say }),
  list: () => listPage({ leads: Number(values.leads), say }),
  painted: () => painted({ say }),
  board: () => board({ visits: Number(values.visits), rounds, say }),
  screen: () => firstScreen(),
  create: () => createLead({ rounds }),
  page: () => pageOfTwelve({ rounds }),
  live: () => live({ rounds }),
  jobs: () => jobs({ rounds }),
  overload: () => overload({ rounds }),
  budget: () => budget({ rounds }),
  sealing: () => sealingCosts(),
  rebuild: () => rebuild({ events: Number(values.events), rounds, say }),
  search: () => search({ leads: Number(values.many), rounds, say }),
  growth: () => growth({ leads: Number(values.many), rounds, say }),
  morning: () => morning({ events: Number(values.events), rounds, say }),
  memory: () => memory({ long: values.long, say }),
};

const unknown = positionals.find((name) => !(name in benches));
if (unknown) throw new Error(`There is no bench ${unknown}. Benches: ${Object.keys(benches).join(', ')}.`);
if (!(Number(values.visits) >= leastVisits))
  throw new Error(`--visits ${values.visits}: the bench of the board compares that many with 1000, so ask for at least ${leastVisits}.`);
const where = machine();
if (where.warning) say(`WARNING: ${where.warning}`);
const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  say(`${name} …`);
  try {
    rows.push(...(await bench()));
  } catch (error) {
    say(`${name} failed: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
}
const json = JSON.stringify({ machine: where, parts: values.parts, rows }, undefined, 2);
if (values.out) writeFileSync(values.out, json);
process.stdout.write(`${values.json ? json : `${isOnServers ? 'On Mongo, Redis and the stand-in of EventStoreDB. ' : ''}${asTable(rows, where)}`}\n`);
if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
