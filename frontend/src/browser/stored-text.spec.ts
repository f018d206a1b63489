import { afterEach, expect, test } from '@jest/globals';
import { storeText, readStoredFields, readStoredText } from './stored-text.js';

const browserWith = (storage: object): void =>
  void Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'));

test('what was kept as JSON is read by its fields; of a text that is none there are none', () => {
  const texts = new Map([
    ['clock', '{"begun":1}'],
    ['cut off', '{"begun":'],
  ]);
  browserWith({ getItem: (name: string) => texts.get(name) ?? null });
  expect([
    readStoredFields('clock'),
    readStoredFields('cut off'),
    readStoredFields('nothing'),
  ]).toEqual([{ begun: 1 }, {}, {}]);
});

test('where storage is forbidden there is nothing, and keeping it is no error', () => {
  const forbidden = (): never => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  browserWith({ getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  storeText('clock', '{}');
  storeText('clock', undefined);
  expect([readStoredText('clock'), readStoredFields('clock')]).toEqual([undefined, {}]);
});
