import type { Stored } from '#platform/read-store/read-store.js';
import { beforeEach, expect, test } from '@jest/globals';
import { Names } from './names.js';
import type { Presenter } from './presenting.js';
import { ShownTexts } from './shown-texts.js';

type Lead = { readonly name: string; readonly assignedTo: string };

let names: Map<string, string>;
let shownCount: number;
let texts: ShownTexts<Lead, unknown>;

const presenter: Presenter<Lead, unknown> = {
  people: ({ assignedTo }) => [assignedTo],
  show({ name, assignedTo }, person) {
    shownCount++;
    return { name, assignedTo: person(assignedTo) };
  },
};
const stored = (name: string, assignedTo: string): Stored => ({ id: name, json: JSON.stringify({ name, assignedTo }) });
const shown = async (...documents: readonly Stored[]) => (await texts.of(documents)).map((text) => JSON.parse(text) as unknown);

beforeEach(() => {
  names = new Map([['asha', 'Asha Rao']]);
  shownCount = 0;
  const get = async (_: unknown, __: string, ids: readonly string[]) =>
    new Map(ids.filter((id) => names.has(id)).map((id) => [id, { id, name: names.get(id)! }]));
  texts = new ShownTexts(new Names({ get } as unknown as ConstructorParameters<typeof Names>[0]), presenter);
});

test('a document is written once, and again when somebody in it is called otherwise', async () => {
  const lead = stored('Rajesh', 'asha');
  const before = { name: 'Rajesh', assignedTo: { id: 'asha', name: 'Asha Rao' } };
  expect([await shown(lead), await shown(lead), shownCount]).toEqual([[before], [before], 1]);
  names.set('asha', 'Asha Iyer');
  expect(await shown(lead)).toEqual([{ name: 'Rajesh', assignedTo: { id: 'asha', name: 'Asha Iyer' } }]);
  names.delete('asha');
  expect(await shown(lead)).toEqual([{ name: 'Rajesh', assignedTo: { id: 'asha', name: '' } }]);
});

test('documents come in their order, each as it is stored now', async () => {
  const [one, other] = [stored('Rajesh', 'asha'), stored('Meera', 'asha')];
  await shown(one, other);
  expect(await shown(other, stored('Rajesh the second', 'asha'))).toMatchObject([{ name: 'Meera' }, { name: 'Rajesh the second' }]);
});
