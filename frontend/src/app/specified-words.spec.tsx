/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import BillFormPage from '../bills/bill-form.page.js';
import BillPage from '../bills/bill.page.js';
import BillsPage from '../bills/bills.page.js';
import ItemsPage from '../catalogue/items.page.js';
import OfferFormPage from '../catalogue/forms/offer-form.page.js';
import PackageFormPage from '../catalogue/forms/package-form.page.js';
import ProductFormPage from '../catalogue/forms/product-form.page.js';
import { records } from '../lib/records/device-cache.js';
import { setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { outboxStore } from '../lib/outbox/outbox-store.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import NotificationsPage from '../notifications/notifications.page.js';
import CreateOrganizationPage from '../organizations/create-organization.page.js';
import JoinOrganizationPage from '../organizations/join-organization.page.js';
import BillingPage from '../settings/billing.page.js';
import OrganizationPage from '../settings/organization.page.js';
import { PasswordSettings } from '../settings/password-settings.js';
import { ProfileDetails } from '../settings/profile-details.js';
import TeamPage from '../settings/team.page.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';

const id = (last: number): string => `01980000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const meera = { id: id(1), name: 'Meera' };
const anil = { id: id(2), name: 'Anil' };
const at = '2026-11-20T09:30:00.000Z';
const itemFields = {
  description: 'For a rooftop',
  category: 'General',
  status: 'Active',
  shareCount: 0,
  revision: 3,
  createdAt: at,
  createdBy: meera,
};
const product = {
  ...itemFields,
  productId: id(3),
  name: 'Panel',
  mrpPaise: 200_00,
  livePricePaise: 150_00,
  unit: 'piece',
};
const kit = {
  ...itemFields,
  packageId: id(4),
  name: 'Kit',
  items: [{ ...product, quantity: 1 }],
  totalPricePaise: 1,
  totalMrpPaise: 2,
};
const offer = {
  ...itemFields,
  offerId: id(5),
  title: 'Diwali',
  fileId: id(6),
  fileType: 'pdf',
  tags: [],
  sharePath: '/files/1',
};
const bill = {
  billId: id(7),
  type: 'Fuel',
  amountPaise: 450_00,
  spentOn: '2026-11-20',
  submittedBy: anil,
  submittedAt: at,
  status: 'Pending',
};
const alert = {
  alertId: id(8),
  on: '2026-11-20',
  type: 'team',
  about: { kind: 'member-joined', memberId: anil.id },
  by: anil,
  at,
  isRead: false,
};
const store = { locationId: id(9), name: 'Main store', city: 'Pune' };
const invitation = {
  invitationId: id(10),
  name: 'Ravi',
  phone: '+919822041737',
  role: 'sales',
  status: 'pending',
  invitedBy: meera,
  invitedAt: at,
};

/** Answers of the server by the end of the address; the first match is used. */
const answers: readonly (readonly [string, object])[] = [
  [product.productId, product],
  [kit.packageId, kit],
  [offer.offerId, offer],
  [bill.billId, { ...bill, revision: 1, history: [{ at, by: anil, to: 'Pending' }] }],
  ['/api/products', { items: [product], hasMore: false }],
  ['/api/packages', { items: [kit], hasMore: false }],
  ['/api/offers', { items: [offer], hasMore: false }],
  [
    '/api/bills',
    {
      items: [{ ...bill, revision: 1 }],
      hasMore: false,
      counts: { Pending: 1, Approved: 0, Rejected: 0 },
    },
  ],
  ['/api/alerts', { items: [alert], hasMore: false, unreadMonths: ['2026-11'] }],
  ['/api/categories', { items: [{ kind: 'product', name: 'General' }], hasMore: false }],
  ['/api/team/invitations', { items: [{ ...invitation, expiresAt: '2126-11-27T09:30:00.000Z' }] }],
  [
    '/api/team',
    {
      members: [meera, anil].map(({ id: memberId, name }) => ({
        memberId,
        name,
        role: 'sales',
        joinedAt: at,
      })),
    },
  ],
  [
    '/api/organization',
    {
      name: 'Suryodaya',
      timeZone: 'Asia/Kolkata',
      leaderboardOpen: false,
      locations: [store],
      revision: 3,
    },
  ],
];
const me = {
  account: { ...meera, phone: '+919822041736' },
  organization: { id: 'org', name: 'Suryodaya' },
  role: 'admin',
  verification: { verified: true },
  rights: ['Product', 'Package', 'Offer']
    .flatMap((noun) =>
      ['Add', 'Edit', 'Delete', 'Activate', 'Deactivate', 'Share'].map((verb) => `${verb}${noun}`),
    )
    .concat('ApproveBill', 'ChangeOrganizationDetails', 'AddLocation', 'RemoveLocation'),
} as unknown as Me;

const newcomer = { ...me, organization: null, role: null } as Me;

/** Path at which reads fail, and the answer to commands. */
let failingPath: string | undefined;
let commandOutcome: 'accepted' | 'failed' | 'unavailable' | 'refused' = 'accepted';
const defaultOptions = queryClient.getDefaultOptions();
afterAll(() => queryClient.setDefaultOptions(defaultOptions));

beforeEach(() => {
  [failingPath, commandOutcome] = [undefined, 'accepted'];
  queryClient.clear();
  queryClient.setDefaultOptions({
    ...defaultOptions,
    queries: { ...defaultOptions.queries, retryDelay: 0 },
  });
  useNetwork.setState({ online: true });
  useOutboxState.setState({ items: [], sent: [] });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  globalThis.fetch = jest.fn(async (address: unknown, init?: RequestInit) => {
    const answer = (status: number, body: object) =>
      ({
        ok: status === 200,
        status,
        headers: new Headers({ 'Content-Type': 'application/json' }),
        json: async () => body,
        text: async () => JSON.stringify(body),
      }) as Response;
    const path = String(address).split('?')[0]!;
    if (init?.method === 'POST') {
      if (commandOutcome === 'accepted')
        return answer(200, { id: 'org', revision: 4, position: '1' });
      if (commandOutcome === 'unavailable')
        return answer(503, { code: 'unavailable', detail: 'The log is away' });
      return commandOutcome === 'failed'
        ? answer(500, {})
        : answer(409, { code: 'conflict', detail: 'It was refused' });
    }
    if (failingPath !== undefined && path.endsWith(failingPath)) return answer(500, {});
    if (path === '/api/me') return answer(200, me);
    return answer(
      200,
      answers.find(([end]) => path.endsWith(end))?.[1] ?? { items: [], hasMore: false },
    );
  }) as typeof fetch;
});
afterEach(async () => {
  jest.restoreAllMocks();
  // Toasts of failures stay until they are closed.
  act(() =>
    screen.queryAllByRole('button', { name: 'Close message' }).forEach((button) => button.click()),
  );
  cleanup();
  queryClient.clear();
  await records.clear();
});

type User = ReturnType<typeof userEvent.setup>;

function openScreen(path: string): User {
  render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={path.endsWith('-organization') ? newcomer : me}>
          <ZoneProvider value="Asia/Kolkata">
            <Toasts />
            <Routes>
              {screens.map(([route, element]) => (
                <Route key={route} path={route} element={element} />
              ))}
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return userEvent.setup();
}
const doNothing = async (): Promise<void> => undefined;
const screens: readonly (readonly [string, ReactNode])[] = [
  ['/products', <ItemsPage />],
  ['/packages', <ItemsPage />],
  ['/offers', <ItemsPage />],
  ['/products/new', <ProductFormPage />],
  ['/products/:productId/edit', <ProductFormPage />],
  ['/packages/new', <PackageFormPage />],
  ['/packages/:packageId/edit', <PackageFormPage />],
  ['/offers/new', <OfferFormPage />],
  ['/offers/:offerId/edit', <OfferFormPage />],
  ['/bills', <BillsPage />],
  ['/bills/new', <BillFormPage />],
  ['/bills/:billId', <BillPage />],
  ['/notifications', <NotificationsPage />],
  ['/settings/organization', <OrganizationPage />],
  ['/settings/profile', <ProfileDetails locationId={null} onSaved={doNothing} />],
  ['/settings/password', <PasswordSettings hasPassword={false} onRemoved={doNothing} />],
  ['/settings/team', <TeamPage />],
  ['/settings/billing', <BillingPage />],
  ['/create-organization', <CreateOrganizationPage />],
  ['/join-organization', <JoinOrganizationPage />],
];

/** Presses the last button of that name, because a dialog is rendered after its page. */
const press = async (user: User, name: string | RegExp): Promise<void> =>
  user.click((await screen.findAllByRole('button', { name })).at(-1)!);
const pressInDialog = async (
  user: User,
  name: string,
  role: 'dialog' | 'alertdialog' = 'alertdialog',
): Promise<void> =>
  user.click(await within(await screen.findByRole(role)).findByRole('button', { name }));
const type = async (user: User, label: string, text: string): Promise<void> =>
  user.type(await screen.findByLabelText(label), text);

describe('texts of failed loading', () => {
  test.each([
    ['Failed to load products', '/products', '/api/products'],
    ['Failed to load packages', '/packages', '/api/packages'],
    ['Failed to load offers', '/offers', '/api/offers'],
    ['Failed to load product', `/products/${product.productId}/edit`, product.productId],
    ['Failed to load package', `/packages/${kit.packageId}/edit`, kit.packageId],
    ['Failed to load offer', `/offers/${offer.offerId}/edit`, offer.offerId],
    // No listed offer has this id: a listed one is shown from its row, without a request.
    ['Failed to load offer', `/offers?offer=${product.productId}`, product.productId],
    [
      'Failed to load product categories. Please try refreshing the page.',
      '/products/new',
      '/api/categories',
    ],
    [
      'Failed to load package categories. Please try refreshing the page.',
      '/packages/new',
      '/api/categories',
    ],
    [
      'Failed to load offer categories. Please try refreshing the page.',
      '/offers/new',
      '/api/categories',
    ],
    ['Failed to load products. Please try refreshing the page.', '/packages/new', '/api/products'],
    ['Failed to load bills', '/bills', '/api/bills'],
    ['Failed to load bill', `/bills/${bill.billId}`, bill.billId],
    ['Failed to load alerts', '/notifications', '/api/alerts'],
    ['Try Again', '/notifications', '/api/alerts'],
    ['Failed to load organization details', '/settings/organization', '/api/organization'],
    ['Failed to load team members', '/settings/team', '/api/team'],
    ['Failed to load invitations', '/settings/team', '/api/team/invitations'],
    ['Failed to load billing information', '/settings/billing', '/api/team'],
    ['Invite code not available', '/settings/team', 'nothing'],
  ])('%s', async (words, path, pathOfFailure) => {
    failingPath = pathOfFailure;
    openScreen(path);
    expect(await screen.findByText(words)).toBeDefined();
  });
});

const chooseAction = (title: string, action: string) => async (user: User) => {
  await press(user, `Actions for ${title}`);
  await user.click(await screen.findByRole('menuitem', { name: `${action} ${title}` }));
};
const deleteItem = (title: string, noun: string) => async (user: User) => {
  await chooseAction(title, 'Delete')(user);
  await screen.findByText(`Are you sure you want to delete this ${noun.toLowerCase()}?`);
  await pressInDialog(user, `Delete ${noun}`);
};
const shareItem = (title: string, buttonName: string) => async (user: User) => {
  await chooseAction(title, 'Share')(user);
  await pressInDialog(user, buttonName, 'dialog');
};
const saveField = (label: string) => async (user: User) => {
  await type(user, label, ' 2');
  await press(user, 'Save');
};
const addCategory = async (user: User) => {
  await press(user, 'New category');
  await user.keyboard('Lamps{Enter}');
};
const rejectBill = async (user: User) => {
  await press(user, /update status of the bill of Anil/);
  await type(user, 'Rejection reason', 'No number');
  await press(user, 'Reject Bill');
};
const approveBill = async (user: User) => {
  await press(user, /update status of the bill of Anil/);
  await press(user, 'Approve Bill');
};
const cancelInvitation = async (user: User) => {
  await press(user, 'Cancel the invitation of Ravi');
  await screen.findByText('Are you sure you want to cancel this invitation?');
  await pressInDialog(user, 'Cancel Invitation');
};
const inviteMember = async (user: User) => {
  await press(user, 'Invite Member');
  await type(user, 'Name', 'Asha');
  await type(user, 'WhatsApp number', '9822041738');
  await press(user, 'Send Invitation');
};
const removeMember = async (user: User) => {
  await press(user, 'Manage Anil');
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from Team' }));
  await screen.findByText('Are you sure you want to remove this team member?');
  await pressInDialog(user, 'Remove Member');
};
const changeRole = async (user: User) => {
  await press(user, 'Manage Anil');
  await user.click(await screen.findByRole('menuitem', { name: 'Change Role' }));
  await user.click(await screen.findByRole('radio', { name: /Designer/ }));
};
const addLocation = async (user: User) => {
  await press(user, 'Add Location');
  await type(user, 'Location name', 'Yard');
  await type(user, 'City', 'Pune');
  await press(user, 'Add Location');
};
const deleteLocation = async (user: User) => {
  await press(user, 'Delete Main store');
  await screen.findByText('Are you sure you want to delete this location?');
  await pressInDialog(user, 'Delete Location');
};
const setPassword = async (user: User) => {
  await type(user, 'New password', 'correct horse');
  await type(user, 'Confirm new password', 'correct horse');
  await press(user, 'Set Password');
};

describe('texts of failed actions', () => {
  test.each([
    ['Failed to delete product', '/products', deleteItem('Panel', 'Product')],
    ['Failed to delete package', '/packages', deleteItem('Kit', 'Package')],
    ['Failed to delete offer', '/offers', deleteItem('Diwali', 'Offer')],
    ['Failed to save product', `/products/${product.productId}/edit`, saveField('Name')],
    ['Failed to save package', `/packages/${kit.packageId}/edit`, saveField('Name')],
    ['Failed to save offer', `/offers/${offer.offerId}/edit`, saveField('Title')],
    ['Failed to update product', '/products', chooseAction('Panel', 'Pause')],
    ['Failed to add category', '/products/new', addCategory],
    ['Failed to update bill status', '/bills', rejectBill],
    ['Failed to update bill status', '/bills', approveBill],
    [
      'Failed to mark this notification as read',
      '/notifications',
      (user: User) => press(user, /Mark as read$/),
    ],
    [
      'Failed to mark all as read',
      '/notifications',
      (user: User) => press(user, 'Mark All as Read'),
    ],
    ['Failed to update profile', '/settings/profile', saveField('Full name')],
    ['Failed to update profile', '/settings/password', setPassword],
    ['Failed to send invitation', '/settings/team', inviteMember],
    ['Failed to cancel invitation', '/settings/team', cancelInvitation],
    ['Failed to remove team member', '/settings/team', removeMember],
    ['Failed to update team member role', '/settings/team', changeRole],
    [
      'Failed to join organization',
      '/join-organization',
      (user: User) => type(user, 'Invite code', 'ABCD1234{Enter}'),
    ],
    [
      'Failed to create organization',
      '/create-organization',
      (user: User) => type(user, 'Organization name', 'Surya{Enter}'),
    ],
    [
      'Failed to save organization details',
      '/settings/organization',
      saveField('Organization name'),
    ],
    ['Failed to add location', '/settings/organization', addLocation],
    ['Failed to delete location', '/settings/organization', deleteLocation],
  ])('%s (%s)', async (words, path, perform) => {
    commandOutcome = 'failed';
    await perform(openScreen(path));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test.each([
    ['Failed to share product', '/products', shareItem('Panel', 'Copy Link')],
    ['Failed to share package', '/packages', shareItem('Kit', 'Copy Text')],
    ['Failed to share offer', '/offers', shareItem('Diwali', 'Copy for Status')],
  ])('%s', async (words, path, perform) => {
    commandOutcome = 'refused';
    jest.spyOn(outboxStore, 'add').mockRejectedValue(new Error('This device is full'));
    await perform(openScreen(path));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('texts of completed actions', () => {
  test.each([
    ['Product link copied to clipboard!', '/products', shareItem('Panel', 'Copy Link')],
    ['Product details copied to clipboard!', '/products', shareItem('Panel', 'Copy Text')],
    ['Package link copied to clipboard!', '/packages', shareItem('Kit', 'Copy Link')],
    ['Package details copied to clipboard!', '/packages', shareItem('Kit', 'Copy Text')],
    [
      'File URL copied! You can now add this to your WhatsApp status.',
      '/offers',
      shareItem('Diwali', 'Copy for Status'),
    ],
    ['Category added successfully', '/packages/new', addCategory],
    ['Profile updated successfully', '/settings/profile', saveField('Full name')],
    ['Invitation sent to +91 98220 41738', '/settings/team', inviteMember],
    ['Invitation cancelled successfully', '/settings/team', cancelInvitation],
    ['Team member removed successfully', '/settings/team', removeMember],
    ['Team member role updated successfully', '/settings/team', changeRole],
    [
      'Organization details saved successfully',
      '/settings/organization',
      saveField('Organization name'),
    ],
    ['Location added successfully', '/settings/organization', addLocation],
    ['Location deleted successfully', '/settings/organization', deleteLocation],
  ])('%s', async (words, path, perform) => {
    await perform(openScreen(path));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

test('a code that cannot be looked up because of the server has its own text', async () => {
  commandOutcome = 'unavailable';
  await type(openScreen('/join-organization'), 'Invite code', 'ABCD1234{Enter}');
  expect(await screen.findByText('Error looking up organization. Please try again.')).toBeDefined();
});

test('a bill that can be neither stored nor sent is reported as not submitted', async () => {
  jest.spyOn(outboxStore, 'add').mockRejectedValue(new Error('This device is full'));
  commandOutcome = 'failed';
  const user = openScreen('/bills/new');
  await type(user, 'Amount (₹)', '450');
  await user.click(screen.getByRole('radio', { name: 'Fuel' }));
  await press(user, 'Submit Bill');
  expect(
    await screen.findByText(/^Failed to submit bill\. This device could not store/),
  ).toBeDefined();
});
