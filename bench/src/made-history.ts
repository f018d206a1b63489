import { leadDecider } from '#domain/leads/lead.decider.js';
import { vocabulary } from '#domain/deciders.js';
import { claims } from '#platform/command-handling/claims.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { type Append, noStream } from '#platform/event-log/event-log.js';
import { streamOf } from '#platform/event-log/subject.js';
import { KeyStoreOnSqlite } from '#platform/key-store/key-store-on-sqlite.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { keysOf, sealing } from '#platform/sealing/sealing.js';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { type Step, captured, chances, lifeOf, madeId, visitedLife } from './lead-lives.js';

/** Kept between runs, because making it takes minutes; of another shape, another number. */
const cache = '.cache/bench';
const shape = 1;
const reps = ['Asha', 'Ravi', 'Kiran', 'Neha', 'Vikram', 'Pooja', 'Sunil', 'Divya'] as const;
const firstDay = Date.parse('2025-11-22T03:30:00.000Z');
const year = 365 * 86_400_000;
const commandsAtOnce = 1_000;

export type Member = { readonly id: string; readonly name: string; readonly phone: string; readonly cookies: readonly (readonly [string, string])[] };
export type History = {
  readonly dataDir: string;
  readonly organizationId: string;
  readonly admin: Member;
  readonly reps: readonly Member[];
  readonly leads: number;
  readonly events: number;
  readonly sealed: number;
  readonly seconds: number;
};
export type HistoryWanted = {
  readonly leads: number;
  /**
   * `whole` lives of about six events and a claim; `short` ones, only what puts a lead on the list, every third of them moved on;
   * or of leads that are `visited` twenty times.
   */
  readonly lives: keyof typeof livesOf;
  readonly say: (line: string) => void;
};

/**
 * A data folder of the product whose log tells of so many leads over a year: a team that signed up at the doors, then events
 * straight into the log, sealed and chained and claimed as the command handler does it. It has no views yet, unless an
 * earlier run has filled them.
 */
export async function madeHistory({ leads, lives, say }: HistoryWanted): Promise<History> {
  const folder = join(cache, `${lives}-${leads}-${shape}`);
  const made = join(folder, 'history.json');
  if (existsSync(made)) return JSON.parse(readFileSync(made, 'utf8')) as History;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dataDir = join(folder, 'data');
  const product = await Product.start({ dataDir });
  const people = await team(product, ...reps);
  await product.end();
  // What follows goes into the log without the product, whose views would go on from here event by event instead of being filled.
  rmSync(join(dataDir, 'views.sqlite'));

  const history = await appended({
    dataDir,
    leads,
    lives,
    say,
    organizationId: people.organizationId,
    admin: kept(people.admin),
    reps: people.reps.map(kept),
  });
  writeFileSync(made, JSON.stringify(history));
  return history;
}

const kept = ({ id, name, phone, cookies }: Person): Member => ({ id, name, phone, cookies: [...cookies] });

/** Who they were when the history was made, at a product that runs on it now. */
export function returned(product: Product, { id, name, phone, cookies }: Member): Person {
  const person = new Person(product, name, phone, id);
  for (const [cookie, value] of cookies) person.cookies.set(cookie, value);
  return person;
}

type Appending = HistoryWanted & Pick<History, 'dataDir' | 'organizationId' | 'admin' | 'reps'>;
type Planned = Step & { readonly at: number; readonly lead: number };
type Growing = { revision: number; hash: string; key: string | undefined };

