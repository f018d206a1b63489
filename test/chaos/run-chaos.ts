import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { setTimeout as wait } from 'node:timers/promises';
import { Person, Refused, newPhone, signUp, createTeam } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { LiveClient } from '../faults/live-client.js';
import { type SentCommand, sendUntilAnswered } from '../faults/send-until-answered.js';
import { Traffic } from '../faults/traffic.js';
import { type Check, checkThroughApi, checkStoredState, newestPosition } from './checks.js';
import type { Fault, Installation, Probe } from './installation.js';
import { MemberChurn } from './member-churn.js';

type InjectedFault = {
  readonly atMilliseconds: number;
  readonly kind: string;
  readonly description: string;
};

export type Report = {
  readonly installation: string;
  readonly faults: readonly InjectedFault[];
  readonly sent: number;
  readonly acknowledged: number;
  readonly repeated: number;
  readonly perSecond: number;
  readonly events: number;
  /** Refusals that people received, by status and detail, with their counts. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly checks: readonly Check[];
};

type Options = {
  readonly faultCount: number;
  /** Called after each fault. */
  readonly onFault: (injected: InjectedFault, count: number) => void;
};

/**
 * Turns failures into undefined, so that the caller retries.
 * @throws Refused if the answer has a status under 500
 */
const undefinedUnlessRefused = (error: unknown): undefined => {
  if (error instanceof Refused && error.status < 500) throw error;
  return undefined;
};

const COMMANDS_PER_SECOND = 20;
const TIMEOUT_MS = 120_000;

/**
 * Runs traffic and live clients while faults are injected one by one; then recovers everything and
 * checks it.
 */
