import { expect, test } from '@jest/globals';
import { dayIn } from './days.js';

test('a day begins in India before it begins in UTC', () => expect(dayIn('Asia/Kolkata', '2026-11-20T18:30:00.000Z')).toBe('2026-11-21'));
