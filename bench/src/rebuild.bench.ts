import type { EventLog, Position } from '#platform/event-log/event-log.js';
import { textOfAll } from '#platform/event-log/recorded-in-text.js';
import { allProjections } from '#projections/all-projections.js';
import { leadList, leadOrders } from '#projections/leads/lead-list.projection.js';
import Database from 'libsql';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type History, madeHistory } from './made-history.js';
import { readParts } from './read-parts.js';
import { median } from './rounds.js';
import { type Row, percentile, row } from './table.js';

/** Events of a whole life of a lead, its claim among them. */
const eventsOfALead = 8.09;
/** What comes only when the views are live, so that what was told event by event is compared with what was filled. */
const shareTold = 0.02;
const aim = 20_000;
const everyMilliseconds = 20;

type Took = { readonly perSecond: number; readonly perProcessorSecond: number; /** Of the process, at most. */ readonly megabytes: number };

/**
 * All views of the product made again from nothing into the durable store: once before anybody is served, as a start with a
 * new version does, and in rounds beside the live generation while pages are read from it.
 */
export async function rebuild({
  events: wanted,
  rounds,
  say,
}: {
  readonly events: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}) {
  const history = await madeHistory({ leads: Math.round(wanted / eventsOfALead), lives: 'whole', say });
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-rebuild-'));
  const views = join(folder, 'views.sqlite');
  const until: { position: Position | undefined } = { position: undefined };
  const open = () => readParts(history.dataDir, views, (log) => seenUntil(log, until));
  let parts = open();
  try {
    const head = await parts.log.head();
    const [place, filledEvents] = await placeAfter(parts.log, history.events * (1 - shareTold));
    until.position = place;
    const filled = await took(filledEvents, () => parts.host.start());
    say(`filled ${filledEvents} events at ${Math.round(filled.perSecond)} a second`);
    until.position = undefined;
    while (!(await parts.host.waitFor(head, 60_000)));
    await parts.close();
    const live = digestOf(views);

    parts = open();
    await parts.host.start();
    const [floors, ours, pages]: [Took[], Took[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      floors.push(await took(history.events, () => placeAfter(parts.log, Infinity)));
      const reading = pagesMeanwhile(parts.host.views, history, pages);
      ours.push(await took(history.events, () => parts.host.rebuild(allProjections.map(({ name }) => name))));
      await reading.stop();
      say(`rebuilt ${history.events} events at ${Math.round(ours.at(-1)!.perSecond)} a second`);
    }
    await parts.close();
    const isEqual = digestOf(views) === live;
    const rates = ours.map(({ perSecond }) => perSecond);
    const what = `${history.events} events, ${Math.round((100 * history.sealed) / history.events)} % sealed`;
    return [
      row('rebuild', `all views beside the live ones, ${what}`, median(rates), 'events/s', {
        atLeast: aim,
        spread: [Math.min(...rates), Math.max(...rates)],
        beside: `${Math.round(median(ours.map(({ perProcessorSecond }) => perProcessorSecond)))} a processor second; log read alone ${Math.round(median(floors.map(({ perSecond }) => perSecond)))} a second`,
      }),
      row('rebuild', `all views before anybody is served, ${what}`, filled.perSecond, 'events/s', {
        atLeast: aim,
        beside: `${Math.round(filled.perProcessorSecond)} a processor second`,
      }),
      row(
        'rebuild',
        'memory of the process while views are filled, at most',
        Math.max(...[filled, ...ours].map(({ megabytes }) => megabytes)),
        'MB',
        {
          beside: `before anybody is served ${filled.megabytes.toFixed(0)}; while the log is only read ${Math.max(...floors.map(({ megabytes }) => megabytes)).toFixed(0)}`,
        },
      ),
      row('rebuild', 'page of 12 from the live views meanwhile, p99', percentile(pages, 99), 'ms', {
        beside: `p50 ${percentile(pages, 50).toFixed(1)} ms, ${pages.length} pages`,
      }),
      row('rebuild', 'views made again that differ from the live ones', isEqual ? 0 : 1, 'of 1', { atMost: 0 }),
    ] satisfies readonly Row[];
  } finally {
    await parts.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function took(events: number, work: () => Promise<unknown>): Promise<Took> {
  const [since, processor] = [performance.now(), process.cpuUsage()];
  let most = process.memoryUsage.rss();
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  await work().finally(() => clearInterval(sampling));
  const { user, system } = process.cpuUsage(processor);
  return {
    perSecond: (1_000 * events) / (performance.now() - since),
    perProcessorSecond: (1_000_000 * events) / (user + system),
    megabytes: most / 1e6,
  };
}

/** A log whose end is not to be seen yet. */
function seenUntil(log: EventLog, until: { readonly position: Position | undefined }): EventLog {
  return {
    identity: () => log.identity(),
    append: (...append) => log.append(...append),
    appendAll: (appends) => log.appendAll(appends),
    read: (stream, from) => log.read(stream, from),
    // Places of this log are numbers without gaps.
    textOfAll: (after, max) => textOfAll(log, after, until.position === undefined ? max : Math.min(max, Number(until.position) - Number(after))),
    head: async () => until.position ?? (await log.head()),
    readAll: async (after, max) => {
      const events = await log.readAll(after, max);
      return until.position === undefined ? events : events.filter(({ position }) => position <= until.position!);
    },
    subscribe: (after, signal) => log.subscribe(after, signal),
    close: () => log.close(),
  };
}

/** Where so many events have been read, and how many they are. */
async function placeAfter(log: EventLog, count: number): Promise<readonly [Position, number]> {
  let [position, seen] = ['', 0];
  while (seen < count) {
    const batch = await log.readAll(position, 5_000);
    if (batch.length === 0) break;
    [position, seen] = [batch.at(-1)!.position, seen + batch.length];
  }
  return [position, seen];
}

/** Somebody who asks for a page fifty times a second; whoever is asked too late counts as waiting. */
function pagesMeanwhile(views: ReturnType<typeof readParts>['host']['views'], { organizationId, reps }: History, times: number[]) {
  let isOver = false;
  const reading = (async () => {
    for (let number = 0; !isOver; number++) {
      const due = performance.now() + everyMilliseconds;
      await pause(everyMilliseconds);
      const filter = { assignedTo: reps[number % reps.length]!.id, status: 'New' };
      await views.find(leadList, organizationId, { filter, sort: leadOrders.created, limit: 12 });
      times.push(performance.now() - due);
    }
  })();
  return {
    stop(): Promise<void> {
      isOver = true;
      return reading;
    },
  };
}

/** Everything that is kept of all live views, as one hash. */
function digestOf(path: string): string {
  const database = new Database(path);
  try {
    const live = new Map(database.prepare('SELECT view, collection FROM live').raw().all([]) as [string, string][]);
    const tables = new Set(
      (database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").raw().all([]) as [string][]).map(([name]) => name),
    );
    const hash = createHash('sha256');
    for (const { name } of allProjections) {
      const collection = live.get(name);
      if (!collection) throw new Error(`${name} is not live`);
      for (const [table, columns] of [
        [collection, 'id, json'],
        [`${collection}/records`, 'id, json'],
        [`${collection}/sums`, 'key, name, amount'],
      ] as const) {
        if (!tables.has(table)) continue;
        hash.update(`${name} ${columns}\n`);
        const ordered = `SELECT ${columns} FROM "${table}" ORDER BY ${columns === 'id, json' ? 'id' : 'key, name'}`;
        for (const cells of database.prepare(ordered).raw().iterate([])) hash.update(`${JSON.stringify(cells)}\n`);
      }
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}
