import { describe, expect, it } from '@jest/globals';
import { sizeToSend } from './photo-size.js';

describe('the size of a sent photo', () => {
  it('is limited at its longest side', () => {
    expect(sizeToSend(4_000, 3_000)).toEqual({ width: 2_560, height: 1_920 });
    expect(sizeToSend(3_000, 4_000)).toEqual({ width: 1_920, height: 2_560 });
  });
  it('is never larger than the original', () => {
    expect(sizeToSend(800, 600)).toEqual({ width: 800, height: 600 });
  });
  it('is never zero', () => {
    expect(sizeToSend(10_000, 1)).toEqual({ width: 2_560, height: 1 });
  });
});
