/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { openDatabase } from '../lib/database.js';
import { storeAnswers, tabCache } from '../lib/records/device-cache.js';
import { setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Invitations, InviteMember } from './invitations.js';
import { LeaveOrganization } from './leave-organization.js';
import { Locations } from './locations.js';
import OrganizationPage from './organization.page.js';
import { ProfileDetails } from './profile-details.js';
import TeamPage from './team.page.js';

const store = {
  locationId: '01980000-0000-7000-8000-000000000003',
  name: 'Main store',
  city: 'Pune',
};
const organizationWith = (more: Partial<OrganizationShown> = {}): OrganizationShown => ({
  name: 'Suryodaya',
  timeZone: 'Asia/Kolkata',
  leaderboardOpen: false,
  locations: [store],
  revision: 3,
  ...more,
});
const me = {
  account: { id: '01980000-0000-7000-8000-000000000001', name: 'Meera', phone: '+919822041736' },
  organization: { id: 'org', name: 'Suryodaya', inviteCode: 'ABCD2345' },
  role: 'admin',
  rights: ['ChangeOrganizationDetails', 'AddLocation', 'RemoveLocation'],
} as unknown as Me;

interface SentCommand {
  readonly command: string;
  readonly data: unknown;
  readonly revision: string | null;
}
let sentCommands: SentCommand[] = [];
let organization = organizationWith();
let refusals: object[] = [];

beforeEach(() => {
  sentCommands = [];
  refusals = [];
  organization = organizationWith();
  queryClient.clear();
  useNetwork.setState({ online: true });
  useOutboxState.setState({ items: [], sent: [] });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    const answer = (status: number, body: object) =>
      ({
        ok: status === 200,
        status,
        headers: new Headers({ 'Content-Type': 'application/json' }),
        json: async () => body,
      }) as Response;
    if (init?.method !== 'POST') return answer(200, answers[String(path)] ?? organization);
    sentCommands.push({
      command: String(path).split('/').at(-1)!,
      data: JSON.parse(String(init.body)),
      revision: new Headers(init.headers).get('If-Match'),
    });
    const refusal = refusals.shift();
    return refusal ? answer(409, refusal) : answer(200, { id: 'org', revision: 4, position: '1' });
  }) as typeof fetch;
});
/** Answers to queries by their path; the organization's details otherwise. */
let answers: Readonly<Record<string, object>> = {};
afterEach(() => {
  answers = {};
  cleanup();
  queryClient.clear();
});

const renderSettings = (children: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">{children}</ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
const refusal = (detail: string) => ({
  status: 409,
  code: 'conflict',
  title: detail,
  detail,
  fields: {},
});

it('marks typed values as a draft, and discards them', async () => {
  const user = userEvent.setup();
  renderSettings(<ProfileDetails locationId={null} onSaved={async () => undefined} />);
  const name = screen.getByLabelText<HTMLInputElement>('Full name');
  await user.type(name, ' Rao');
  expect(await screen.findByText('Draft kept on this device')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(name.value).toBe('Meera');
  await waitFor(() => expect(screen.queryByText('Draft kept on this device')).toBeNull());
});

it('sends no store with a profile whose store was not changed', async () => {
  const user = userEvent.setup();
  // The list on this device lacks the location that the profile names.
  organization = organizationWith({ locations: [] });
  renderSettings(<ProfileDetails locationId={store.locationId} onSaved={async () => undefined} />);
  await screen.findByLabelText(/Store location/);
  await user.type(screen.getByLabelText('Full name'), ' Rao');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentCommands).toMatchObject([{ command: 'ChangeProfile', data: { name: 'Meera Rao' } }]),
  );
  expect(sentCommands[0]!.data).not.toHaveProperty('locationId');
});

it('shows changes by another admin, and saves only for the details that were seen', async () => {
  const user = userEvent.setup();
  renderSettings(<OrganizationPage />);
  const name = await screen.findByLabelText<HTMLInputElement>('Organization name');
  await user.type(name, ' Solar');
  organization = organizationWith({ name: 'Suryodaya Energy', revision: 4 });
  await queryClient.refetchQueries({ queryKey: ['organization'] });
  expect(await screen.findByText(/changed these details while you were typing/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'See what changed' }));
  await user.click(await screen.findByRole('button', { name: 'Keep what I typed' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentCommands).toMatchObject([
      { command: 'ChangeOrganizationDetails', data: { name: 'Suryodaya Solar' } },
    ]),
  );
  expect(sentCommands[0]!.revision).toMatch(/4/);
});

it('explains why an invitation was not sent', async () => {
  const user = userEvent.setup();
  refusals = [refusal('This number is a member already')];
  renderSettings(<InviteMember open onClose={() => undefined} onInvited={() => undefined} />);
  await user.type(await screen.findByLabelText('Name'), 'Ravi');
  await user.type(screen.getByLabelText('WhatsApp number'), '9822041737');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(
    await screen.findByText('Failed to send invitation: This number is a member already'),
  ).toBeDefined();
});

