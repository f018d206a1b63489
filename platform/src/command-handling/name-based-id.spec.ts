import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { nameBasedId } from './name-based-id.js';

test('it is the id that the standard gives', () =>
  expect(nameBasedId('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2'));

test('whatever the name', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (name, namespace) => expect(nameBasedId(name, namespace)).toBe(v5(name, namespace))),
  ));
