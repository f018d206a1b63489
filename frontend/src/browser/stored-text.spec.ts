import { afterEach, expect, test } from '@jest/globals';
import { storeText, readStoredFields, readStoredText } from './stored-text.js';

const replaceLocalStorage = (storage: object): void =>
  void Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'));

test('stored JSON is read by fields; other texts have none', () => {
  const texts = new Map([
    ['clock', '{"begun":1}'],
    ['cut off', '{"begun":'],
  ]);
  replaceLocalStorage({ getItem: (name: string) => texts.get(name) ?? null });
  expect(readStoredFields('clock')).toEqual({ begun: 1 });
  expect(readStoredFields('cut off')).toEqual({});
  expect(readStoredFields('nothing')).toEqual({});
});

test('without storage reading returns nothing and storing does not fail', () => {
  const throwForbidden = (): never => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  replaceLocalStorage({
    getItem: throwForbidden,
    setItem: throwForbidden,
    removeItem: throwForbidden,
  });
  storeText('clock', '{}');
  storeText('clock', undefined);
  expect(readStoredText('clock')).toBeUndefined();
  expect(readStoredFields('clock')).toEqual({});
});
