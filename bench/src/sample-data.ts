import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { type Person, createTeam, cookieOf } from '../../test/acceptance/product/person.js';
import { Product } from '../../test/acceptance/product/product.js';
import { waitForReactors, waitForViews } from './wait-for-views.js';
import { Connection, runInParallel, sendUntilAccepted } from './connection.js';
import { sampleLead } from './sample-lead.js';

/** Cache between runs, because generating takes minutes. */
const cache = '.cache/bench';
/** Version of the generator, in the folder name of cached data. */
const FORMAT = 4;
const CONNECTIONS = 64;
const CONCURRENT_FOUNDATIONS = 10;

type Member = { readonly id: string; readonly cookie: string };
export type Organization = {
  readonly id: string;
  readonly admin: Member;
  readonly reps: readonly Member[];
};
export type SampleData = {
  readonly dataDir: string;
  readonly organizations: readonly Organization[];
  /**
   * Number of leads in all organizations. Lead number n is in organization n modulo their number.
   */
  readonly leads: number;
};
type SampleSize = {
  readonly organizations: number;
  readonly leadsEach: number;
  /**
   * Sales reps of each organization; by default two, or eight if there is a single organization.
   */
  readonly reps?: number;
  /** Adds a first note and a follow-up: four events per lead instead of two. */
  readonly notes?: boolean;
  /**
   * Mixed leads of 18 reps: a fifth contacted, a fifth converted and paid, a tenth lost; half with
   * a note, a fifth with a visit.
   */
  readonly mixed?: boolean;
  readonly print: (line: string) => void;
};

/**
 * Fills a data folder through the HTTP API: organizations sign up, and reps capture leads. Every
 * third lead gets another status. No lead is reassigned, because late alerts would
 * disturb measurements.
 */
export async function prepareSampleData({
  organizations,
  leadsEach,
  reps,
  notes = false,
  mixed = false,
  print,
}: SampleSize): Promise<SampleData> {
  const kind = `${reps === undefined ? '' : `-${reps}reps`}${notes ? '-notes' : ''}${mixed ? '-mixed' : ''}`;
  const folder = join(cache, `${organizations}x${leadsEach}${kind}-${FORMAT}`);
  const description = join(folder, 'history.json');
  if (existsSync(description)) return JSON.parse(readFileSync(description, 'utf8')) as SampleData;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const product = await Product.start({ dataDir: join(folder, 'data'), env: manySignUps });
  try {
    const size = { organizations, leadsEach, reps, notes, mixed, print };
    const filled = { dataDir: product.dataDir, ...(await signUpAndCapture(product, size)) };
    await waitForReactors(product, 30 * 60_000);
    await waitForViews(product, 30 * 60_000);
    writeFileSync(description, JSON.stringify(filled));
    return filled;
  } finally {
    await product.end();
  }
}

/** Environment of a product in which many people sign up from one address. */
export const manySignUps = {
  CODES_PER_ADDRESS_AND_HOUR: '1000000',
  STRANGERS_PER_ADDRESS_AND_HOUR: '1000000',
} as const;

/** Fills a running product, as `prepareSampleData` fills a folder. */
export async function signUpAndCapture(
  product: Product,
  { organizations: count, leadsEach, reps: repCount, notes, mixed, print }: SampleSize,
): Promise<Omit<SampleData, 'dataDir'>> {
  const organizations: Organization[] = [];
  const numberOfReps = repCount ?? (mixed ? 18 : undefined);
  const names = numberOfReps
    ? Array.from({ length: numberOfReps }, (_, index) => `Rep ${index + 1}`)
    : count === 1
      ? ['Asha', 'Ravi', 'Kiran', 'Neha', 'Vikram', 'Pooja', 'Sunil', 'Divya']
      : ['Asha', 'Ravi'];
  for (let founded = 0; founded < count; founded += CONCURRENT_FOUNDATIONS) {
    const teams = Array.from({ length: Math.min(CONCURRENT_FOUNDATIONS, count - founded) }, () =>
      createTeam(product, ...names),
    );
    for (const { organizationId, admin, reps } of await Promise.all(teams))
      organizations.push({ id: organizationId, admin: member(admin), reps: reps.map(member) });
  }
  const leads = count * leadsEach;
  const capturing = names.flatMap((_, index) => organizations.map(({ reps }) => reps[index]!));
  const connectionCount = Math.ceil(CONNECTIONS / capturing.length) * capturing.length;
  // Lead number n belongs to organization n modulo their number; its reps take turns.
  const connections = Array.from(
    { length: connectionCount },
    (_, slot) => new Connection(product.url, capturing[slot % capturing.length]!.cookie),
  );
  let capturedCount = 0;
  const since = performance.now();
  await runInParallel([...connections.keys()], connections, async (slot, connection) => {
    for (let number = slot; number < leads; number += connectionCount) {
      const leadId = newId();
      const noteFields = notes && {
        note: `Wants ${number % 20} kW on the terrace, asks about the subsidy.`,
        followUpOn: tomorrow(),
      };
      await sendUntilAccepted(connection, 'CreateLead', {
        leadId,
        ...sampleLead(number),
        ...noteFields,
      });
      if (mixed)
        for (const [name, data] of laterCommands(number, leadId))
          await sendUntilAccepted(connection, name, data);
      else if (number % 3 === 0)
        await sendUntilAccepted(connection, 'ChangeLeadStatus', {
          leadId,
          status: number % 2 === 0 ? 'Contacted' : 'Quoted',
        });
      if (++capturedCount % 10_000 === 0)
        print(
          `${capturedCount} of ${leads} leads, ${Math.round((1_000 * capturedCount) / (performance.now() - since))} a second`,
        );
    }
  });
  for (const connection of connections) connection.close();
  return { organizations, leads };
}

/** Later commands on a lead of a mixed company. */
function* laterCommands(
  number: number,
  leadId: string,
): Generator<readonly [name: string, data: object]> {
  /** Tenth of the leads to which this one belongs. It is independent of the checks of `number`. */
  const tenth = (number * 7) % 10;
  if (number % 2 === 0)
    yield ['AddNote', { leadId, noteId: newId(), note: `Wants ${number % 20} kW on the terrace` }];
  if (number % 5 === 0) {
    const [startedAt, endedAt] = [40, 10].map((minutes) =>
      new Date(Date.now() - minutes * 60_000).toISOString(),
    );
    const place = { lat: 18.5, lng: 73.8, name: `Roof ${number}` };
    yield [
      'RecordVisit',
      { leadId, visitId: newId(), startedAt, endedAt, pausedSeconds: 0, place, notes: 'Measured' },
    ];
  }
  if (tenth < 2) yield ['ChangeLeadStatus', { leadId, status: 'Contacted' }];
  else if (tenth < 4) {
    const money = { projectValuePaise: 40_000_000 + number, paymentPaise: 5_000_000 };
    yield ['ConvertLead', { leadId, ...money, paymentId: newId(), method: 'Cash' }];
  } else if (tenth === 4) yield ['MarkLeadLost', { leadId, reason: 'Too dear' }];
}

const member = (person: Person): Member => ({ id: person.id, cookie: cookieOf(person) });
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