async function appended({ leads, lives, say, dataDir, ...team }: Appending): Promise<History> {
  const since = performance.now();
  const log = EventLogOnSqlite.open(join(dataDir, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
  try {
    const { hmac: secret } = await keys.secrets();
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const { nameOf } = claims({ log, folded: undefined as never, hmac });
    const { seal } = sealing({ catalogue: eventCatalogue(vocabulary.map(({ events }) => events)), keys });
    const members = team.reps.map(({ id }) => id);
    const growing = new Map<number, Growing>();
    let pool: string[] = [];
    let [events, sealed] = [0, 0];

    const stamp = (stream: string, revision: number, at: string, actorId: string) => {
      const commandId = madeId(`${stream}/${revision}`, Date.parse(at));
      return {
        eventId: commandId,
        commandId,
        fingerprint: createHash('sha256').update(commandId).digest('hex'),
        causationId: commandId,
        correlationId: commandId,
        actorId,
        organizationId: team.organizationId,
        at,
        capturedAt: at,
        on: at.slice(0, 10),
      };
    };
    const takeKey = async () => {
      if (pool.length === 0) pool = (await keys.make(5_000)).map(({ id }) => id);
      return pool.pop()!;
    };
    const appendsOf = async ({ lead, at, events: happened }: Planned): Promise<readonly Append[]> => {
      const stream = streamOf('lead', team.organizationId, leadIdOf(lead, leads));
      const when = new Date(at).toISOString();
      const first = happened[0]!;
      const record = growing.get(lead) ?? { revision: noStream, hash: '', key: await takeKey() };
      const appends: Append[] = [];
      if (first.type === 'LeadCreated') {
        const [held] = leadDecider.holds(happened.reduce(leadDecider.evolve, leadDecider.initialState));
        const claim = nameOf(held!, team.organizationId);
        const reserved = { type: 'Reserved', data: { holder: stream }, metadata: stamp(claim, 0, when, members[lead % members.length]!) };
        appends.push({ stream: claim, expected: noStream, events: await seal(claim, noStream, [reserved], { hash: '', key: undefined }) });
      }
      const actorId = first.type === 'LeadCreated' ? first.data.assignedTo : members[lead % members.length]!;
      const unsealed = happened.map((event, index) => ({ ...event, metadata: stamp(stream, record.revision + 1 + index, when, actorId) }));
      const stored = await seal(stream, record.revision, unsealed, record);
      appends.push({ stream, expected: record.revision, events: stored });
      if (first.type === 'PersonalDataErased') await keys.destroy([record.key!], stored[0]!.metadata.eventId);
      growing.set(lead, { revision: record.revision + stored.length, hash: stored.at(-1)!.metadata.hash, key: record.key });
      return appends;
    };

    const flush = async (steps: readonly Planned[]) => {
      const appends: Append[] = [];
      for (const step of steps) appends.push(...(await appendsOf(step)));
      if (appends.length > 0) await log.appendAll(appends);
      for (const { events: stored } of appends) {
        events += stored.length;
        for (const event of stored) sealed += keysOf([event as never]).size;
      }
    };
    let lot: Planned[] = [];
    for (const step of inOrder(leads, lives, members)) {
      lot.push(step);
      if (lot.length < commandsAtOnce) continue;
      await flush(lot);
      if (Math.floor(events / 100_000) > Math.floor((events - 3 * commandsAtOnce) / 100_000)) say(`making a history: ${events} events`);
      lot = [];
    }
    await flush(lot);
    const seconds = (performance.now() - since) / 1_000;
    say(`made ${events} events, ${Math.round((100 * sealed) / events)} % of them sealed, in ${seconds.toFixed(0)} s`);
    return { dataDir, ...team, leads, events, sealed, seconds };
  } finally {
    await log.close();
    await keys.close();
  }
}

const capturedAt = (lead: number, leads: number) => firstDay + Math.floor((lead / leads) * year);
export const leadIdOf = (lead: number, leads: number) => madeId(`lead ${lead}`, capturedAt(lead, leads));

/** What happens over the year, one command after the other: the events of a lead lie far apart, as they do in life. */
function* inOrder(leads: number, lives: HistoryWanted['lives'], members: readonly string[]): Iterable<Planned> {
  const chance = chances(leads);
  const waiting: Planned[][] = [];
  const days = 366 + 90;
  for (let lead = 0; lead < leads; lead++) {
    const at = capturedAt(lead, leads);
    for (const step of livesOf[lives](lead, leadIdOf(lead, leads), { chance, members }, at)) {
      const planned = { ...step, lead, at: at + Math.floor(step.afterDays * 86_400_000) };
      const day = Math.floor((planned.at - firstDay) / 86_400_000);
      (waiting[day] ??= []).push(planned);
    }
    const today = Math.floor((at - firstDay) / 86_400_000);
    if (lead + 1 < leads && Math.floor(((lead + 1) / leads) * 365) > today) yield* ofDay(waiting, today);
  }
  for (let day = 0; day < days; day++) yield* ofDay(waiting, day);
}

function* ofDay(waiting: Planned[][], day: number): Iterable<Planned> {
  const steps = waiting[day] ?? [];
  delete waiting[day];
  yield* steps.sort((one, other) => one.at - other.at);
}

const livesOf = {
  whole: lifeOf,
  visited: visitedLife,
  short: (lead: number, _: string, maker: Parameters<typeof captured>[1]): readonly Step[] => [
    { afterDays: 0, events: lead % 3 === 0 ? [captured(lead, maker), movedOn(lead)] : [captured(lead, maker)] },
  ],
} as const;

const movedOn = (lead: number) => ({
  type: 'LeadStatusChanged' as const,
  data: { from: 'New' as const, to: lead % 2 === 0 ? ('Contacted' as const) : ('Quoted' as const) },
});
