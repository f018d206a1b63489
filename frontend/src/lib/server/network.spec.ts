import { afterEach, describe, expect, it } from '@jest/globals';
import { onBackOnline, markOnline, markUnreachable, useNetwork } from './network.js';

const setBrowserOnLine = (onLine: boolean): void =>
  void Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });
const online = (): boolean => useNetwork.getState().online;

describe('whether the server is reachable', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'navigator'));

  it('ends with a failed request, and returns with the next answer, announced once', () => {
    setBrowserOnLine(true);
    let notifications = 0;
    const unsubscribe = onBackOnline(() => notifications++);
    markUnreachable();
    expect(online()).toBe(false);
    markOnline();
    markOnline();
    expect(online()).toBe(true);
    expect(notifications).toBe(1);
    unsubscribe();
  });
  it('does not return by an answer that arrives after the browser lost its network', () => {
    setBrowserOnLine(false);
    markUnreachable();
    markOnline();
    expect(online()).toBe(false);
    setBrowserOnLine(true);
    markOnline();
    expect(online()).toBe(true);
  });
});
