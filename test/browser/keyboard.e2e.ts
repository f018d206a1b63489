import type { VisitList } from '#domain/visits/visit.views.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { dayFromToday, shownDay } from './tools/days.js';
import { KeyboardUser } from './tools/keyboard-user.js';
import {
  captureLead,
  desktop,
  expect,
  type Person,
  phone,
  createTeam,
  test,
} from './tools/fixtures.js';

const nextYear = new Date().getFullYear() + 1;

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('a lead is converted by keyboard alone', async ({ product, signIn, context }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    const page = await signIn(context, reps[0]);
    await page.goto(`/leads/${leadId}`);
    const keys = new KeyboardUser(page);
    const statusButton = page.getByRole('button', { name: 'Change status', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Convert to customer', exact: true });
    const openConvertDialog = async (): Promise<void> => {
      await keys.activate(statusButton);
      await keys.tabTo(page.getByRole('radio', { name: /^New/ }));
      for (const status of [/^Contacted/, /^Quoted/, /^Converted/]) {
        await keys.press('ArrowDown');
        await expect(page.getByRole('radio', { name: status })).toBeFocused();
      }
      await keys.press('Enter');
      await expect(dialog.getByLabel('Total project value')).toBeFocused();
    };

    // Escape changes nothing, and returns the focus.
    await openConvertDialog();
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(statusButton).toBeFocused();

    await openConvertDialog();
    await keys.fill(dialog.getByLabel('Total project value'), '90000');
    await keys.fill(dialog.getByLabel('Initial payment'), 'some');
    await keys.press('Enter');
    await expect(dialog.getByText('Please enter a valid amount', { exact: true })).toBeVisible();
    await expect(dialog.getByLabel('Initial payment')).toBeFocused();
    await keys.fill(dialog.getByLabel('Initial payment'), '5000');
    await keys.fillDay(dialog.getByLabel('Payment date'), 2026);
    await keys.tabTo(dialog.getByLabel('Payment method'));
    await keys.type('UPI');
    await expect(dialog.getByLabel('Payment method')).toHaveValue('UPI');
    await keys.fill(dialog.getByLabel('Reference number'), 'TXN 41736');
    await keys.press('Enter');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Rajesh Deshmukh', exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Financial Overview', exact: true }),
    ).toBeVisible();
    const { payments } = await reps[0].get<CustomerDetail>(`/api/customers/${leadId}`);
    expect(payments).toMatchObject([
      { amountPaise: 500_000, paidOn: '2026-01-01', method: 'UPI', reference: 'TXN 41736' },
    ]);
  });

  test('a follow-up is completed and undone by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    await captureLead(reps[0], {
      firstName: 'Sunita',
      lastName: 'Rao',
      followUpOn: dayFromToday(2),
    });
    const page = await signIn(context, reps[0]);
    await page.goto('/followups');
    const keys = new KeyboardUser(page);
    const card = page.getByRole('row').filter({ hasText: 'Sunita Rao' });
    await keys.activate(card.getByRole('button', { name: 'Mark Complete', exact: true }));
    await expect(card).toHaveCount(0);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await keys.activate(undo);
    await expect(card).toBeVisible();
  });

  test('a visit is cancelled and rescheduled by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    await captureLead(reps[0], {
      firstName: 'Sunita',
      lastName: 'Rao',
      followUpOn: dayFromToday(2),
    });
    const page = await signIn(context, reps[0]);
    await page.goto('/visits');
    const keys = new KeyboardUser(page);
    const menuButton = page.getByRole('button', { name: 'More for Sunita Rao', exact: true });
    const cancel = page.getByRole('menuitem', { name: 'Cancel follow-up', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Cancel follow-up', exact: true });
    const reason = dialog.getByLabel('Reason');
    await keys.activate(menuButton);
    await expect(cancel).toBeVisible();
    await keys.press('ArrowUp');
    await expect(cancel).toBeFocused();
    await keys.press('Enter');
    await expect(reason).toBeFocused();
    await keys.activate(dialog.getByRole('button', { name: 'Keep follow-up', exact: true }));
    await expect(dialog).toHaveCount(0);
    await expect(menuButton).toBeFocused();

    await keys.press('Enter');
    await expect(cancel).toBeVisible();
    await keys.press('ArrowUp');
    await expect(cancel).toBeFocused();
    await keys.press('Enter');
    await expect(reason).toBeFocused();
    await keys.activate(dialog.getByRole('button', { name: 'Cancel follow-up', exact: true }));
    await expect(
      dialog.getByText('Please provide a reason for cancelling', { exact: true }),
    ).toBeVisible();
    await expect(reason).toBeFocused();
    await keys.type('Owner travels');
    await keys.activate(dialog.getByRole('button', { name: 'Other date', exact: true }));
    await expect(dialog.getByLabel('Next follow-up')).toBeFocused();
    await keys.fillDay(dialog.getByLabel('Next follow-up'), nextYear);
    await keys.activate(dialog.getByRole('button', { name: 'Cancel follow-up', exact: true }));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Cancelled 1', exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Upcoming 1', exact: true })).toBeVisible();
    const cancelled = await reps[0].get<VisitList>('/api/visits?tab=cancelled');
    expect(cancelled.items).toMatchObject([{ leadName: 'Sunita Rao', reason: 'Owner travels' }]);
    expect((await reps[0].get<VisitList>('/api/visits?tab=upcoming')).items).toMatchObject([
      { dueOn: `${nextYear}-01-01` },
    ]);

    // The tabs are one tab stop, and arrow keys move between them.
    await keys.tabTo(page.getByRole('tab', { name: 'Upcoming 1', exact: true }));
    await keys.press('ArrowRight');
    await keys.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Cancelled 1', exact: true })).toBeFocused();
    await expect(page.getByText('Visit cancelled: Owner travels', { exact: true })).toBeVisible();
  });
});

