import type { Role } from '#domain/kernel/policy.js';
import type { ReadSide } from '#platform/live/read-side.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { expect, test } from '@jest/globals';
import type { Asker } from '../auth/caller.js';
import type { PersonNames } from '../auth/people/names.js';
import { GetCustomer, GetCustomerHandler } from './customers.query.js';

const leadId = '0198c2f0-0000-7000-8000-000000000001';
const views = { getOne: async () => undefined } as unknown as Views;

const answer = (
  lead: object,
  { id, role }: { id: string; role: Role },
  customerId = leadId,
): Promise<unknown> => {
  const folded = { loadKnownState: async () => lead } as unknown as FoldedStreams;
  const handler = new GetCustomerHandler(
    views,
    {} as PersonNames,
    new ClockInMemory(),
    {} as ReadSide,
    folded,
  );
  const asker = { id, role, organizationId: 'org', timeZone: 'Asia/Kolkata' } as Asker;
  return handler
    .execute(new GetCustomer(asker, customerId))
    .catch(({ code }: { code: string }) => code);
};

const converted = { phase: 'open', assignedTo: 'asha', conversions: [{}] };
const asha = { id: 'asha', role: 'sales' } as const;

test.each([
  ['asked by its owner', converted, asha, 'customer-on-its-way'],
  [
    'asked by a member who sees all leads',
    converted,
    { id: 'meera', role: 'finance' },
    'customer-on-its-way',
  ],
  ['asked by a colleague', converted, { id: 'ravi', role: 'sales' }, 'customer-not-found'],
  ['whose lead was not converted', { ...converted, conversions: [] }, asha, 'customer-not-found'],
  ['whose lead was erased', { phase: 'erased', assignedTo: 'asha' }, asha, 'customer-not-found'],
  ['whose lead never existed', { phase: 'unknown' }, asha, 'customer-not-found'],
] as const)('answer for a customer that no view has yet, %s', async (_, lead, who, code) => {
  expect(await answer(lead, who)).toBe(code);
});

test('an invalid id finds no customer', async () =>
  expect(await answer(converted, asha, 'no-id')).toBe('customer-not-found'));
