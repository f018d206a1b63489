import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { captureLead, type Person } from '../../acceptance/product/person.js';
import { dayFromToday } from '../tools/days.js';
import { goOffline } from '../tools/language.js';
import type { Screen, SeededProduct } from './screens.js';
import { expectDialog, expectHeading, showOtherActions } from './screen-steps.js';

async function openCustomers(page: Page, query = ''): Promise<void> {
  await page.goto(`/customers${query}`);
  await expectHeading(page, 'Customers');
  await expect(
    page.locator('ul[aria-label=Customers] > li, tbody tr, .empty').first(),
  ).toBeVisible();
}

/** Creates a customer with more invoices and payments than are shown at first. */
export async function createCustomerWithHistory(rep: Person, admin: Person): Promise<string> {
  const lead = {
    firstName: 'Farida',
    lastName: 'Merchant',
    siteName: 'Merchant Cold Storage',
    landmark: 'Behind the petrol pump',
    city: 'Nashik',
  };
  const customerId = await captureLead(rep, lead);
  const assignedTo = (await rep.readMe()).account.id;
  await rep.send('ConvertLead', {
    leadId: customerId,
    projectValuePaise: 125_050_000,
    paymentPaise: 20_000_000,
    method: 'UPI',
  });
  await expect
    .poll(async () => (await rep.request('GET', `/api/customers/${customerId}`)).status)
    .toBe(200);
  const projectDetails = {
    status: 'In Progress',
    progressPercent: 40,
    startsOn: dayFromToday(-20),
    estimatedCompletionOn: dayFromToday(30),
    assignedTo,
  };
  await rep.send('AddProject', {
    customerId,
    projectId: randomUUID(),
    name: 'Rooftop, 25 kW',
    description: 'Two wings, one inverter',
    ...projectDetails,
  });
  await rep.send('AddProject', { customerId, projectId: randomUUID(), name: 'Carport, 12 kW' });
  const company = {
    companyName: 'Merchant Cold Storage and Logistics Private Limited',
    gstNumber: '27AAPFU0939F1ZV',
    notes: 'Bills go to the accountant, a copy to her',
  };
  const billingAddress = 'Plot 14, MIDC Road, Satpur\nNashik 422007';
  await admin.send('EditCustomer', {
    customerId,
    ...company,
    billingAddress,
    projectStartsOn: dayFromToday(-20),
  });
  for (let number = 1; number <= 6; number++) {
    const [day, amountPaise] = [dayFromToday(-3 * number), 4_000_000 + number * 12_345];
    await rep.send('RecordPayment', {
      customerId,
      paymentId: randomUUID(),
      amountPaise,
      paidOn: day,
      method: 'Bank Transfer',
      reference: `NEFT ${number}`,
    });
    const invoice = {
      number: `SS/2026/${number}`,
      issuedOn: day,
      dueOn: dayFromToday(10 - 4 * number),
      amountPaise,
      status: number < 4 ? 'Sent' : 'Paid',
    };
    await admin.send('AddInvoice', { customerId, invoiceId: randomUUID(), ...invoice });
  }
  return customerId;
}

async function openCustomer(page: Page, { customerId }: SeededProduct, path = ''): Promise<void> {
  await page.goto(`/customers/${customerId}${path}`);
  if (path === '')
    await expect(page.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
}

async function openDialog(
  page: Page,
  seeded: SeededProduct,
  button: string,
  title = button,
): Promise<void> {
  await openCustomer(page, seeded);
  await page.getByRole('button', { name: button }).first().click();
  await expectDialog(page, title);
}

async function openConversion(page: Page, leadId: string): Promise<void> {
  await page.goto(`/leads/${leadId}`);
  await expect(
    page.getByRole('list', { name: 'Activities' }).getByRole('listitem').first(),
  ).toBeVisible();
  await showOtherActions(page);
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('radio', { name: /Converted/ }).click();
  await expectDialog(page, 'Convert to customer');
}

/** Scrolls to the charts, which load only then, and waits for the first one. */
export async function scrollToCharts(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: /Leads and visits by sales rep/ })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('region', { name: 'Leads by status' })).toBeVisible();
}

async function openCharts(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await scrollToCharts(page);
  const lastChart = page.getByRole('region', { name: /Overdue follow-ups by rep/ });
  await expect(lastChart).toBeVisible();
  await lastChart.scrollIntoViewIfNeeded();
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
}