test.describe('in a window as narrow as a phone', () => {
  test.use({ viewport: phone });

  /** Two reps, each with an upcoming visit to an architect, and a lead of an owner without one. */
  const captureLeadsOfTwoReps = async (
    admin: Person,
    [anil, bina]: readonly [Person, Person],
  ): Promise<void> => {
    await captureLead(anil, {
      firstName: 'Asha',
      lastName: 'Iyer',
      type: 'Architect',
      followUpOn: dayFromToday(0),
    });
    await captureLead(bina, {
      firstName: 'Farhan',
      lastName: 'Khan',
      type: 'Architect',
      followUpOn: dayFromToday(3),
    });
    await captureLead(anil, { firstName: 'Bala', lastName: 'Nair', type: 'Owner' });
    admin.afterCommandsOf(anil).afterCommandsOf(bina);
  };

  test('leads are filtered on their sheet by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
    await captureLeadsOfTwoReps(admin, reps);
    const page = await signIn(context, admin);
    await page.goto('/leads');
    const keys = new KeyboardUser(page);
    const leadNames = page.locator('ul[aria-label=Leads] a .t3');
    await expect(leadNames).toHaveText(['Bala Nair', 'Farhan Khan', 'Asha Iyer']);
    const sheet = page.getByRole('dialog', { name: 'Filters', exact: true });
    await keys.activate(page.getByRole('button', { name: 'Filters', exact: true }));
    await keys.tabTo(
      sheet
        .getByRole('group', { name: 'Type of lead', exact: true })
        .getByRole('radio', { name: 'All', exact: true }),
    );
    for (let step = 0; step < 4; step++) await keys.press('ArrowRight');
    await expect(sheet.getByRole('radio', { name: 'Architect', exact: true })).toBeChecked();
    await expect(sheet.getByRole('button', { name: 'Show 2 leads', exact: true })).toBeVisible();

    // Days are typed one after the other, without changing each other.
    await keys.fillDay(sheet.getByLabel('From', { exact: true }), 2026);
    await expect(page).toHaveURL(/from=2026-01-01/);
    await keys.fillDay(sheet.getByLabel('To', { exact: true }), 2026);
    await expect(sheet.getByLabel('From', { exact: true })).toHaveValue(shownDay('2026-01-01'));
    await expect(sheet.getByRole('button', { name: 'Show 0 leads', exact: true })).toBeVisible();
    await keys.activate(sheet.getByRole('button', { name: 'Reset', exact: true }));
    await expect(sheet.getByRole('button', { name: 'Show 3 leads', exact: true })).toBeVisible();

    await keys.activate(sheet.getByRole('button', { name: 'Owner', exact: true }));
    const search = page.getByRole('combobox', { name: 'Search Owner', exact: true });
    await expect(search).toBeFocused();
    await keys.type('bina');
    await keys.press('Enter');
    await expect(search).toHaveCount(0);
    await expect(sheet.getByRole('button', { name: 'Owner', exact: true })).toBeFocused();
    await keys.activate(sheet.getByRole('button', { name: 'Show 1 lead', exact: true }));
    await expect(sheet).toHaveCount(0);
    await expect(leadNames).toHaveText(['Farhan Khan']);
    await expect(
      page.getByRole('button', { name: 'Filters, filtered', exact: true }),
    ).toBeFocused();
  });

  test('visits are filtered on their sheet by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
    await captureLeadsOfTwoReps(admin, reps);
    const page = await signIn(context, admin);
    await page.goto('/visits');
    const keys = new KeyboardUser(page);
    const leadNames = page.locator('article a .t3');
    await expect(leadNames).toHaveText(['Asha Iyer', 'Farhan Khan']);
    const sheet = page.getByRole('dialog', { name: 'Filters', exact: true });
    await keys.activate(page.getByRole('button', { name: 'Filters', exact: true }));
    await keys.fillDay(sheet.getByLabel('From', { exact: true }), 2026);
    await keys.fillDay(sheet.getByLabel('To', { exact: true }), 2026);
    await expect(sheet.getByLabel('From', { exact: true })).toHaveValue(shownDay('2026-01-01'));
    await expect(sheet.getByRole('button', { name: 'Show 0 visits', exact: true })).toBeVisible();
    await keys.activate(sheet.getByRole('button', { name: 'Reset', exact: true }));
    await expect(sheet.getByRole('button', { name: 'Show 2 visits', exact: true })).toBeVisible();

    await keys.activate(sheet.getByRole('button', { name: 'Sales rep', exact: true }));
    await expect(
      page.getByRole('combobox', { name: 'Search Sales rep', exact: true }),
    ).toBeFocused();
    for (let step = 0; step < 2; step++) await keys.press('ArrowDown');
    const highlightedOption = (await page.locator('.option[data-highlighted]').textContent()) ?? '';
    await keys.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Sales rep', exact: true })).toHaveText(
      highlightedOption,
    );
    await keys.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: 'Filters, filtered', exact: true }),
    ).toBeFocused();
    await expect(leadNames).toHaveText([
      highlightedOption === 'Anil Kale' ? 'Asha Iyer' : 'Farhan Khan',
    ]);
  });
});
