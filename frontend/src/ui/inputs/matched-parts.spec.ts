import { expect, test } from '@jest/globals';
import { foundParts } from './matched-parts.js';

const markedText = (text: string, search: string): string =>
  foundParts(text, search)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Asha Patil', 'pat', 'Asha [Pat]il'],
  ['Asha Patil', 'patil  asha', '[Asha] [Patil]'],
  ['José Müller', 'jose mul', '[José] [Mül]ler'],
  ['Jose\u0301 Nunes', 'jose', '[Jose\u0301] Nunes'],
  ['O’Brien', "o'b", '[O’B]rien'],
  ['९८२२ Pune', '9822', '[९८२२] Pune'],
  ['Straße 4', 'strasse', '[Straße] 4'],
  ['Asha', '', 'Asha'],
  ['Asha', 'ravi', 'Asha'],
])('in %s a search for %s marks %s', (text, search, shown) =>
  expect(markedText(text, search)).toBe(shown),
);
