/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { InvitationRead } from '#domain/accounts/account.views.js';
import { Problem } from '../lib/server/problem.js';
import { queryClient } from '../lib/query-client.js';

const takenText = 'An account with this WhatsApp number already exists. Please sign in instead.';
interface SignUpRequest {
  readonly accountId: string;
  readonly inviteCode?: string;
}
let sentSignUps: SignUpRequest[] = [];
let refusal: Problem | undefined;
let invitation: InvitationRead | undefined;
let commands: unknown[] = [];
const doNothing = async (): Promise<void> => undefined;
jest.unstable_mockModule('./auth.js', () => ({
  changeNumber: doNothing,
  readInvitation: async () => {
    if (!invitation) throw new Problem(404, 'invite-code-unknown', '');
    return invitation;
  },
  resendCode: doNothing,
  verifyCode: doNothing,
  signUp: async (data: SignUpRequest) => {
    sentSignUps.push(data);
    if (refusal) throw refusal;
    return { challengeId: 'challenge', resendAt: '2026-11-26T09:30:00.000Z' };
  },
}));
const api = await import('../lib/server/api.js');
jest.unstable_mockModule('../lib/server/api.js', () => ({
  ...api,
  sendCommand: async (...command: readonly unknown[]) => {
    commands.push(command.slice(0, 2));
    if (refusal) throw refusal;
  },
}));
jest.unstable_mockModule('./installation-features.js', () => ({
  useInstallationFeatures: () => ({ devInbox: false, watchDemo: false }),
}));
jest.unstable_mockModule('../lib/account/session.js', () => ({
  refreshSession: async () => null,
  renewSession: async () => null,
}));
const { default: SignUpPage } = await import('./signup.page.js');

const openSignUp = (link = ''): ReturnType<typeof createMemoryRouter> => {
  const router = createMemoryRouter(
    [
      { path: '/signup', element: <SignUpPage /> },
      { path: '*', element: null },
    ],
    { initialEntries: [`/signup${link}`] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
};
const field = (name: string): HTMLElement =>
  screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const joinWithoutCode = (): Promise<void> =>
  userEvent.click(screen.getByRole('radio', { name: /^My team uses it already/ }));
const findHeading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { name });

beforeEach(() => {
  [sentSignUps, commands] = [[], []];
  refusal = invitation = undefined;
  queryClient.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

it('asks for the person before the organization, and names both invalid fields', async () => {
  openSignUp();
  await press('Continue');
  expect(await screen.findByText('Name is required')).toBeDefined();
  expect(screen.getByText('WhatsApp number is required')).toBeDefined();
  expect(screen.getByText('2 fields need a look.')).toBeDefined();
  await press('WhatsApp number');
  expect(document.activeElement).toBe(field('WhatsApp number'));
  await userEvent.type(field('Name'), 'Sunita Rao');
  expect(screen.queryByText('Name is required')).toBeNull();
  await userEvent.type(field('WhatsApp number'), '9822041736');
  await press('Continue');
  await findHeading('Where do you work?');
});

it('keeps typed values of both steps through Back', async () => {
  openSignUp('?name=Sunita%20Rao&phone=9822041736&invite=k7mp&role=designer');
  await findHeading('Where do you work?');
  expect(field('Organization code')).toHaveProperty('value', 'K7MP');
  await userEvent.type(field('Organization code'), 'q2xa');
  await userEvent.click(screen.getByRole('radio', { name: 'Finance' }));
  await press('Back');
  await findHeading('Create your account');
  expect(field('Name')).toHaveProperty('value', 'Sunita Rao');
  await press('Continue');
  await findHeading('Where do you work?');
  expect(field('Organization code')).toHaveProperty('value', 'K7MPQ2XA');
  expect(screen.getByRole('radio', { name: 'Finance' })).toHaveProperty('checked', true);
  await press('Create Account');
  await findHeading('Enter the code');
  expect(sentSignUps).toMatchObject([
    { name: 'Sunita Rao', phone: '+919822041736', inviteCode: 'K7MPQ2XA', role: 'finance' },
  ]);
});

it('says at the number that it has an account, links to sign-in, and signs up another number', async () => {
  refusal = new Problem(409, 'account-exists', takenText, { phone: takenText });
  openSignUp('?name=Sunita%20Rao&phone=9822041736');
  await findHeading('Where do you work?');
  await joinWithoutCode();
  await press('Create Account');
  await findHeading('Create your account');
  expect(screen.getByText(takenText)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/login?phone=9822041736',
  );
  refusal = undefined;
  await userEvent.clear(field('WhatsApp number'));
  await userEvent.type(field('WhatsApp number'), '9822041737');
  await press('Continue');
  await findHeading('Where do you work?');
  await press('Create Account');
  await findHeading('Enter the code');
  expect(new Set(sentSignUps.map(({ accountId }) => accountId)).size).toBe(2);
  // The next person at this device does not find the typed values.
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Sunita');
});

it('shows the code of a link at its field if it is refused', async () => {
  invitation = { organization: 'Sharma Solar' };
  refusal = new Problem(
    422,
    'unknown-invite-code',
    'Invalid invite code. Please check and try again.',
    {
      inviteCode: 'Invalid invite code. Please check and try again.',
    },
  );
  openSignUp('?name=Sunita%20Rao&phone=9822041736&invite=K7MPQ2XA');
  await findHeading('Join Sharma Solar');
  await press('Join');
  expect(await screen.findByText('Invalid invite code. Please check and try again.')).toBeDefined();
  expect(field('Organization code')).toHaveProperty('value', 'K7MPQ2XA');
  refusal = undefined;
  await press('Create Account');
  await findHeading('Enter the code');
  expect(new Set(sentSignUps.map(({ accountId }) => accountId)).size).toBe(1);
});

it('names who invites, to where and as what, and asks for nothing else', async () => {
  invitation = { organization: 'Sharma Solar', invitedBy: 'Meera Sharma', role: 'finance' };
  openSignUp('?name=Sunita%20Rao&phone=9822041736&invite=K7MPQ2XA&role=finance');
  await findHeading('Meera Sharma invites you to Sharma Solar as Finance');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await press('Join');
  await findHeading('Enter the code');
  expect(sentSignUps).toMatchObject([{ inviteCode: 'K7MPQ2XA', phone: '+919822041736' }]);
});

it('founds the company after the code; if that is refused, opens the form that shows the reason', async () => {
  const router = openSignUp('?name=Sunita%20Rao&phone=9822041736');
  await press('Create Account');
  expect(await screen.findByText('Please enter an organization name')).toBeDefined();
  await userEvent.type(field('Organization name'), 'Rao Interiors');
  await press('Create Account');
  await findHeading('Enter the code');
  expect(commands).toEqual([]);
  expect(sentSignUps[0]?.inviteCode).toBeUndefined();
  refusal = new Problem(409, 'organization-exists', 'Organization exists');
  await press('Verify later');
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-organization'));
  expect(router.state.location.search).toBe('?name=Rao+Interiors');
  expect(commands).toMatchObject([['FoundOrganization', { name: 'Rao Interiors' }]]);
});
