import { expect, test } from '@jest/globals';
import { memoryThere } from './memory-there.js';

const gigabyte = 2 ** 30;

test('a container says what a process may hold', () => expect(memoryThere(gigabyte, 16 * gigabyte)).toBe(1_024));

test.each([0, 2 ** 64])('where nothing limits it (%d) it is half of the machine', (given) => expect(memoryThere(given, 16 * gigabyte)).toBe(8_192));
