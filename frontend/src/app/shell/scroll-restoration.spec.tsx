/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { ScrollRestoration } from './scroll-restoration.js';

/** Maximum and present scroll position of the page. */
let longest = 1_000;
let at = 0;
let grows: (() => void) | undefined;
let navigate: NavigateFunction;

const scroll = (top: number): void => {
  at = Math.min(longest, top);
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  [longest, at, grows] = [1_000, 0, undefined];
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => at });
  window.scrollTo = ((_: number, top: number) => scroll(top)) as typeof window.scrollTo;
  globalThis.ResizeObserver = class {
    constructor(private readonly heard: ResizeObserverCallback) {}
    observe(): void {
      grows = () => this.heard([], this);
    }
    unobserve(): void {}
    disconnect(): void {
      grows = undefined;
    }
  };
  render(
    <MemoryRouter initialEntries={['/leads']}>
      <ScrollRestoration />
      <Navigation />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

function Navigation(): ReactNode {
  navigate = useNavigate();
  return null;
}
const go = (where: () => unknown): Promise<void> => act(async () => void where());

test('a new page starts at its top, Back restores the position, and a changed query string keeps it', async () => {
  scroll(420);
  await go(() => navigate('/customers'));
  expect(at).toBe(0);
  await go(() => navigate(-1));
  expect(at).toBe(420);
  await go(() => navigate('/leads?status=New', { replace: true }));
  expect(at).toBe(420);
});

test('a page whose list arrives later is scrolled once it is long enough', async () => {
  scroll(420);
  await go(() => navigate('/customers'));
  longest = 0;
  await go(() => navigate(-1));
  expect(at).toBe(0);
  longest = 300;
  grows!();
  expect(at).toBe(300);
  longest = 1_000;
  grows!();
  expect(at).toBe(420);
  expect(grows).toBeUndefined();
});

test('scrolling by the person cancels that', async () => {
  scroll(420);
  await go(() => navigate('/customers'));
  longest = 100;
  await go(() => navigate(-1));
  scroll(40);
  longest = 1_000;
  grows!();
  expect(at).toBe(40);
  expect(grows).toBeUndefined();
});
