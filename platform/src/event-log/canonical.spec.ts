import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonical, canonicalJson } from './canonical.js';

test('members are sorted by name, without white space', () =>
  expect(canonical({ name: 'Asha', city: 'Pune', at: [1, true, null, { b: '', a: -1 }] })).toBe(
    '{"at":[1,true,null,{"a":-1,"b":""}],"city":"Pune","name":"Asha"}',
  ));

// The example of RFC 8785, section 3.2.3.
test('names are ordered by their UTF-16 code units', () => {
  const value = {
    '€': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Hebrew',
    '1': 'One',
    '😀': 'Smile',
    '\u0080': 'Control',
    ö: 'Umlaut',
  };
  expect(Object.values(JSON.parse(canonical(value).replaceAll('"1"', '"one"')))).toEqual([
    'CR',
    'One',
    'Control',
    'Umlaut',
    'Euro',
    'Smile',
    'Hebrew',
  ]);
});

test('a text has only the necessary escapes', () =>
  expect(canonical('€$\u000f\nA\'B"\\\\"/\u2028')).toBe(
    String.raw`"€$\u000f\nA'B\"\\\\\"/` + '\u2028"',
  ));

test('parsing and serializing again gives the same text', () =>
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      try {
        const text = canonical(value);
        expect(canonical(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    }),
  ));

test.each([
  ['a float', { amount: 1.5 }, 'the number 1.5 at .amount'],
  ['NaN', [Number.NaN], 'the number NaN at [0]'],
  ['a number too large to be exact', 2 ** 53, 'at the top'],
  ['a member that would be dropped', { lead: { note: undefined } }, 'undefined at .lead.note'],
  ['a hole', new Array(1), 'undefined at [0]'],
  ['a date', { at: new Date() }, 'a Date at .at'],
  ['a big integer', 1n, 'bigint'],
  ['half of a surrogate pair', 'a\ud83d', 'half of a surrogate pair'],
])('%s is refused, with its place', (_, value, message) =>
  expect(() => canonical(value)).toThrow(message),
);

test('the text of a value with floats survives serializing and parsing', () =>
  fc.assert(
    fc.property(fc.anything({ maxDepth: 3, values: [fc.jsonValue()] }), (value) => {
      const json = JSON.stringify({ value });
      expect(canonicalJson(JSON.parse(json))).toBe(canonicalJson({ value }));
      expect(JSON.parse(canonicalJson({ value }))).toEqual(JSON.parse(json));
    }),
  ));

test('canonicalJson equals canonical for a value without floats', () =>
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      try {
        expect(canonicalJson(value)).toBe(canonical(value));
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    }),
  ));

/** Text of which earlier builds made fingerprints. It began with the members named by integers. */
const earlierText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

test('the text of a command’s body is that of earlier builds, so that its fingerprint fits', () => {
  const field = fc.string().filter((name) => !/^\d+$/.test(name) && name !== '__proto__');
  const { body } = fc.letrec((tie) => ({
    body: fc.dictionary(field, tie('part')),
    part: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constantFrom(null, undefined, true)),
      fc.array(tie('part')),
      tie('body'),
    ),
  }));
  fc.assert(fc.property(body, (value) => expect(canonicalJson(value)).toBe(earlierText(value))));
});

// Numbers of RFC 8785, appendix B.
test.each([
  [-0, '0'],
  [5e-324, '5e-324'],
  [1e21, '1e+21'],
  [9.999_999_999_999_997e22, '9.999999999999997e+22'],
  [0.000_001, '0.000001'],
  [333_333_333.333_333_3, '333333333.3333333'],
])('a float is written as ECMAScript does: %d', (number, text) =>
  expect(canonicalJson([number])).toBe(`[${text}]`),
);
