import type { Views } from '#platform/read-side/read-store/views.js';
import { numbers } from '#projections/accounts/numbers.projection.js';
import { people } from '#projections/accounts/people.projection.js';
import { team } from '#projections/organizations/team.projection.js';
import { expect, test } from '@jest/globals';
import { PersonNames } from '../auth/people/names.js';
import { GetTeam, GetTeamHandler } from './team.controller.js';

const names = [
  'Pooja',
  'Ravi',
  'álvaro',
  'asha',
  'Vikram',
  'Rep 10',
  'Rep 9',
  'Neha',
  'अनिल',
  'Zubeda',
];
const ids = names.map((_, number) => `m${number}`);
const readViews: string[] = [];
const views = {
  getSums: async () => new Map([['members', Object.fromEntries(ids.map((id) => [id, 1]))]]),
  get: async ({ name }: { name: string }) => {
    readViews.push(name);
    const documentOf = (id: string, number: number) => ({
      id,
      memberId: id,
      name: names[number],
      phone: `+9198000000${number}`,
      role: 'sales',
      joinedAt: '',
    });
    return [people, numbers, team].some((view) => view.name === name)
      ? new Map(ids.map((id, number) => [id, documentOf(id, number)]))
      : new Map();
  },
} as unknown as Views;

test('a team is sorted by name, and its numbers are read in one call', async () => {
  const handler = new GetTeamHandler(views, new PersonNames(views));
  const { members } = await handler.execute(
    new GetTeam({ id: 'm0', role: 'admin', organizationId: 'org', timeZone: 'Asia/Kolkata' }),
  );
  expect(members.map(({ name }) => name)).toEqual([
    'álvaro',
    'asha',
    'Neha',
    'Pooja',
    'Ravi',
    'Rep 9',
    'Rep 10',
    'Vikram',
    'Zubeda',
    'अनिल',
  ]);
  expect(members[0]).toHaveProperty('phone', '+91980000002');
  expect(readViews).toHaveLength(4);
});
