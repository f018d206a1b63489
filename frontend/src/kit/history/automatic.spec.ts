import { expect, test } from '@jest/globals';
import { actorOf, ruleOf } from './automatic.js';

const step = (data: object) => ({ type: 'QuotationStepped', data: { addedPaise: 0, ...data } });

test.each([
  ['accepted', { step: 'Accepted' }, 'The customer'],
  ['seen', { step: 'Viewed' }, 'The customer'],
  ['declined', { step: 'Closed', declined: true }, 'The customer'],
  ['expired', { step: 'Expired' }, 'Fieldtrace'],
])('the lead’s event of a quotation that is %s names who caused it', (_, data, actor) =>
  expect(actorOf(step(data))).toBe(actor),
);

test('the cause of an event that only a newer version knows is not guessed', () => {
  const newer = { type: 'CustomerCreated', data: {}, newer: true } as const;
  expect(actorOf(newer)).toBe('Unknown person');
  expect(ruleOf(newer)).toBeUndefined();
});
