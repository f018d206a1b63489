import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { setTimeout as later } from 'node:timers/promises';
import { Person, Refused, newPhone, signUp, team } from '../acceptance/person.js';
import { until } from '../acceptance/until.js';
import { aLead, ask } from '../faults/asking.js';
import type { Chance } from '../faults/chance.js';
import { Follower } from '../faults/follower.js';
import { type SentCommand, persistently } from '../faults/persistent.js';
import { Traffic } from '../faults/traffic.js';
import { type Check, checksAtTheDoors, checksOfEvidence, newestIn } from './checks.js';
import type { Fault, Installation, People } from './installation.js';
import { Visitors } from './visitors.js';

/** What went wrong on purpose, and when. */
type Happened = { readonly atMilliseconds: number; readonly kind: string; readonly what: string };

export type Report = {
  readonly installation: string;
  readonly happened: readonly Happened[];
  readonly sent: number;
  readonly acknowledged: number;
  readonly repeated: number;
  readonly perSecond: number;
  readonly events: number;
  /** What people were answered while something was away. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly checks: readonly Check[];
};

type Options = {
  readonly faults: number;
  /** Called with each fault when it is over. */
  readonly onFault: (happened: Happened, count: number) => void;
};

/** What is out of reach for a moment is asked again; what was answered no is no. */
const unlessRefused = (error: unknown): undefined => {
  if (error instanceof Refused && error.status < 500) throw error;
  return undefined;
};

const perSecond = 20;
const repeatPatience = 120_000;

/** People at work and pages that follow, while one thing after the other goes wrong; then quiet, and everything is looked at. */
export async function session(installation: Installation, chance: Chance, { faults, onFault }: Options): Promise<Report> {
  const { admin, reps, organizationId, inviteCode } = await team(installation.product, 'Anil', 'Bina', 'Chetan', 'Divya');
  const passing = [await signUp(installation.product, 'Esha'), await signUp(installation.product, 'Farid')];
  const people = [admin, ...reps];
  const followers = Array.from({ length: 2 * people.length }, (_, number) => {
    const person = people[number % people.length]!;
    const rooms = [`member:${person.id}`, ...(person === admin ? [`organization:${organizationId}`] : [])];
    return new Follower(installation.addresses[number % installation.addresses.length]!, person, rooms);
  });
  const refusals = new Map<string, number>();
  const phones = Array.from({ length: 8 }, newPhone);
  try {
    await Promise.all(followers.map((follower) => follower.started()));
    const began = Date.now();
    const traffic = new Traffic(people, chance, {
      perSecond,
      phones,
      photo: new Uint8Array(
        await sharp({ create: { width: 48, height: 32, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      ),
      refused: ({ status, body: { detail = '' } }) => refusals.set(`${status} ${detail}`, (refusals.get(`${status} ${detail}`) ?? 0) + 1),
    });
    const visitors = new Visitors(passing, chance, inviteCode);
    const captured: Promise<SentCommand>[] = [];
    const complaints: string[] = [];
    const asked: People = {
      async capture() {
        const [key, data] = [randomUUID(), aLead({ siteName: 'While something is away' })];
        const answer = await ask(admin, 'CreateLead', data, { key }).catch(() => undefined);
        captured.push(persistently(admin, 'CreateLead', data, { key }));
        captured.at(-1)!.catch(() => undefined); // thrown at the end
        return { status: answer?.status ?? 0, detail: answer?.body.detail ?? '' };
      },
      async untilAllIsWell() {
        captured.push(Promise.resolve(await persistently(admin, 'CreateLead', aLead({ siteName: 'Before something goes away' }))));
      },
      askForCode() {
        const somebody = async () => (await new Person(installation.product, 'Gita', newPhone()).signUp({ verify: false })).phone;
        return until(() => somebody().catch(unlessRefused), { within: repeatPatience, every: 300, what: () => 'a code to be asked for' });
      },
      async askForAddress() {
        const where = `lat=18.${chance.between(1_000, 9_999)}&lng=73.${chance.between(1_000, 9_999)}`;
        await until(() => admin.get(`/api/geocode?${where}`).catch(unlessRefused), {
          within: repeatPatience,
          every: 100,
          what: () => 'an answer to the command',
        });
      },
      complain: (words) => void complaints.push(words),
    };
    const happened = await goWrong([...installation.faults, dropped(followers)], { chance, faults, onFault, asked });
    await installation.recovered();
    const seconds = (Date.now() - began) / 1_000;
    const sent: SentCommand[] = [...(await traffic.stop()), ...(await visitors.stop()), ...(await Promise.all(captured))];

    const position = newestIn(sent);
    const atDoors = await checksAtTheDoors({
      installation,
      admin,
      organizationId,
      people,
      followers,
      sent,
      photos: traffic.photos,
      phones,
      position,
    });
    for (const follower of followers) follower.close();
    sent.push(...atDoors.sent);
    const evidence = await installation.evidence();
    const away = { name: 'what can go on without a part goes on, and the rest says what is down', looked: captured.length, wrong: complaints };
    const checks = [away, ...atDoors.checks, ...(await checksOfEvidence(evidence, sent, atDoors.fieldWork))];
    await evidence.close();
    return {
      ...{ installation: installation.name, happened, checks, refusals },
      sent: sent.length,
      acknowledged: sent.filter(({ answer }) => answer.status === 200).length,
      repeated: sent.filter(({ tries }) => tries > 1).length,
      perSecond: sent.length / seconds,
      events: evidence.events.length,
    };
  } finally {
    for (const follower of followers) follower.close();
  }
}

/** By weight; one that did not come to it is tried again with others, and not counted. */
async function goWrong(
  kinds: readonly Fault[],
  { chance, faults, onFault, asked }: Options & { readonly chance: Chance; readonly asked: People },
): Promise<readonly Happened[]> {
  const began = Date.now();
  const happened: Happened[] = [];
  const deck = kinds.flatMap((kind) => Array<Fault>(kind.weight).fill(kind));
  const first = kinds.filter(({ once }) => once);
  for (let lastAt = Date.now(); happened.length < faults;) {
    await later(chance.between(30, 200));
    const { kind, run } = first.shift() ?? chance.of(deck);
    const atMilliseconds = Date.now() - began;
    const what = await run(chance, asked);
    if (what === undefined) {
      if (Date.now() - lastAt > repeatPatience)
        throw new Error(`Nothing went wrong for ${repeatPatience} ms although it should; the last was ${kind}`);
      continue;
    }
    lastAt = Date.now();
    happened.push({ atMilliseconds, kind, what });
    onFault(happened.at(-1)!, happened.length);
  }
  return happened;
}

const dropped = (followers: readonly Follower[]): Fault => ({
  kind: 'connection dropped',
  weight: 6,
  async run(chance) {
    const follower = chance.of(followers);
    follower.drop();
    return follower.person.id;
  },
});
