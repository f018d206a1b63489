/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { ScrollRestoration } from './scroll-restoration.js';

/** Maximum and current scroll position of the page. */
let maxPosition = 1_000;
let position = 0;
let reportGrowth: (() => void) | undefined;
let navigate: NavigateFunction;

const scroll = (top: number): void => {
  position = Math.min(maxPosition, top);
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  [maxPosition, position, reportGrowth] = [1_000, 0, undefined];
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => position });
  window.scrollTo = ((_: number, top: number) => scroll(top)) as typeof window.scrollTo;
  globalThis.ResizeObserver = class {
    constructor(private readonly callback: ResizeObserverCallback) {}
    observe(): void {
      reportGrowth = () => this.callback([], this);
    }
    unobserve(): void {}
    disconnect(): void {
      reportGrowth = undefined;
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
/** Navigates, and waits until React has rendered the page. */
const navigateInAct = (startNavigation: () => unknown): Promise<void> =>
  act(async () => void startNavigation());

test('a new page starts at its top, Back restores the position, and a changed query string keeps it', async () => {
  scroll(420);
  await navigateInAct(() => navigate('/customers'));
  expect(position).toBe(0);
  await navigateInAct(() => navigate(-1));
  expect(position).toBe(420);
  await navigateInAct(() => navigate('/leads?status=New', { replace: true }));
  expect(position).toBe(420);
});

test('a page whose list arrives later is scrolled once it is long enough', async () => {
  scroll(420);
  await navigateInAct(() => navigate('/customers'));
  maxPosition = 0;
  await navigateInAct(() => navigate(-1));
  expect(position).toBe(0);
  maxPosition = 300;
  reportGrowth!();
  expect(position).toBe(300);
  maxPosition = 1_000;
  reportGrowth!();
  expect(position).toBe(420);
  expect(reportGrowth).toBeUndefined();
});

test('a scroll by the person cancels the later restoration', async () => {
  scroll(420);
  await navigateInAct(() => navigate('/customers'));
  maxPosition = 100;
  await navigateInAct(() => navigate(-1));
  scroll(40);
  maxPosition = 1_000;
  reportGrowth!();
  expect(position).toBe(40);
  expect(reportGrowth).toBeUndefined();
});
