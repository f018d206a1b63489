/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Problem } from '../lib/server/problem.js';
import { queryClient } from '../lib/query-client.js';

const challenge = { challengeId: 'challenge', resendAt: '2026-11-26T09:30:00.000Z' };
jest.unstable_mockModule('./auth.js', () => ({
  sendCode: async () => challenge,
  changeNumber: async () => challenge,
  resendCode: async () => challenge,
  verifyCode: () =>
    Promise.reject(new Problem(422, 'wrong-code', 'Invalid or expired verification code')),
}));
jest.unstable_mockModule('./installation-features.js', () => ({
  useInstallationFeatures: () => ({ devInbox: false, watchDemo: false }),
}));
jest.unstable_mockModule('../lib/account/session.js', () => ({
  refreshSession: async () => null,
  renewSession: async () => null,
  useMe: () => ({ account: { id: 'asha', phone: '+919822041735' } }),
}));
const { Verification } = await import('./verification.js');
const { AuthForm } = await import('./auth-frame.js');

afterEach(cleanup);

it('starts with an empty code for another number', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <Verification
        as={AuthForm}
        submitLabel="Verify"
        onVerified={async () => undefined}
        secondAction={undefined}
      />
    </QueryClientProvider>,
  );
  const code = (): HTMLElement => screen.getByRole('textbox', { name: /6-digit code/ });
  await user.type(code(), '123456');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await screen.findByText('Invalid or expired verification code');

  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.type(screen.getByRole('textbox', { name: /^WhatsApp number/ }), '9822041736');
  await user.click(screen.getByRole('button', { name: 'Send Code' }));
  await screen.findByRole('heading', { name: 'Verify your WhatsApp number' });
  expect(code()).toHaveProperty('value', '');
  expect(screen.queryByText('Invalid or expired verification code')).toBeNull();
});
