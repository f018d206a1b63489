/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { ErrorState } from './states.js';

afterEach(cleanup);

const renderError = (error: unknown) =>
  render(<ErrorState title="Failed to load leads" error={error} onRetry={() => undefined} />);

test('a failure of the server shows the reference by which support finds it', () => {
  const reference = '1f3a9c2e';
  renderError(Object.assign(new Error('unavailable'), { reference }));
  expect(screen.getByRole('alert').textContent).toContain(`For support: ${reference}`);
});

test('a failure without an answer shows no reference', () => {
  renderError(new TypeError('Failed to fetch'));
  expect(screen.getByRole('alert').textContent).not.toContain('For support');
});
