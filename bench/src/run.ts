import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLead } from './create.bench.js';
import { firstScreen } from './first-screen.bench.js';
import { freshStart } from './fresh-start.bench.js';
import { listPage } from './list-page.bench.js';
import { pageOfTwelve } from './page.bench.js';
import { painted } from './painted.bench.js';
import { leastRounds } from './rounds.js';
import { sealingCosts } from './sealing.bench.js';
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
    /** How often floor and ours are measured in turn. */
    rounds: { type: 'string', default: String(leastRounds) },
  },
});

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const rounds = Number(values.rounds);
const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  start: () => freshStart({ say }),
  list: () => listPage({ leads: Number(values.leads), say }),
  painted: () => painted({ say }),
  screen: () => firstScreen(),
  create: () => createLead({ rounds }),
  page: () => pageOfTwelve({ rounds }),
  sealing: () => sealingCosts(),
};

const unknown = positionals.find((name) => !(name in benches));
if (unknown) throw new Error(`There is no bench ${unknown}. Benches: ${Object.keys(benches).join(', ')}.`);
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
const json = JSON.stringify({ machine: where, rows }, undefined, 2);
if (values.out) writeFileSync(values.out, json);
process.stdout.write(`${values.json ? json : asTable(rows, where)}\n`);
if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