it('a dialog that is opened again does not show its last failure', async () => {
  const user = userEvent.setup();
  refusals = [refusal('A member works there')];
  renderSettings(<Locations locations={[store]} />);
  await user.click(screen.getByRole('button', { name: 'Delete Main store' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Location' }));
  expect(await screen.findByText('A member works there')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep location' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete Main store' }));
  await screen.findByRole('alertdialog');
  expect(screen.queryByText('A member works there')).toBeNull();
});

it('warns of waiting captures before leaving the organization', async () => {
  const user = userEvent.setup();
  useOutboxState.setState({ items: [{ commandId: '1' } as never] });
  renderSettings(<LeaveOrganization name="Suryodaya" />);
  await user.click(screen.getByRole('button', { name: 'Leave Organization' }));
  expect(await screen.findByText(/1 item is not sent yet/)).toBeDefined();
});

it('changes the invite code once, even if the session fetch fails', async () => {
  const answerRequest = globalThis.fetch;
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (path === '/api/me') throw new TypeError('cut');
    return init?.method === 'POST'
      ? answerRequest(path, init)
      : Response.json({ items: [], members: [] });
  }) as typeof fetch;
  renderSettings(<TeamPage />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Manage the invite code' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change Code' }));
  const confirm = await screen.findByRole('button', { name: 'Change Code' });
  await user.click(confirm);
  await waitFor(() => expect(confirm.isConnected).toBe(false));
  expect(screen.queryByText(/^Failed to change the invite code/)).toBeNull();
  expect(sentCommands.map(({ command }) => command)).toEqual(['RotateInviteCode']);
});

const invitation = (invitationId: string, name: string, expiresAt: string) => ({
  invitationId,
  name,
  expiresAt,
  phone: '+919822041737',
  role: 'sales',
  status: 'pending',
  invitedBy: { id: me.account.id, name: 'Meera' },
});
const tomorrow = (): string => new Date(Date.now() + 24 * 60 * 60_000).toISOString();

it('stores pending invitations on the device, and hides those that have ended', async () => {
  answers = {
    '/api/team/invitations': {
      items: [
        invitation('1', 'Deepa', tomorrow()),
        invitation('2', 'Ended', new Date(Date.now() - 1).toISOString()),
      ],
    },
  };
  storeAnswers();
  renderSettings(<Invitations />);
  await screen.findByText('Deepa');
  expect(screen.queryByText('Ended')).toBeNull();
  await tabCache.flush();
  const stored = await (await openDatabase()).getAll('answers');
  expect(stored.map(({ row }) => (row as { queryKey: unknown }).queryKey)).toContainEqual([
    'team/invitations',
  ]);
});

it('keeps the dialog of an invitation open when the last invitation disappears', async () => {
  answers = { '/api/team/invitations': { items: [invitation('1', 'Deepa', tomorrow())] } };
  const user = userEvent.setup();
  renderSettings(<Invitations />);
  await user.click(await screen.findByRole('button', { name: 'Share the invitation of Deepa' }));
  await screen.findByRole('dialog');
  const link = screen.getByLabelText('Sign-up link');
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(screen.getByRole('region', { name: 'Text that is sent' }).tabIndex).toBe(-1);
  answers = { '/api/team/invitations': { items: [] } };
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByText('Pending invitations')).toBeNull());
  expect(screen.getByRole('dialog').textContent).toContain('Sign-up link');
});

it('tells members of one name apart, and orders them by role, name or joining', async () => {
  const member = (id: number, name: string, phone: string) => ({
    memberId: `0198${id}`,
    name,
    phone,
    role: 'sales',
    joinedAt: `2020-03-0${id + 1}T10:00:00.000Z`,
  });
  const members = [
    { ...member(0, 'Zoya', '+919822041730'), role: 'finance' },
    member(1, 'Ramesh', '+919822041731'),
    member(2, 'Anil', '+919822041732'),
    member(3, 'Ramesh', '+919822041733'),
  ];
  const work = { memberId: members[0]!.memberId, openLeads: 2, quotedPaise: 0, weekVisits: 0 };
  answers = {
    '/api/team': { members },
    '/api/team-work': { members: [work] },
    '/api/team/invitations': { items: [] },
  };
  const user = userEvent.setup();
  renderSettings(
    <MeProvider value={{ ...me, rights: [...me.rights, 'GET /api/team-work'] }}>
      <TeamPage />
    </MeProvider>,
  );
  await screen.findByText('2 open leads');
  const findHead = async (name: string) => screen.findByRole('columnheader', { name });
  const order = () => screen.getAllByText(/^\+91 98220/).map(({ textContent }) => textContent);
  const phones = (...last: number[]) => last.map((digit) => `+91 98220 4173${digit}`);
  expect((await findHead('Joined')).getAttribute('aria-sort')).toBeNull();
  expect(order()).toEqual(phones(1, 2, 3, 0));
  await user.click(screen.getByRole('button', { name: 'Joined' }));
  expect((await findHead('Joined')).getAttribute('aria-sort')).toBe('ascending');
  expect(order()).toEqual(phones(0, 1, 2, 3));
  await user.click(screen.getByRole('button', { name: 'Member' }));
  expect((await findHead('Member')).getAttribute('aria-sort')).toBe('ascending');
  expect(order()).toEqual(phones(2, 1, 3, 0));
  await user.click(screen.getAllByRole('button', { name: 'Manage Ramesh' })[1]!);
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from Team' }));
  expect(await screen.findByText(/^Ramesh \(\+91 98220 41733\) loses access/)).toBeDefined();
});