/** Screens and dialogs of customers, of the conversion, and of the admin's dashboard. */
export const customerScreens: readonly Screen[] = [
  { name: 'customers', as: 'rep', open: (page) => openCustomers(page) },
  { name: 'customers-empty', as: 'founder', open: (page) => openCustomers(page) },
  {
    name: 'customers-filtered',
    as: 'admin',
    only: 'phone',
    open: (page) => openCustomers(page, '?payment=Pending'),
  },
  {
    name: 'customers-filter-sheet',
    as: 'admin',
    only: 'phone',
    isOverlay: true,
    open: async (page) => {
      await openCustomers(page);
      await page.getByRole('button', { name: 'Filters' }).click();
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    },
  },
  {
    name: 'customers-filtered-empty',
    as: 'admin',
    open: (page) => openCustomers(page, '?q=gangtok&payment=Overdue'),
  },
  {
    name: 'customers-payment-menu',
    as: 'admin',
    isOverlay: true,
    only: 'desktop',
    open: async (page) => {
      await openCustomers(page);
      await page.getByRole('button', { name: 'Payment: All' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Overdue' })).toBeVisible();
    },
  },
  {
    name: 'customers-failed',
    as: 'rep',
    open: async (page) => {
      await page.route('**/api/customers*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/customers?q=nothing%20kept');
      await expect(page.getByText('Failed to load customers', { exact: true })).toBeVisible();
    },
  },
  { name: 'customer', as: 'admin', open: (page, seeded) => openCustomer(page, seeded) },
  {
    name: 'customer-override-menu',
    as: 'admin',
    isOverlay: true,
    open: async (page, seeded) => {
      await openCustomer(page, seeded);
      await page.getByRole('button', { name: 'Set by hand' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'As payments say' })).toBeVisible();
    },
  },
  {
    name: 'customer-offline',
    as: 'rep',
    open: async (page, seeded) => {
      await openCustomer(page, seeded);
      await goOffline(page);
      await expect(
        page.getByText('No network. A stage is changed when it is back.', { exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'payment-dialog',
    as: 'rep',
    isOverlay: true,
    open: (page, seeded) => openDialog(page, seeded, 'Add Payment'),
  },
  {
    name: 'payment-wrong',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openDialog(page, seeded, 'Add Payment');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Payment' }).click();
      await expect(page.getByText('Please enter a valid amount', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'project-dialog',
    as: 'rep',
    isOverlay: true,
    open: (page, seeded) => openDialog(page, seeded, 'Add Project'),
  },
  {
    name: 'invoice-dialog',
    as: 'rep',
    isOverlay: true,
    open: (page, seeded) => openDialog(page, seeded, 'Add Invoice'),
  },
  {
    name: 'edit-customer',
    as: 'rep',
    open: async (page, seeded) => {
      await openCustomer(page, seeded, '/edit');
      await expectHeading(page, 'Edit customer');
      await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
    },
  },
  {
    name: 'customer-not-found',
    as: 'rep',
    open: async (page) => {
      await page.goto('/customers/6a0e0f6e-1f5b-4a52-9a5c-0d1c2b3a4f5e');
      await expectHeading(page, 'Customer not found');
    },
  },
  {
    name: 'convert-dialog',
    as: 'rep',
    isOverlay: true,
    open: (page, { leadId }) => openConversion(page, leadId),
  },
  {
    name: 'dashboard-of-all',
    as: 'admin',
    open: async (page) => {
      await page.goto('/dashboard');
      await expect(
        page
          .getByRole('table', { name: /Leads and visits by sales rep/ })
          .getByRole('row')
          .nth(1),
      ).toBeVisible();
    },
  },
  {
    name: 'dashboard-of-finance',
    as: 'finance',
    open: async (page) => {
      await page.goto('/dashboard');
      for (const title of ['Overdue payments', 'Bills to approve'])
        await expect(
          page.getByRole('region', { name: title }).getByRole('listitem').first(),
        ).toBeVisible();
    },
  },
  {
    name: 'dashboard-of-designer',
    as: 'designer',
    open: async (page) => {
      await page.goto('/dashboard');
      await expect(
        page.getByRole('region', { name: 'Newest offers' }).getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'dashboard-of-marketing',
    as: 'marketing',
    open: async (page) => {
      await page.goto('/dashboard');
      for (const title of ['Newest leads', 'Newest offers'])
        await expect(
          page.getByRole('region', { name: title }).getByRole('listitem').first(),
        ).toBeVisible();
    },
  },
  {
    name: 'leaderboard-by-money',
    as: 'admin',
    open: async (page) => {
      await page.goto('/dashboard?by=won');
      await expect(page.getByRole('columnheader', { name: 'Won' })).toBeVisible();
    },
  },
  { name: 'charts', as: 'admin', isSample: true, open: openCharts },
  {
    name: 'charts-as-tables',
    as: 'admin',
    open: async (page) => {
      await openCharts(page);
      for (const title of [
        'Leads by status',
        'Leads and visits by week',
        'Quoted and converted value',
      ])
        await page.getByRole('button', { name: `${title} as a table` }).click();
      await expect(page.getByRole('table', { name: 'Leads by status' })).toBeVisible();
    },
  },
];
