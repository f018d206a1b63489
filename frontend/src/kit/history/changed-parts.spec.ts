import { expect, test } from '@jest/globals';
import { changedParts } from './changed-parts.js';

test('only the words that differ are changed', () => {
  expect(changedParts('Hybrid inverter, Quantity 2', 'Hybrid inverter, Quantity 3')).toEqual({
    unchangedStart: 'Hybrid inverter, Quantity ',
    before: '2',
    after: '3',
    unchangedEnd: '',
  });
});

test('added or repeated words have no former text', () => {
  expect(changedParts('Call Asha', 'Call Call Asha')).toEqual({
    unchangedStart: 'Call ',
    before: '',
    after: 'Call ',
    unchangedEnd: 'Asha',
  });
});

test('texts without a common word differ wholly', () => {
  expect(changedParts('Pune', 'Nashik')).toEqual({
    unchangedStart: '',
    before: 'Pune',
    after: 'Nashik',
    unchangedEnd: '',
  });
});

test('a long unchanged text is cut at a word', () => {
  const long = 'Payment of half with the order, the rest on delivery at the site. ';
  const { unchangedStart, before, unchangedEnd } = changedParts(
    `${long}Old. ${long}`,
    `${long}New. ${long}`,
  );
  expect(before).toBe('Old. ');
  expect(unchangedStart).toBe('… the rest on delivery at the site. ');
  expect(unchangedEnd).toBe('Payment of half with the order, the …');
});
