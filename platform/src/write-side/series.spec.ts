import type { Context, Decider } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { writeSideForSpecs } from '../testing/write-side-for-specs.js';
import type { KnownOrganization } from './permission.js';

type Draw = Message<'Draw', { readonly ticket: string }>;
type Drawn = Message<'Drawn', { readonly number: number }>;

/** Ticket with the next number of its organization. */
const tickets: Decider<number | undefined, Draw, Drawn> = {
  category: 'ticket',
  scope: 'organization',
  streamId: ({ ticket }) => ticket,
  events: { Drawn: {} },
  initialState: undefined,
  evolve: (_, { data }) => data.number,
  series: (_, known) => (known === undefined ? series : undefined),
  decide: (_, known, { nextNumber }: Context) =>
    known === undefined ? [{ type: 'Drawn', data: { number: nextNumber! } }] : [],
  uniqueValues: (number) =>
    number === undefined
      ? []
      : [
          {
            kind: 'number',
            value: series.valueOf(number),
            refusalIfTaken: 'quotation-number-taken',
            field: 'number',
            generated: true,
          },
        ],
  ownerOf: () => undefined,
  notFound: 'lead-not-found',
};
const series = { kind: 'number', valueOf: (number: number) => `T-${number}` };
const events = { Drawn: z.object({ number: z.int() }) };
const draw = { may: 'member', data: z.object({ ticket: z.string() }) } as const;
const memberId = randomUUID();
const organization: KnownOrganization = {
  id: randomUUID(),
  timeZone: 'Asia/Kolkata',
  members: new Map([[memberId, 'sales']]),
  leaderboardOpen: false,
  locations: new Set(),
};

/** Log with slow appends, so that concurrent commands overlap. */
class SlowLog extends EventLogInMemory {
  override async appendAll(...appended: Parameters<EventLogInMemory['appendAll']>) {
    await setTimeout(2);
    return super.appendAll(...appended);
  }
}

/** Processes on one log, each with caches of its own. */
function createProcesses(count: number, log = new EventLogInMemory()) {
  const keys = new KeyStoreInMemory();
  const all = Array.from({ length: count }, () =>
    writeSideForSpecs({ log, keys, events: [events], organization }),
  );
  const readDrawnNumbers = async (): Promise<readonly number[]> =>
    log.events
      .filter(({ type }) => type === 'Drawn')
      .map(({ data }) => (data as Drawn['data']).number);
  const take = (index: number, ticket: string = randomUUID(), id: string = randomUUID()) =>
    all[index % count]!.handle(tickets, draw, {
      id,
      actorId: memberId,
      organizationId: organization.id,
      command: { type: 'Draw', data: { ticket } },
    });
  return { take, readDrawnNumbers };
}
const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('numbers of a series follow each other, whichever process gives them', async () => {
  const { take, readDrawnNumbers } = createProcesses(3);
  for (let index = 0; index < 70; index++) await take(index);
  expect(await readDrawnNumbers()).toEqual(numbersUpTo(70));
});

test('everybody who asks at the same time gets a number, and each number is given once', async () => {
  const { take, readDrawnNumbers } = createProcesses(3, new SlowLog());
  await Promise.all(numbersUpTo(36).map((index) => take(index)));
  expect((await readDrawnNumbers()).toSorted((one, other) => one - other)).toEqual(numbersUpTo(36));
});

test('a repeated command keeps its number', async () => {
  const { take, readDrawnNumbers } = createProcesses(1);
  const [ticket, id] = [randomUUID(), randomUUID()];
  await take(0, ticket, id);
  await take(0, ticket, id);
  await take(0, ticket);
  expect(await readDrawnNumbers()).toEqual([1]);
});
