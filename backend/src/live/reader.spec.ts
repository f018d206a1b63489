import { describe, expect, test } from '@jest/globals';
import { type Reader, roomsFor, sightOf } from './reader.js';

const [asha, ravi, meera] = ['asha', 'ravi', 'meera'];
const own = (accountId: string, role: Reader['role'], ...rooms: string[]): Reader => ({
  accountId,
  organizationId: 'sharma',
  role,
  rooms: new Set([`member:${accountId}`, 'organization:sharma', ...rooms]),
});
const [rep, colleague, admin] = [own(asha, 'sales'), own(ravi, 'sales'), own(meera, 'admin')];

describe('a lead that is given to a colleague', () => {
  const given = { before: asha, after: ravi };
  test('goes for whom it was taken from', () => expect(sightOf(given, rep)).toBe('removed'));
  test('comes for whom it was given to', () => expect(sightOf(given, colleague)).toBe('shown'));
  test('stays for who sees everything', () => expect(sightOf(given, admin)).toBe('shown'));
});

describe('a new lead', () => {
  const created = { before: undefined, after: asha };
  test('is shown to its owner', () => expect(sightOf(created, rep)).toBe('shown'));
  test('gives another rep no hint', () => expect(sightOf(created, colleague)).toBeUndefined());
});

describe('what only an open page is told', () => {
  const entry = { before: undefined, after: asha, room: 'lead:1' };
  test('is told to who has it open', () => expect(sightOf(entry, own(asha, 'sales', 'lead:1'))).toBe('shown'));
  test('is not told to who has not', () => expect(sightOf(entry, rep)).toBeUndefined());
  test('falls silent for whom the lead was taken from', () => expect(sightOf(entry, own(ravi, 'sales', 'lead:1'))).toBeUndefined());
});

describe('rooms', () => {
  const lead = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';
  const wanted = ['member:asha', 'member:ravi', 'organization:sharma', 'organization:other', `lead:${lead}`, 'lead:*', ''];
  const enter = async (role: Reader['role'] | undefined, owner?: string) => [
    ...(await roomsFor(wanted, { accountId: asha, organizationId: role && 'sharma', role }, async () => owner)),
  ];
  test('of sales are their own', async () => expect(await enter('sales', asha)).toEqual(['member:asha', `lead:${lead}`]));
  test("of sales are never a colleague's lead", async () => expect(await enter('sales', ravi)).toEqual(['member:asha']));
  test('of an admin are those of the organization', async () =>
    expect(await enter('admin', ravi)).toEqual(['member:asha', 'organization:sharma', `lead:${lead}`]));
  test('of who is in no organization is their own', async () => expect(await enter(undefined, asha)).toEqual(['member:asha']));
});
