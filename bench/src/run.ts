import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../test/acceptance/product/child-process.js';
import { benchAttacks } from './benches/attacks/attacks.bench.js';
import { benchAuditExport } from './benches/audit-export.bench.js';
import { benchAuditors } from './benches/auditors.bench.js';
import { benchBills } from './benches/bills.bench.js';
import { benchCatalogue } from './benches/catalogue.bench.js';
import { benchCompanies } from './benches/companies.bench.js';
import { benchCompaniesOnServers } from './benches/companies-on-servers.bench.js';
import { benchCompany } from './benches/company.bench.js';
import { benchCreate } from './benches/create.bench.js';
import { benchDrill } from './benches/drill.bench.js';
import { benchHistory } from './benches/history.bench.js';
import { benchLanes } from './benches/lanes.bench.js';
import { benchLive } from './benches/live.bench.js';
import { benchLogCalls } from './benches/log-calls.bench.js';
import { benchLogServer } from './benches/log-server.bench.js';
import { benchMemory } from './benches/memory.bench.js';
import { benchNotary } from './benches/notary.bench.js';
import { benchOffline } from './benches/offline.bench.js';
import { benchPaint } from './benches/painted.bench.js';
import { benchPdf } from './benches/pdf.bench.js';
import { benchQuotations } from './benches/quotations.bench.js';
import { benchRebuild } from './benches/rebuild.bench.js';
import { benchScreen } from './benches/screen.bench.js';
import { benchSearch } from './benches/search.bench.js';
import { benchSecondStart } from './benches/second-start.bench.js';
import { benchStart } from './benches/start.bench.js';
import { benchTraces } from './benches/traces.bench.js';
import { measureSyncs } from './disk-syncs.js';
import { type Row, formatTable, machine } from './table.js';

/**
 * `npm run bench`: measures the built product with its own processes and browsers. Arguments select
 * benches by name.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Prints machine and rows as JSON instead of the table. */
    json: { type: 'boolean', default: false },
    /** File that also receives machine and rows as JSON. */
    out: { type: 'string' },
    /** `search`: number of organizations; besides them there is one large one. */
    organizations: { type: 'string', default: '100' },
    leads: { type: 'string', default: '3000' },
    large: { type: 'string', default: '100000' },
    /** `company`: sizes in leads. */
    sizes: { type: 'string', default: '1,10000,100000' },
    /** `companies`, `companies-on-servers`: number of companies, and leads of each. */
    companies: { type: 'string', default: '50' },
    'leads-each': { type: 'string', default: '5000' },
    /** `bills`: number of bills in one organization. */
    bills: { type: 'string', default: '100000' },
    /** `catalogue`: number of products in one organization, and number of guessed ids. */
    products: { type: 'string', default: '20000' },
    guesses: { type: 'string', default: '100000' },
    /** `rebuild`, `drill`, `lanes`, `history`, `audit-export`, `notary`: events in the log. */
    events: { type: 'string', default: '1000000' },
    /** `create`: folder of another built checkout, measured in turn. */
    against: { type: 'string' },
    /** Measured rounds of `create` (5 by default) and of `traces` (20 by default). */
    rounds: { type: 'string' },
    /** `memory`, `companies`, `companies-on-servers`: minutes of steady work. */
    minutes: { type: 'string', default: '10' },
    /** `attacks`: runs only those whose names contain this. */
    only: { type: 'string', default: '' },
    /**
     * `attacks`: connections of a stranger, and seconds per attack; `--long` means 60. A
     * round of `auditors` takes twice as many.
     */
    connections: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    long: { type: 'boolean', default: false },
  },
});

exitOnSignals();
const print = (line: string): void => void process.stderr.write(`${line}\n`);
const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  search: () =>
    benchSearch({
      organizations: Number(values.organizations),
      leadsEach: Number(values.leads),
      leadsOfLarge: Number(values.large),
      print,
    }),
  create: () => benchCreate({ rounds: Number(values.rounds ?? 5), against: values.against }),
  company: () => benchCompany({ sizes: values.sizes.split(',').map(Number), print }),
  companies: () =>
    benchCompanies({
      companies: Number(values.companies),
      leadsEach: Number(values['leads-each']),
      minutes: Number(values.minutes),
      print,
    }),
  'companies-on-servers': () =>
    benchCompaniesOnServers({
      companies: Number(values.companies),
      leadsEach: Number(values['leads-each']),
      minutes: Number(values.minutes),
      print,
    }),
  live: () => benchLive({ seconds: 20 }),
  traces: () => benchTraces({ rounds: Number(values.rounds ?? 20) }),
  'log-calls': () => benchLogCalls(),
  'log-server': () => benchLogServer(),
  drill: () => benchDrill({ events: Number(values.events), print }),
  lanes: () => benchLanes({ events: Number(values.events), print }),
  rebuild: () => benchRebuild({ events: Number(values.events), print }),
  history: () => benchHistory({ events: Number(values.events), print }),
  'audit-export': () => benchAuditExport({ events: Number(values.events), print }),
  notary: () =>
    benchNotary({ events: Number(values.events), seconds: Number(values.seconds), print }),
  auditors: () => benchAuditors({ seconds: 2 * Number(values.seconds), print }),
  memory: () => benchMemory({ minutes: Number(values.minutes), print }),
  'second-start': () => benchSecondStart({ leads: 10_000, print }),
  attacks: () =>
    benchAttacks({
      seconds: values.long ? 60 : Number(values.seconds),
      connections: Number(values.connections),
      only: values.only,
      print,
    }),
  bills: () => benchBills({ bills: Number(values.bills), print }),
  catalogue: () =>
    benchCatalogue({ products: Number(values.products), guesses: Number(values.guesses), print }),
  pdf: () => benchPdf(),
  quotations: () => benchQuotations(),
  start: () => benchStart({ print }),
  screen: () => benchScreen(),
  painted: () => benchPaint({ print }),
  offline: () => benchOffline({ print }),
};

const unknownName = positionals.find((name) => !(name in benches));
if (unknownName)
  throw new Error(`There is no bench ${unknownName}. Benches: ${Object.keys(benches).join(', ')}.`);
const machineHere = machine();
if (machineHere.warning) print(`WARNING: ${machineHere.warning}`);
const syncs = measureSyncs();
const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  print(`${name} …`);
  try {
    rows.push(...(await bench()));
  } catch (error) {
    print(`${name} failed: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
}
const measuredOn = { ...machineHere, syncs: await syncs.end() };
const json = JSON.stringify({ machine: measuredOn, rows }, undefined, 2);
if (values.out) writeFileSync(values.out, json);
process.stdout.write(`${values.json ? json : formatTable(rows, measuredOn)}\n`);
if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
process.exit();
