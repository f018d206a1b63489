import { describe, expect, test } from '@jest/globals';
import { proofFileName } from './proof-file-name.js';

describe('the file name of a proof', () => {
  test('contains the record’s name without forbidden characters', () =>
    expect(proofFileName('Rajesh / Deshmukh: "12 kW"')).toBe(
      'Rajesh Deshmukh 12 kW.fieldtrace-proof.json.gz',
    ));
  test('has at most 255 bytes, and splits no character', () => {
    const name = proofFileName('कि'.repeat(60));
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255 - 10);
    expect(name).toMatch(/^(?:कि)+क?\.fieldtrace-proof\.json\.gz$/);
  });
});
