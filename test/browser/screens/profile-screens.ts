import { expect, type Page } from '@playwright/test';
import type { Profile, SessionItem } from '#domain/accounts/account.views.js';
import type { AlertType } from '#domain/notifications/alerts.values.js';
import { type Person, signUp } from '../../acceptance/product/person.js';
import type { Product } from '../../acceptance/product/product.js';
import { enterCode } from '../tools/one-time-code.js';
import type { Screen } from './screens.js';

const password = 'Kolhapur-7';

/** Signed-out account with a password. */
export async function signUpWithPassword(product: Product, name: string): Promise<Person> {
  const person = await signUp(product, name);
  await person.post('/api/auth/set-password', { password });
  return person;
}

/** Signs in with the received code, which leads to the password step. */
export async function enterReceivedCode(
  page: Page,
  product: Product,
  phone: string,
): Promise<void> {
  const formerCode = await product.readNewestCode(phone);
  // After the end of a session, the app may navigate there itself.
  await expect(() => page.goto('/login')).toPass();
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(phone);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await enterCode(page, await product.waitForCode(phone, formerCode));
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your password' })).toBeVisible();
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/settings/profile');
  await expect(
    page.getByRole('region', { name: 'Signed in on' }).getByText('This browser'),
  ).toBeVisible();
}

/** Adds fields and sessions to the server's profile. */
async function mockProfile(page: Page, more: Partial<Profile>): Promise<void> {
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as Profile;
    await route.fulfill({
      response,
      json: { ...profile, ...more, sessions: [...profile.sessions, ...(more.sessions ?? [])] },
    });
  });
}

const otherSession: SessionItem = {
  sessionId: 'another',
  browser: 'Chrome on Android',
  network: '49.36',
  startedAt: '2026-11-20T04:00:00.000Z',
  lastSeenAt: '2026-11-20T04:00:00.000Z',
  current: false,
};

/**
 * Push settings with mocked browser answers, because service workers are blocked in these tests.
 */
const notificationScreen = (
  name: string,
  expectedText: string,
  permission: NotificationPermission,
  types?: readonly AlertType[],
): Screen => ({
  name,
  as: 'rep',
  open: async (page, { rep }) => {
    await page.addInitScript(
      (given) => {
        navigator.serviceWorker.getRegistration = async () => ({}) as ServiceWorkerRegistration;
        Object.defineProperty(Notification, 'permission', { get: () => given.permission });
        Notification.requestPermission = () => new Promise(() => {});
        if (given.types)
          localStorage.setItem(`ft-push-types|${given.accountId}`, JSON.stringify(given.types));
      },
      { permission, types, accountId: (await rep.readMe()).account.id },
    );
    await openProfile(page);
    const card = page.getByRole('region', { name: 'Notifications on this device' });
    await expect(card.getByText(expectedText)).toBeVisible();
    await card.scrollIntoViewIfNeeded();
  },
});

export const profileScreens: readonly Screen[] = [
  {
    name: 'sign-in-password',
    as: 'stranger',
    open: async (page, { product }) => {
      await enterReceivedCode(
        page,
        product,
        (await signUpWithPassword(product, 'Nisha Rao')).phone,
      );
      await page.getByRole('textbox', { name: 'Password' }).fill('Kolhapur-8');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Incorrect password')).toBeVisible();
    },
  },
  {
    name: 'profile',
    as: 'rep',
    open: async (page) => {
      await mockProfile(page, { sessions: [otherSession] });
      await openProfile(page);
    },
  },
  {
    name: 'profile-password',
    as: 'rep',
    open: async (page) => {
      await mockProfile(page, { hasPassword: true });
      await openProfile(page);
      await page.getByRole('textbox', { name: 'Current password' }).fill('Kolhapur-7');
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill('password1');
      await page.getByRole('textbox', { name: 'Confirm new password' }).fill('password1');
      await page.getByRole('button', { name: 'Change Password' }).click();
      await expect(page.getByText(/easy to guess/)).toBeVisible();
    },
  },
  {
    name: 'profile-remove-password',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await mockProfile(page, { hasPassword: true });
      await openProfile(page);
      await page.getByRole('button', { name: 'Remove Password' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove password?' })).toBeVisible();
    },
  },
  {
    name: 'profile-sign-out-elsewhere',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await mockProfile(page, { sessions: [otherSession] });
      await openProfile(page);
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect(
        page.getByRole('alertdialog', { name: 'Sign out everywhere else?' }),
      ).toBeVisible();
    },
  },
  {
    name: 'profile-leave',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openProfile(page);
      await page.getByRole('button', { name: 'Leave Organization' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Leave Organization' })
        .click();
      await expect(page.getByText('An organization needs at least one admin.')).toBeVisible();
    },
  },
  notificationScreen('profile-push-off', 'Turn On Notifications', 'default'),
  notificationScreen('profile-push-on', 'Turn Off Notifications', 'granted', [
    'lead',
    'followup',
    'bill',
  ]),
  notificationScreen('profile-push-blocked', 'Notifications are blocked', 'denied'),
  { name: 'profile-of-newcomer', as: 'newcomer', open: openProfile },
];
