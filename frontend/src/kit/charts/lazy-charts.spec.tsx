/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { lazyCharts } from './lazy-charts.js';

const { reportError } = globalThis;
afterEach(() => {
  globalThis.reportError = reportError;
});

const renderCharts = (load: Parameters<typeof lazyCharts<{ topic: string }>>[0]): void => {
  const Charts = lazyCharts(load);
  render(<Suspense fallback={null}>{<Charts topic="bills" />}</Suspense>);
};

test('shows charts with their props once their code has loaded', async () => {
  renderCharts(async () => ({ default: ({ topic }): ReactNode => <p>Bars of {topic}</p> }));
  await screen.findByText('Bars of bills');
});

test('shows an error in place of charts that cannot load', async () => {
  const reported = (globalThis.reportError = jest.fn());
  const networkError = new TypeError('Failed to fetch dynamically imported module');
  renderCharts(async () => {
    throw networkError;
  });
  await screen.findByText('Failed to load charts');
  screen.getByText('Charts cannot be shown without a network.');
  expect(reported).toHaveBeenCalledWith(networkError);
});
