import type { Message } from '#domain/kernel/texts/message.js';
import {
  converted,
  createdInFull,
  deleted,
  erased,
  leadId,
  cityEdited,
  organization,
} from '#domain/leads/lead.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { CustomerOfLead } from './customer-of-lead.reactor.js';

const stream = `lead-${organization.id}_${leadId}`;
/** Runs the reactor on the conversion in a history, and returns its commands. */
async function findCommandsAfter(...events: Message[]) {
  const history = recorded(...events.map((event) => [stream, event] as const));
  const log = { read: async () => history } as never;
  const reactor = new CustomerOfLead(log, { open: async (read: never) => read } as never);
  const { commands = [] } = await reactor.react(
    history.find(({ type }) => type === 'LeadConverted') as never,
  );
  return commands.map(({ command, to }) => ({
    data: command.data as Readonly<Record<string, unknown>>,
    to,
  }));
}

test('a converted lead becomes a customer with the same id and the payment', async () =>
  expect(await findCommandsAfter(createdInFull, converted)).toMatchObject([
    {
      to: `customer-${organization.id}_${leadId}`,
      data: {
        convertedAt: '2026-11-21T09:31:00.000Z',
        convertedOn: '2026-11-21',
        customerId: leadId,
        firstName: 'Rajesh',
        city: 'Pune',
        projectValuePaise: 45_000_000,
        payment: { amountPaise: 5_000_000 },
      },
    },
  ]));

test('later edits change nothing: an event always sends the same command', async () =>
  expect(await findCommandsAfter(createdInFull, converted, cityEdited)).toEqual(
    await findCommandsAfter(createdInFull, converted),
  ));

test('a lead that was deleted since still gets its customer', async () =>
  expect(await findCommandsAfter(createdInFull, converted, deleted)).toHaveLength(1));

test('an erased lead gets no customer', async () =>
  expect(await findCommandsAfter(createdInFull, converted, erased)).toEqual([]));
