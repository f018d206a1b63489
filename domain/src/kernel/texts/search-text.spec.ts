import { expect, test } from '@jest/globals';
import { isFoundBy, searchTerms, searchText } from './search-text.js';

test.each<[string, string[] | undefined]>([
  ['Rajesh', ['rajesh']],
  ['  rajesh   PATIL rajesh ', ['rajesh', 'patil']],
  ['98765 43210', ['9876543210']],
  ['+91 (98765) 432-10', ['919876543210']],
  ['098765 43210', ['9876543210']],
  ['98765', ['98765']],
  ['plot 12 34', ['plot', '12', '34']],
  ['A/B', ['a/b']],
  ['ÉLODIE', ['elodie']],
  ['D’Souza', ["d'souza"]],
  ['क्‍षमा', ['क्षमा']],
  ['ＰＵＭＰ　१२', ['pump', '12']],
  ['0091 98765 43210', ['919876543210']],
  ['tel:+91-98765-43210', ['919876543210']],
  ['TEL: 098765 43210', ['9876543210']],
  ['https://wa.me/919876543210', ['919876543210']],
  ['Mob. 98765 43210', ['9876543210']],
  ['मोबाइल: 098765 43210', ['9876543210']],
  ['sms:+919876543210', ['919876543210']],
  ['Rao 98765 43210', ['rao', '98765', '43210']],
  ['No. 12', ['no.', '12']],
  ['(+65) 8123 4567', ['6581234567']],
  ['+91 (0)98765 43210', ['919876543210']],
  ['९८७६५ ४३२१०', ['9876543210']],
  ['\u202a98765\u202c 43210', ['9876543210']],
  ['0091 98765', ['9198765']],
  ['7911 123456', ['7911123456']],
  ['Rao +91 98765 43210', ['rao', '+91', '98765', '43210']],
  ['patil\n+91', ['patil', '+91']],
  ['- * %', undefined],
  ['', undefined],
])('typing %j searches for %j', (typed, terms) => expect(searchTerms(typed)).toEqual(terms));

test('a long input searches for few terms', () => {
  expect(searchTerms('x'.repeat(100_000))).toEqual(['x'.repeat(200)]);
  expect(searchTerms(Array.from({ length: 50 }, (_, term) => `t${term}`).join(' '))).toHaveLength(
    8,
  );
});

test('no term spans two fields', () => {
  expect(searchText(['Asha', undefined, 'Li'])).toBe('asha\n\nli');
  expect(searchText(['a\nb'])).toBe('a b');
});

test.each([
  ['', true],
  ['sharma pune', true],
  ['98200 41001', true],
  ['98200-41001', true],
  ['098200 41001', true],
  ['0091 98200 41001', true],
  ['tel:+91-98200-41001', true],
  ['98200-410', true],
  ['sharma nashik', false],
  ['98200 41002', false],
  ['-', false],
])('a document with a number is found by %j: %j', (typed, isFound) => {
  expect(isFoundBy(typed, ['Asha Sharma', 'Pune', '+919820041001', undefined])).toBe(isFound);
});
