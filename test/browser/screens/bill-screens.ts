import { expect, type Page } from '@playwright/test';
import { drawBill } from '#backend/demo/pictures.js';
import { randomUUID } from 'node:crypto';
import type { BillList } from '#domain/bills/bill.views.js';
import type { Person } from '../../acceptance/product/person.js';
import { dayFromToday } from '../tools/days.js';
import { drawSketch } from '../tools/sample-files.js';
import { fillDay } from '../tools/fill-day.js';
import type { Screen } from './screens.js';
import { openPage } from './screen-steps.js';

const openBills = async (page: Page, query = ''): Promise<void> => {
  await openPage(page, `/bills${query}`, 'Bills');
  await expect(page.locator('ul[aria-label=Bills] > li, .empty').first()).toBeVisible();
};

/** Totals of the month with yesterday's bill, which may be the month before. */
const totalsPath = (): string => `/bills/totals?month=${dayFromToday(-1).slice(0, 7)}`;

/** Bill that was rejected, then approved, with a step of each kind. */
export async function createBillWithHistory(rep: Person, admin: Person): Promise<string> {
  const billId = randomUUID();
  await rep.send('SubmitBill', {
    billId,
    type: 'Stay',
    amountPaise: 1_23_450,
    spentOn: dayFromToday(-1),
    note: 'One night in Nashik, between the visits to Gangapur Road and the site at Satpur.',
  });
  await admin.send('RejectBill', {
    billId,
    reason:
      'The picture cannot be read. Please ask the hotel for a bill with its number and the dates of the stay.',
  });
  await admin.send('ApproveBill', { billId });
  return billId;
}

/** Creates a rejected bill, because the demo of few leads may have none. */
export async function createRejectedBill(rep: Person, admin: Person): Promise<void> {
  const billId = randomUUID();
  await rep.send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 86_000,
    spentOn: dayFromToday(-2),
    note: 'Lunch with the architect',
  });
  await admin.send('RejectBill', { billId, reason: 'A meal needs the name of the guest' });
}

/** Bills, a new one, one with its history, and the totals. */
export const billScreens: readonly Screen[] = [
  { name: 'bills', as: 'admin', open: (page) => openBills(page) },
  { name: 'bills-approved', as: 'admin', open: (page) => openBills(page, '?status=Approved') },
  { name: 'bills-rejected', as: 'rep', open: (page) => openBills(page, '?status=Rejected') },
  { name: 'bills-none', as: 'founder', open: (page) => openBills(page) },
  {
    name: 'review-bills',
    as: 'admin',
    isSample: true,
    open: async (page) => {
      await openPage(page, '/bills/review', 'Review bills');
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'review-bills-rejecting',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/bills/review', 'Review bills');
      await page.getByRole('button', { name: 'Reject Bill' }).click();
      await expect(page.getByRole('textbox', { name: 'Rejection reason' })).toBeVisible();
    },
  },
  {
    name: 'bill-status',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openBills(page, '?status=Rejected');
      await page
        .getByRole('button', { name: /^Rejected: update status/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Update Bill Status' })).toBeVisible();
    },
  },
  {
    name: 'new-bill',
    as: 'rep',
    open: async (page) => {
      await openPage(page, '/bills/new', 'New bill');
      await page.getByTestId('gallery').setInputFiles([await drawSketch(1, drawBill)]);
      await expect(page.getByRole('img', { name: 'Photo 1', exact: true })).toBeVisible();
      await page.getByRole('textbox', { name: /Amount/ }).fill('450');
      await page.getByText('Food', { exact: true }).click();
    },
  },
  {
    name: 'new-bill-wrong',
    as: 'rep',
    open: async (page) => {
      await openPage(page, '/bills/new', 'New bill');
      await page.getByRole('button', { name: 'Submit Bill' }).click();
      await expect(page.getByText('Please enter a valid amount', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'new-bill-similar',
    as: 'rep',
    isOverlay: true,
    open: async (page, { rep }) => {
      const { items } = await rep.get<BillList>('/api/bills?status=Approved');
      const { type, amountPaise, spentOn } = items[0]!;
      await openPage(page, '/bills/new', 'New bill');
      await page.getByRole('textbox', { name: /Amount/ }).fill(String(amountPaise / 100));
      await page.getByText(type, { exact: true }).click();
      await fillDay(page, 'Date', spentOn);
      await page.getByRole('button', { name: 'Submit Bill' }).click();
      await expect(page.getByRole('dialog', { name: /^Looks like bill of/ })).toBeVisible();
    },
  },
  {
    name: 'bill',
    as: 'admin',
    open: async (page, { billId }) => {
      await openPage(page, `/bills/${billId}`, '₹1,234.50 Stay');
      await expect(page.getByRole('list', { name: 'History' })).toBeVisible();
    },
  },
  {
    name: 'bill-picture',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openBills(page, '?status=Approved');
      await page
        .getByRole('button', { name: /^Open picture/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'bill-totals',
    as: 'admin',
    open: async (page) => {
      await openPage(page, totalsPath(), 'Bill totals');
      await expect(
        page.getByLabel('Bills by type').or(page.getByText('No bills in this month.')).first(),
      ).toBeVisible();
    },
  },
  {
    name: 'bill-totals-table',
    as: 'admin',
    open: async (page) => {
      await openPage(page, totalsPath(), 'Bill totals');
      await page.getByRole('button', { name: 'By person as a table' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
];
