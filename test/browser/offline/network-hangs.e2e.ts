import type { BrowserContext, Page } from '@playwright/test';
import { captureLead, expect, newPhone, onSite, createTeam, test } from '../tools/fixtures.js';
import { activityList } from '../tools/capture-steps.js';
import { expectCached, expectInstalled } from '../tools/device-storage.js';
import { fillLeadForm } from '../tools/fill-lead-form.js';

test.use(onSite);

/** Network that accepts requests and never answers, until it is mended. */
async function hangNetwork(context: BrowserContext) {
  let hangs = true;
  await context.route('**/api/**', async (route) => {
    // A request that is neither continued nor aborted hangs.
    if (!hangs) await route.continue();
  });
  return {
    /** Lets new requests pass; those that hang already keep hanging. */
    mend: (): void => {
      hangs = false;
    },
  };
}

type Lead = { readonly phone: string };
/** Longest time until a form of the outbox closes: 800 ms, and the delay of a busy machine. */
const closeLimit = { timeout: 3_000 };

test('forms do not wait for a hanging network, and their commands arrive once', async ({
  product,
  signIn,
  context,
}) => {
  test.slow();
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByText('Rajesh Patil').first()).toBeVisible();
  await expectCached(page, '["leads"');
  await page.goto(`/leads/${leadId}`);
  await expect(activityList(page)).toBeVisible();
  await expectCached(page, `["timeline","${leadId}"]`);
  await page.goto('/leads/new');
  const phone = newPhone();
  await fillLeadForm(page, phone);
  const network = await hangNetwork(context);
  const began = Date.now();
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page).not.toHaveURL(/\/leads\/new/, closeLimit);
  test.info().annotations.push({
    type: 'measured',
    description: `lead form left after ${Date.now() - began} ms`,
  });
  await expect(page.getByRole('list', { name: 'Added on this device' })).toContainText(
    'Sunita Rao',
  );

  // The app's code is installed, so the form opens although nothing answers.
  await page
    .getByRole('link', { name: /Rajesh Patil/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Change status' }).first().tap();
  await page
    .getByRole('dialog', { name: 'Change status' })
    .getByRole('radio', { name: /^Contacted/ })
    .tap();
  await expect(page.getByRole('dialog', { name: 'Change status' })).toBeHidden(closeLimit);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Call at six');
  await composer.getByRole('button', { name: 'Send note' }).tap();
  await expect(activityList(page).getByText('Call at six', { exact: true })).toBeVisible(
    closeLimit,
  );

  network.mend();
  await expect
    .poll(
      async () =>
        (await reps[0].get<{ items: readonly Lead[] }>('/api/leads')).items.filter(
          (lead) => lead.phone === phone,
        ),
      {
        timeout: 60_000,
      },
    )
    .toHaveLength(1);
  await expect
    .poll(
      async () =>
        (
          await reps[0].get<{ items: readonly { type: string }[] }>(`/api/leads/${leadId}/timeline`)
        ).items
          .map(({ type }) => type)
          .filter((type) => type !== 'LeadCreated')
          .toSorted(),
      { timeout: 60_000 },
    )
    .toEqual(['LeadStatusChanged', 'NoteAdded']);
});

test('a dialog can be left while the network hangs, keeps typed values, and is recorded once', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  await reps[0].send('ConvertLead', { leadId, projectValuePaise: 45_000_000 });
  await expect
    .poll(async () => (await reps[0].request('GET', `/api/customers/${leadId}`)).status)
    .toBe(200);
  const page = await signIn(context, reps[0]);
  await page.goto(`/customers/${leadId}`);
  await expect(page.getByRole('button', { name: 'Add Payment' }).first()).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add Payment' });
  const waysToLeave: readonly ((page: Page) => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.evaluate(() => history.back()),
  ];
  const network = await hangNetwork(context);
  for (const [turn, leave] of waysToLeave.entries()) {
    await page.getByRole('button', { name: 'Add Payment' }).first().click();
    if (turn === 0) await dialog.getByLabel('Amount').fill('500');
    else await expect(dialog.getByLabel('Amount')).toHaveValue(/^500/);
    if (turn === 0) await dialog.getByRole('button', { name: 'Add Payment' }).click();
    await leave(page);
    await expect(dialog).toBeHidden({ timeout: 1_000 });
  }
  network.mend();
  // The first try times out. The dialog is closed by then, so a toast shows the outcome.
  await expect(
    page.getByText('Failed to add payment. The server did not answer in time.'),
  ).toBeVisible({ timeout: 25_000 });
  await page.getByRole('button', { name: 'Add Payment' }).first().click();
  await expect(dialog.getByLabel('Amount')).toHaveValue(/^500/);
  await dialog.getByRole('button', { name: 'Add Payment' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(
      async () =>
        (await reps[0].get<{ payments: readonly unknown[] }>(`/api/customers/${leadId}`)).payments,
    )
    .toHaveLength(1);
});

test('a list shows its age while its request hangs', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByText('Rajesh Patil').first()).toBeVisible();
  await expectCached(page, 'Patil', '["leads"');
  const network = await hangNetwork(context);
  await page.reload();
  await expect(page.getByText('Rajesh Patil').first()).toBeVisible();
  await expect(page.getByText(/^Showing leads from/)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText('The network is slow.')).toBeVisible();
  network.mend();
});

test('offline captures do not wait: the tenth takes as long as the first', async ({
  product,
  signIn,
  context,
}) => {
  test.slow();
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expectInstalled(page);
  await page.goto('/leads/new');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  await context.setOffline(true);
  const durations: number[] = [];
  for (let number = 0; number < 10; number++) {
    if (number > 0)
      await page
        .getByRole('link', { name: /^(Add Lead|Add lead|New lead)/ })
        .first()
        .click();
    await fillLeadForm(page, newPhone());
    const began = await page.evaluate(() => performance.now());
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(
      page.getByRole('list', { name: 'Added on this device' }).getByRole('listitem'),
    ).toHaveCount(number + 1);
    durations.push(Math.round((await page.evaluate(() => performance.now())) - began));
  }
  test.info().annotations.push({ type: 'measured', description: `${durations.join(', ')} ms` });
  const median = durations.toSorted((one, other) => one - other)[durations.length / 2];
  // Waiting for the server would take over 800 ms each.
  expect(median).toBeLessThan(800);
});
