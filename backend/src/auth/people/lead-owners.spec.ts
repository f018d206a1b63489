import { Unavailable } from '#platform/common/unavailable.js';
import { expect, test } from '@jest/globals';
import { LeadOwners } from './lead-owners.js';

const outdatedView = { getOne: async () => ({ assignedTo: 'former' }) } as never;
const ownerOf = (state: () => unknown) =>
  new LeadOwners({ load: async () => ({ state: state() }) } as never, outdatedView).findOwner(
    'org',
    'lead',
  );

test('the owner is read from the stream, so a reassignment counts at once', async () =>
  expect(await ownerOf(() => ({ phase: 'open', assignedTo: 'asha' }))).toBe('asha'));
test.each(['deleted', 'erased', 'unknown'])('a lead that is %s has no owner', async (phase) =>
  expect(await ownerOf(() => ({ phase, assignedTo: 'asha' }))).toBeUndefined(),
);
test('the view answers while the log is unavailable', async () =>
  expect(
    await ownerOf(() => {
      throw new Unavailable('The log is away');
    }),
  ).toBe('former'));
