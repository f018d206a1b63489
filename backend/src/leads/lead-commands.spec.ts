import { type LeadCommand, leadCommands } from '#domain/leads/lead.commands.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import {
  asha,
  details,
  leadId,
  meera,
  organization,
  ravi,
  stranger,
} from '#domain/leads/lead.examples.js';
import { aggregates } from '#domain/aggregates.js';
import { commandSender } from '#platform/testing/send-command.js';
import type { Request } from '#platform/write-side/request.js';
import { streamName } from '#platform/event-log/subject.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { countRuns } from '#platform/testing/times.js';
import { writeSideForSpecs } from '#platform/testing/write-side-for-specs.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';

let sendCommand: ReturnType<typeof commandSender>;
let log: EventLogInMemory;

const send = (command: LeadCommand, request: Partial<Request<LeadCommand>> = {}) =>
  sendCommand({
    id: randomUUID(),
    actorId: asha.id,
    organizationId: organization.id,
    command,
    ...request,
  });
const create = (id: string = leadId): LeadCommand => ({
  type: 'CreateLead',
  data: { leadId: id, ...details },
});
const createParsedLead = (data: object) => ({
  type: 'CreateLead' as const,
  data: leadCommands.CreateLead.data.parse(data),
});
const note = (text: string): LeadCommand => ({
  type: 'AddNote',
  data: { leadId, noteId: randomUUID(), note: text },
});
const deleteLead: LeadCommand = { type: 'DeleteLead', data: { leadId } };
const readHistory = (id = leadId) => log.read(streamName('lead', organization.id, id));
const repeatFiftyTimes = <Result>(make: () => Result) => Array.from({ length: 50 }, make);

beforeEach(async () => {
  // A log this slow makes commands overlap.
  log = new EventLogInMemory([], () => new Promise(setImmediate));
  const { handle } = writeSideForSpecs({
    log,
    events: [leadEvents],
    organization: { ...organization, locations: new Set() },
  });
  sendCommand = commandSender({ aggregates }, { handle });
});

describe('a command', () => {
  beforeEach(() => send(create()));

  test('sent twice under one id has one effect and one answer', async () => {
    const id = randomUUID();
    const called = note('Called');
    const first = await send(called, { id });
    expect(await send(called, { id })).toEqual(first);
    expect(await readHistory()).toHaveLength(2);
  });

  test('may not reuse the id of another command', async () => {
    const id = randomUUID();
    await send(note('Called'), { id });
    await expect(send(deleteLead, { id })).rejects.toMatchObject({ code: 'command-id-reused' });
  });

  test('succeeds together with 49 others on the same lead', async () => {
    await Promise.all(repeatFiftyTimes(() => send(note('Called'))));
    expect((await readHistory()).map((event) => event.revision)).toEqual([...Array(51).keys()]);
  });

  test('is dated by the day of the action', async () => {
    await send(note('Called'), {
      device: { capturedAt: '2026-11-20T12:00:00.000Z', sentAt: '2026-11-21T12:00:00.000Z' },
    });
    expect((await readHistory()).at(-1)!.metadata).toMatchObject({
      on: '2026-11-20',
      capturedAt: '2026-11-20T09:30:00.000Z',
    });
  });

  test.each([
    [
      "on a colleague's lead answers a rep as if there were none",
      ravi.id,
      deleteLead,
      'lead-not-found',
    ],
    [
      'that a role may never send is not allowed',
      asha.id,
      { type: 'ReassignLead', data: { leadId, assignedTo: asha.id } },
      'not-allowed',
    ],
    ['of somebody who is no member is not allowed', stranger, deleteLead, 'not-allowed'],
  ] as [string, string, LeadCommand, string][])('%s', (_, actorId, command, code) =>
    expect(send(command, { actorId })).rejects.toMatchObject({ code }),
  );
});

describe('a phone number', () => {
  test('is claimed by one of fifty simultaneous leads', async () => {
    const outcomes = await Promise.allSettled(repeatFiftyTimes(() => send(create(randomUUID()))));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(49).fill('lead-phone-taken'));
  });

  test('in any spelling is claimed by only one of fifty simultaneous leads, also after its release', async () => {
    for (let round = 0; round < countRuns(100); round++) {
      const number = String(9_800_000_000 + round);
      const spellings = [
        number,
        `0${number}`,
        `91${number}`,
        `+91 ${number}`,
        `${number.slice(0, 5)} ${number.slice(5)}`,
        `(+91) ${number.slice(0, 4)}-${number.slice(4)}`,
      ];
      const createAtOnce = async () => {
        const creates = spellings
          .flatMap((phone) =>
            Array.from({ length: 9 }, () =>
              createParsedLead({ ...details, leadId: randomUUID(), phone }),
            ),
          )
          .slice(0, 50);
        const outcomes = await Promise.allSettled(creates.map((command) => send(command)));
        const succeeded = creates.filter((_, index) => outcomes[index]!.status === 'fulfilled');
        expect(succeeded).toHaveLength(1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('lead-phone-taken');
        return succeeded[0]!.data.leadId;
      };
      const winner = await createAtOnce();
      if (round % 3 === 0) await send({ type: 'DeleteLead', data: { leadId: winner } });
      else if (round % 3 === 1)
        await send({
          type: 'EditLead',
          data: { leadId: winner, phone: `+9170000${number.slice(-5)}` },
        });
      else continue;
      await createAtOnce();
    }
  });

  test('is released when its lead is deleted', async () => {
    await send(create());
    await send(deleteLead, { actorId: meera.id });
    await expect(send(create(randomUUID()))).resolves.toMatchObject({ revision: 0 });
  });
});
