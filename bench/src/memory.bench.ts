import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Product } from '../../test/acceptance/product.js';
import { team } from '../../test/acceptance/person.js';
import { ask, cookieOf } from '../../test/faults/asking.js';
import { Connection, inParallel } from './connection.js';
import { Dashboards } from './dashboards.js';
import { lead } from './filling.js';
import { openLoop } from './load.js';
import { type History, madeHistory, returned } from './made-history.js';
import { fillViews } from './read-parts.js';
import { median } from './rounds.js';
import { type Row, row } from './table.js';

const sockets = 1_000;
const commandsPerSecond = 50;
/**
 * Captured before it is weighed over minutes: by then nearly all that is kept of what was used lately is as much as is ever kept of it
 * (of folded streams 10 MB are still to come). What else grows afterwards is held by mistake, or is garbage.
 */
const untilFull = 25_000;
const connectionsAtOnce = 16;
const [fewLeads, manyLeads] = [1_000, 100_000];
/** Processor seconds in a second of who has nothing to do. */
const quiet = 0.05;
/** So many minutes before it is weighed: what garbage the sockets' messages leave comes to its bound after three collections. */
const settling = 2;

/** What the process holds of the machine's memory, the load generator's not among it. */
export async function memory({ long, say }: { readonly long: boolean; readonly say: (line: string) => void }): Promise<readonly Row[]> {
  return [...(await ofSockets({ minutes: long ? 10 : 1, say })), await ofLeads(say)];
}

async function ofSockets({ minutes, say }: { readonly minutes: number; readonly say: (line: string) => void }): Promise<readonly Row[]> {
  const product = await Product.start();
  const idle = await settled(product);
  const { admin, organizationId } = await team(product);
  const cookie = cookieOf(admin);
  const before = await settled(product);
  const opened = () => Dashboards.open(product.url, sockets, { view: 'lead-list', cookie, rooms: [`organization:${organizationId}`] });
  let dashboards = await opened();
  try {
    const open = await settled(product);
    // Nobody listens meanwhile: it would take the time of telling everybody.
    dashboards.close();
    await captured(product, cookie, untilFull);
    dashboards = await opened();
    const full = await settled(product);
    const samples: { readonly minute: number; readonly bytes: number }[] = [];
    const began = performance.now();
    let [number, refused] = [untilFull, 0];
    const sampling = setInterval(() => samples.push({ minute: (performance.now() - began) / 60_000, bytes: residentBytes(product) }), 1_000);
    await openLoop({
      perSecond: commandsPerSecond,
      seconds: (settling + minutes) * 60,
      send: async () => {
        const [key, data] = [randomUUID(), { leadId: randomUUID(), ...lead(number++) }];
        const sent = () => ask(admin, 'CreateLead', data, { key });
        // Again, as the same command: an idle connection may end just as it is taken.
        const { status, body } = await sent().catch(sent).catch(sent);
        if (status === 503) refused++;
        else if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
      },
    }).finally(() => clearInterval(sampling));
    say(`${number - untilFull - refused} leads captured under ${sockets} sockets, ${refused} refused because the machine was too busy`);
    const steady = samples.filter(({ minute }) => minute > settling);
    const half = steady.length >> 1;
    const [earlier, later] = [steady.slice(0, half), steady.slice(half)].map((part) => median(part.map(({ bytes }) => bytes))) as [number, number];
    return [
      row('memory', 'idle, nothing captured yet', megabytes(idle), 'MB', { atMost: 150 }),
      row('memory', `a socket, of ${sockets} that each follow a dashboard`, (open - before) / sockets / 1_000, 'kB', { atMost: 47 }),
      row('memory', `${minutes} min at ${commandsPerSecond} commands/s and ${sockets} sockets: later half to earlier`, later / earlier, '×', {
        atMost: 1.05,
        beside: `${megabytes(earlier).toFixed(0)} to ${megabytes(later).toFixed(0)} MB, ${megabytes(full).toFixed(0)} before; ${number - untilFull - refused} commands done, ${refused} refused`,
      }),
    ];
  } finally {
    dashboards.close();
    await product.dispose();
  }
}

/** Two organizations of which each was asked for its list, its counts, timelines and names: what the larger one holds more. */
async function ofLeads(say: (line: string) => void): Promise<Row> {
  const held: number[] = [];
  for (const leads of [fewLeads, manyLeads]) {
    const history = await madeHistory({ leads, lives: 'short', say });
    await fillViews(history.dataDir, say);
    await caughtUp(history);
    const product = await Product.start({ dataDir: history.dataDir });
    try {
      await used(product, history);
      held.push(await settled(product));
    } finally {
      await product.end();
    }
  }
  const bytes = (held[1]! - held[0]!) / (manyLeads - fewLeads);
  return row('memory', `a lead, ${manyLeads} beside ${fewLeads}, lists and searches having been asked`, bytes / 1_000, 'kB', {
    atMost: 1,
    beside: `${megabytes(held[0]!).toFixed(0)} and ${megabytes(held[1]!).toFixed(0)} MB`,
  });
}

/** At its first start on a made history reactors look at every event once: what they leave lying is no lead's. */
async function caughtUp({ dataDir }: History): Promise<void> {
  const product = await Product.start({ dataDir });
  try {
    for (let [before, isQuiet] = [processorSeconds(product), false]; !isQuiet;) {
      await pause(1_000);
      const now = processorSeconds(product);
      [before, isQuiet] = [now, now - before < quiet];
    }
  } finally {
    await product.end();
  }
}

/** In the kernel's hundredths of a second, what it did for the process included. */
function processorSeconds({ pid }: Product): number {
  const [user, kernel] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11);
  return (Number(user) + Number(kernel)) / 100;
}

async function used(product: Product, { admin, reps }: History): Promise<void> {
  const person = returned(product, admin);
  const paths = [
    '/api/dashboard',
    ...reps.flatMap(({ id }) => ['New', 'Contacted', 'Quoted'].map((status) => `/api/leads?status=${status}&assignedTo=${id}`)),
  ];
  const searches = ['raj', 'patil', 'pune', 'green meadows', '98', 'sunrise'].map((typed) => `/api/leads?q=${encodeURIComponent(typed)}`);
  for (let time = 0; time < 20; time++) for (const path of [...paths, ...searches]) await person.get(path);
}

/** As many as the product can at once; who is refused asks again. */
async function captured(product: Product, cookie: string, leads: number): Promise<void> {
  const connections = Array.from({ length: connectionsAtOnce }, () => new Connection(product.url, cookie));
  const numbers = Array.from({ length: leads }, (_, number) => number);
  await inParallel(numbers, connections, async (number, connection) => {
    const [key, data] = [randomUUID(), { leadId: randomUUID(), ...lead(number) }];
    for (;;) {
      const { status, text } = await connection.command('CreateLead', key, data);
      if (status === 200) return;
      if (status !== 503) throw new Error(`Answered ${status}: ${text}`);
      await pause(1_000);
    }
  });
  for (const connection of connections) connection.close();
}

/** After what was under way has ended; the least of some seconds, because what can be given back is no need. */
async function settled(product: Product): Promise<number> {
  const samples: number[] = [];
  for (let second = 0; second < 5; second++) {
    await pause(1_000);
    samples.push(residentBytes(product));
  }
  return Math.min(...samples);
}

function residentBytes({ pid }: Product): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error('The system does not tell how much memory a process holds');
  return Number(kilobytes) * 1_024;
}

const megabytes = (bytes: number): number => bytes / 1_000_000;
