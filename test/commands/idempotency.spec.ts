import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Person, createTeam, inDays } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import { readEventsIn } from '../faults/log-checks.js';

let product: Product;
let people: Awaited<ReturnType<typeof createTeam>>;
let rep: Person;
const lead = newLeadData();
const sentKeys: string[] = [];

beforeAll(async () => {
  product = await Product.start();
  people = await createTeam(product, 'Anil', 'Bina');
  rep = people.reps[0]!;
  await rep.send('CreateLead', lead);
});
afterAll(() => product?.dispose());

const newKey = (): string => {
  const key = randomUUID();
  sentKeys.push(key);
  return key;
};
const { leadId } = lead;
/**
 * Commands of each kind: creating with a claim, adding, changing, one without an id of its own, and
 * ending.
 */
const commands: readonly (readonly [
  string,
  () => Record<string, unknown>,
  other: Record<string, unknown>,
])[] = [
  ['CreateLead', () => newLeadData({ note: 'Met at the site' }), { city: 'Nashik' }],
  ['AddNote', () => ({ leadId, noteId: randomUUID(), note: 'Called' }), { note: 'Called twice' }],
  [
    'ScheduleFollowUp',
    () => ({ leadId, followUpId: randomUUID(), dueOn: inDays(30) }),
    { dueOn: inDays(31) },
  ],
  [
    'UploadQuotation',
    () => ({ leadId, quotationId: randomUUID(), amountPaise: 100 }),
    { amountPaise: 200 },
  ],
  ['EditLead', () => ({ leadId, city: `City ${randomUUID().slice(0, 6)}` }), { city: 'Elsewhere' }],
  ['RequestQuotation', () => ({ leadId, note: randomUUID() }), { note: 'Another' }],
];

describe.each(commands)('%s', (command, newData, other) => {
  test('three times in a row with one key has one effect and one answer', async () => {
    const [options, data] = [{ key: newKey() }, newData()];
    const first = await sendCommand(rep, command, data, options);
    expect(first.status).toBe(200);
    const noteBetween = await rep.send('AddNote', {
      leadId,
      noteId: randomUUID(),
      note: 'In between',
    });
    expect(noteBetween.revision).toBeGreaterThan(0);
    for (const repeat of [
      await sendCommand(rep, command, data, options),
      await sendCommand(rep, command, data, options),
    ])
      expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  });

  test('twenty times at once with one key has one effect and one answer', async () => {
    const [options, data] = [{ key: newKey() }, newData()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendCommand(rep, command, data, options)),
    );
    expect(answers[0]!.status).toBe(200);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
  });

  test('the key with another body is refused, and so is another member’s use of it', async () => {
    const [options, data] = [{ key: newKey() }, newData()];
    const { revision } = await rep.send(command, data, options);
    const withOtherBody = await sendCommand(rep, command, { ...data, ...other }, options);
    expect([withOtherBody.status, withOtherBody.body.code]).toEqual([409, 'command-id-reused']);
    const fromAdmin = await sendCommand(people.admin, command, data, options);
    expect([fromAdmin.status, fromAdmin.body.code]).toEqual([409, 'command-id-reused']);
    // A colleague without access gets the answer for a missing lead; a creator learns that the id
    // is used.
    const fromColleague = await sendCommand(people.reps[1]!, command, data, options);
    const expectedAnswer =
      command === 'CreateLead' ? [409, 'command-id-reused'] : [404, 'lead-not-found'];
    expect([fromColleague.status, fromColleague.body.code]).toEqual(expectedAnswer);
    const id = String(data['leadId']);
    expect((await rep.get<{ readonly revision: number }>(`/api/leads/${id}`)).revision).toBe(
      revision,
    );
  });
});

test('the answer is the same after the server was killed, and each key has one effect in the log', async () => {
  const [noteKey, data] = [newKey(), { leadId, noteId: randomUUID(), note: 'Before the kill' }];
  const answerBefore = await rep.send('AddNote', data, { key: noteKey });
  await product.restart('SIGKILL');
  const { status, body } = await sendCommand(rep, 'AddNote', data, { key: noteKey });
  expect([status, body]).toEqual([200, answerBefore]);

  await product.end();
  const events = await readEventsIn(product.dataDir);
  for (const key of sentKeys) {
    const types = events
      .filter(
        ({ metadata, type }) =>
          metadata.commandId === key && !['Reserved', 'ClaimFenced', 'ClaimClosed'].includes(type),
      )
      .map(({ type }) => type);
    expect(types.length).toBeGreaterThan(0);
    expect(new Set(types).size).toBe(types.length);
  }
});