export async function runChaos(
  installation: Installation,
  random: SeededRandom,
  { faultCount, onFault }: Options,
): Promise<Report> {
  const { admin, reps, organizationId } = await createTeam(
    installation.product,
    'Anil',
    'Bina',
    'Chetan',
    'Divya',
  );
  const shortTermMembers = [
    await signUp(installation.product, 'Esha'),
    await signUp(installation.product, 'Farid'),
  ];
  const people = [admin, ...reps];
  const clients = Array.from({ length: 2 * people.length }, (_, number) => {
    const person = people[number % people.length]!;
    const rooms = [
      `member:${person.id}`,
      ...(person === admin ? [`organization:${organizationId}`] : []),
    ];
    return new LiveClient(
      installation.addresses[number % installation.addresses.length]!,
      person,
      rooms,
    );
  });
  const refusals = new Map<string, number>();
  const contestedPhones = Array.from({ length: 8 }, newPhone);
  try {
    await Promise.all(clients.map((client) => client.untilStarted()));
    const began = Date.now();
    const traffic = new Traffic(people, random, {
      perSecond: COMMANDS_PER_SECOND,
      phones: contestedPhones,
      photo: new Uint8Array(
        await sharp({ create: { width: 48, height: 32, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      ),
      onTemporaryFailure: ({ status, body: { detail = '' } }) =>
        refusals.set(`${status} ${detail}`, (refusals.get(`${status} ${detail}`) ?? 0) + 1),
    });
    const churn = new MemberChurn(shortTermMembers, { random, admin, successors: reps });
    const probeCommands: Promise<SentCommand>[] = [];
    const violations: string[] = [];
    const probe = createProbe(installation, { admin, random, probeCommands, violations });
    const injected = await injectFaults([...installation.faults, droppedConnection(clients)], {
      random,
      faultCount,
      onFault,
      probe,
    });
    await installation.recover();
    const seconds = (Date.now() - began) / 1_000;
    const sent: SentCommand[] = [
      ...(await traffic.stop()),
      ...(await churn.stop()),
      ...(await Promise.all(probeCommands)),
    ];

    const position = newestPosition(sent);
    const apiChecks = await checkThroughApi({
      installation,
      admin,
      organizationId,
      people,
      clients,
      sent,
      photos: traffic.photos,
      phones: contestedPhones,
      owners: churn.owners,
      position,
    });
    for (const client of clients) client.close();
    sent.push(...apiChecks.sent);
    const stored = await installation.readStoredState();
    const outageCheck = {
      name: 'requests that need no failed part succeed, and the others name the part',
      count: probeCommands.length,
      violations,
    };
    const checks = [
      outageCheck,
      ...apiChecks.checks,
      ...(await checkStoredState(stored, sent, apiChecks.fieldWork)),
    ];
    await stored.close();
    return {
      installation: installation.name,
      faults: injected,
      checks,
      refusals,
      sent: sent.length,
      acknowledged: sent.filter(({ answer }) => answer.status === 200).length,
      repeated: sent.filter(({ tries }) => tries > 1).length,
      perSecond: sent.length / seconds,
      events: stored.events.length,
    };
  } finally {
    for (const client of clients) client.close();
  }
}

/** Creates a probe that adds its commands and the violations to the given lists. */
function createProbe(
  { product }: Installation,
  {
    admin,
    random,
    probeCommands,
    violations,
  }: {
    readonly admin: Person;
    readonly random: SeededRandom;
    readonly probeCommands: Promise<SentCommand>[];
    readonly violations: string[];
  },
): Probe {
  return {
    async captureLead() {
      const [key, data] = [randomUUID(), newLeadData({ siteName: 'While something is away' })];
      const answer = await sendCommand(admin, 'CreateLead', data, { key }).catch(() => undefined);
      probeCommands.push(sendUntilAnswered(admin, 'CreateLead', data, { key }));
      probeCommands.at(-1)!.catch(() => undefined); // Rethrown at the end.
      return { status: answer?.status ?? 0, detail: answer?.body.detail ?? '' };
    },
    async untilHealthy() {
      const data = newLeadData({ siteName: 'Before something goes away' });
      const sent = await sendUntilAnswered(admin, 'CreateLead', data);
      probeCommands.push(Promise.resolve(sent));
    },
    requestCode() {
      const openNewAccount = async () =>
        (await new Person(product, 'Gita', newPhone()).signUp({ verify: false })).phone;
      return until(() => openNewAccount().catch(undefinedUnlessRefused), {
        withinMs: TIMEOUT_MS,
        everyMs: 300,
        what: () => 'a code to be sent',
      });
    },
    async requestAddress() {
      const coordinates = `lat=18.${random.integer(1_000, 9_999)}&lng=73.${random.integer(1_000, 9_999)}`;
      await until(() => admin.get(`/api/geocode?${coordinates}`).catch(undefinedUnlessRefused), {
        withinMs: TIMEOUT_MS,
        everyMs: 100,
        what: () => 'an address',
      });
    },
    reportViolation: (violation) => void violations.push(violation),
  };
}

/** Draws faults by their weights; those that did not happen are not counted. */
async function injectFaults(
  faults: readonly Fault[],
  {
    random,
    faultCount,
    onFault,
    probe,
  }: Options & { readonly random: SeededRandom; readonly probe: Probe },
): Promise<readonly InjectedFault[]> {
  const began = Date.now();
  const injected: InjectedFault[] = [];
  const faultsByWeight = faults.flatMap((fault) => Array<Fault>(fault.weight).fill(fault));
  const requiredFaults = faults.filter(({ atLeastOnce }) => atLeastOnce);
  for (let lastFaultAt = Date.now(); injected.length < faultCount;) {
    await wait(random.integer(30, 200));
    const { kind, run } = requiredFaults.shift() ?? random.pick(faultsByWeight);
    const atMilliseconds = Date.now() - began;
    const description = await run(random, probe);
    if (description === undefined) {
      if (Date.now() - lastFaultAt > TIMEOUT_MS)
        throw new Error(
          `Nothing went wrong for ${TIMEOUT_MS} ms although it should; the last was ${kind}`,
        );
      continue;
    }
    lastFaultAt = Date.now();
    injected.push({ atMilliseconds, kind, description });
    onFault(injected.at(-1)!, injected.length);
  }
  return injected;
}

const droppedConnection = (clients: readonly LiveClient[]): Fault => ({
  kind: 'connection dropped',
  weight: 6,
  async run(random) {
    const client = random.pick(clients);
    client.drop();
    return client.person.id;
  },
});
