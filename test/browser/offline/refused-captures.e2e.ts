import type { BrowserContext, Page } from '@playwright/test';
import type { LeadDetail, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { VisitList } from '#domain/visits/visit.views.js';
import { beginVisit } from '../tools/capture-steps.js';
import { dayFromToday } from '../tools/days.js';
import { expectCached, expectInstalled, expectOutboxEmpty } from '../tools/device-storage.js';
import { expectNoSidewaysScroll } from '../tools/expect-accessible.js';
import {
  captureLead,
  desktop,
  expect,
  newPhone,
  onSite,
  type Person,
  phone,
  createTeam,
  test,
} from '../tools/fixtures.js';
import { drawPhoto, samplePdf } from '../tools/sample-files.js';

test.use(onSite);

/** Opens the list of refused commands from the message, or from the header once it has gone. */
const openRefused = (page: Page): Promise<void> =>
  page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .getByRole('button', { name: 'Show', exact: true })
    .or(page.getByRole('button', { name: /^1 not sent/ }))
    .first()
    .click();

/** Opens the form that resubmits a refused command, filled with its values. */
async function reopenForm(page: Page, title: string): Promise<void> {
  await openRefused(page);
  await page
    .getByRole('dialog', { name: 'Not sent' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Fix', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: `${title} was not sent` })
    .getByRole('button', { name: 'Change and send again' })
    .click();
}

const shownPhotos = (page: Page) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('img', { name: /^Photo \d/ });

/** Opens a page of the installed app, then cuts the network. */
async function openOffline(
  context: BrowserContext,
  page: Page,
  path: string,
  heading: string,
): Promise<void> {
  await page.goto('/leads');
  await expectInstalled(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectCached(page, '["leads"');
  await context.setOffline(true);
}

test('a visit to a lead that was deleted meanwhile reopens with all texts, photos and times, and moves to another lead', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const otherLeadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  const page = await signIn(context, reps[0]);
  await openOffline(context, page, `/leads/${leadId}`, 'Rajesh Patil');
  await beginVisit(page);
  await page.getByRole('button', { name: 'End Visit' }).tap();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Roof measured, wants ten panels');
  await page
    .getByTestId('camera')
    .setInputFiles(await Promise.all([1, 2, 3].map((number) => drawPhoto(number))));
  await expect(shownPhotos(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'In 3 days', exact: true }).tap();
  await page.getByRole('button', { name: 'Save Visit' }).tap();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await admin.send('DeleteLead', { leadId });
  await context.setOffline(false);

  await reopenForm(page, 'Visit to Rajesh Patil');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(
    'Roof measured, wants ten panels',
  );
  await expect(shownPhotos(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'In 3 days', pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rajesh Patil' }).tap();
  await page.getByRole('button', { name: /^Sunita Rao/ }).tap();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(
    'Roof measured, wants ten panels',
  );
  await page.getByRole('button', { name: 'Save Visit' }).tap();
  await expect(page).toHaveURL(new RegExp(`/leads/${otherLeadId}$`));
  await expectOutboxEmpty(page);
  const { items } = await reps[0].get<VisitList>('/api/visits?tab=completed');
  expect(items).toMatchObject([{ leadId: otherLeadId, notes: 'Roof measured, wants ten panels' }]);
  const timeline = await reps[0].get<{ readonly items: readonly TimelineEntry[] }>(
    `/api/leads/${otherLeadId}/timeline`,
  );
  const visit = timeline.items.find(({ type }) => type === 'VisitRecorded');
  expect(visit?.data).toMatchObject({
    photoFileIds: [expect.any(String), expect.any(String), expect.any(String)],
  });
  expect(await reps[0].get<LeadDetail>(`/api/leads/${otherLeadId}`)).toMatchObject({
    nextFollowUpOn: dayFromToday(3),
  });
});

test('an edit to a number that was taken meanwhile reopens with all texts', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const page = await signIn(context, reps[0]);
  await openOffline(context, page, `/leads/${leadId}/edit`, 'Edit lead');
  const takenPhone = newPhone();
  await page.getByRole('textbox', { name: 'Phone' }).fill(takenPhone);
  await page.getByRole('textbox', { name: 'City' }).fill('Nashik');
  await page.getByRole('textbox', { name: 'Landmark' }).fill('Behind the dairy');
  await page.getByTestId('camera').setInputFiles([await drawPhoto(1)]);
  await expect(shownPhotos(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await captureLead(admin, { phone: takenPhone });
  await context.setOffline(false);

  await reopenForm(page, 'Lead Rajesh Patil');
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Nashik');
  await expect(page.getByRole('textbox', { name: 'Landmark' })).toHaveValue('Behind the dairy');
  await expect(shownPhotos(page)).toHaveCount(1);
  const newNumber = newPhone();
  await page.getByRole('textbox', { name: 'Phone' }).fill(newNumber);
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await expectOutboxEmpty(page);
  await expect
    .poll(() => reps[0].get<LeadDetail>(`/api/leads/${leadId}`))
    .toMatchObject({
      phone: newNumber,
      city: 'Nashik',
      landmark: 'Behind the dairy',
      photos: [expect.any(String)],
    });
});

test('a refused quotation reopens with its amount, texts and document', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const page = await signIn(context, reps[0]);
  await openOffline(context, page, `/leads/${leadId}`, 'Rajesh Patil');
  const dialog = page.getByRole('dialog', { name: 'Upload Quote' });
  await page.getByRole('button', { name: 'Create quote' }).tap();
  await page.getByRole('button', { name: 'Upload file' }).tap();
  await dialog.getByLabel('Amount').fill('5000');
  await dialog.getByLabel('Valid until').fill(dayFromToday(0));
  await dialog.getByLabel('PDF or photo').setInputFiles([samplePdf]);
  await dialog.getByLabel('Notes').fill('With the inverter');
  await expect(dialog.getByText('quotation.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload Quote' }).tap();
  await expect(dialog).toBeHidden();
  // Refuses the command as if it had waited until the next day.
  const detail = 'The valid-until date cannot be before today.';
  const refusal = { code: 'valid-until-in-the-past', detail, fields: { validUntilOn: detail } };
  await context.route(
    '**/api/commands/UploadQuotation',
    (route) => route.fulfill({ status: 409, json: refusal }),
    { times: 1 },
  );
  await context.setOffline(false);

  await reopenForm(page, 'Quotation for Rajesh Patil');
  await expect(dialog.getByLabel('Amount')).toHaveValue(/^5,?000/);
  await expect(dialog.getByLabel('Notes')).toHaveValue('With the inverter');
  await expect(dialog.getByText('quotation.pdf')).toBeVisible();
  await dialog.getByLabel('Valid until').fill(dayFromToday(7));
  await dialog.getByRole('button', { name: 'Upload Quote' }).tap();
  await expect(dialog).toBeHidden();
  await expectOutboxEmpty(page);
  const readQuotations = async () => {
    const { items } = await reps[0].get<{ readonly items: readonly TimelineEntry[] }>(
      `/api/leads/${leadId}/timeline`,
    );
    return items.filter(({ type }) => type === 'QuotationUploaded').map(({ data }) => data);
  };
  await expect.poll(readQuotations).toMatchObject([
    {
      amountPaise: 500_000,
      validUntilOn: dayFromToday(7),
      notes: 'With the inverter',
      fileId: expect.any(String),
    },
  ]);
});

/**
 * Edits a lead offline while the admin edits it too.
 * @returns dialog that shows both versions
 */
async function openStaleEdit(
  context: BrowserContext,
  page: Page,
  { admin, leadId }: { admin: Person; leadId: string },
) {
  await openOffline(context, page, `/leads/${leadId}/edit`, 'Edit lead');
  await page.getByRole('textbox', { name: 'City' }).fill('Nashik');
  await page.getByRole('textbox', { name: 'Landmark' }).fill('Behind the dairy');
  await page.getByText('Architect', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await admin.send('EditLead', { leadId, city: 'Satara', type: 'Contractor' });
  await context.setOffline(false);
  await openRefused(page);
  await page
    .getByRole('dialog', { name: 'Not sent' })
    .getByRole('button', { name: 'Fix', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Lead Rajesh Patil was not sent' });
  await expect(dialog.getByText('Satara', { exact: true })).toBeVisible();
  await expect(dialog.getByText('You typed: Nashik')).toBeVisible();
  await expect(dialog.getByText('You typed: Architect')).toBeVisible();
  // Nobody else has changed this field.
  await expect(dialog.getByText('Behind the dairy')).toHaveCount(0);
  return dialog;
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport });

    test('two people edit a lead: both values are shown, and the chosen one is sent', async ({
      product,
      signIn,
      context,
    }, info) => {
      const { admin, reps } = await createTeam(product, 'Anil Kale');
      const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
      const page = await signIn(context, reps[0]);
      const dialog = await openStaleEdit(context, page, { admin, leadId });
      await expectNoSidewaysScroll(page, `stale edit on a ${size}`);
      await page.screenshot({ path: info.outputPath(`stale-edit-${size}.png`) });
      await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
      await expect(dialog).toBeHidden();
      await expectOutboxEmpty(page);
      await expect
        .poll(() => reps[0].get<LeadDetail>(`/api/leads/${leadId}`))
        .toMatchObject({
          city: 'Nashik',
          type: 'Architect',
          landmark: 'Behind the dairy',
        });
    });

    test('two people edit a lead: the other’s value is kept, and the remaining fields are sent', async ({
      product,
      signIn,
      context,
    }) => {
      const { admin, reps } = await createTeam(product, 'Anil Kale');
      const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
      const page = await signIn(context, reps[0]);
      const dialog = await openStaleEdit(context, page, { admin, leadId });
      await dialog.getByRole('button', { name: 'Take that version' }).click();
      await expect(dialog).toBeHidden();
      await expectOutboxEmpty(page);
      await expect
        .poll(() => reps[0].get<LeadDetail>(`/api/leads/${leadId}`))
        .toMatchObject({
          city: 'Satara',
          type: 'Contractor',
          landmark: 'Behind the dairy',
        });
      await expect(
        page
          .getByText(/Satara/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
    });
  });
}

test('a lead deleted offline leaves every list at once, and returns if the deletion is refused', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Patil',
    followUpOn: dayFromToday(0),
  });
  await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  const [startedAt, endedAt] = [90, 30].map((minutes) =>
    new Date(Date.now() - minutes * 60_000).toISOString(),
  );
  await reps[0].send('RecordVisit', {
    leadId,
    visitId: crypto.randomUUID(),
    startedAt,
    endedAt,
    pausedSeconds: 0,
  });
  const page = await signIn(context, reps[0]);
  const lists = [
    '/leads',
    '/leads?q=Rajesh',
    '/dashboard',
    '/followups',
    '/visits',
    '/visits?tab=completed',
    '/visits/new',
  ];
  const leadName = page.getByRole('main').getByText('Rajesh Patil');
  await page.goto('/leads');
  await expectInstalled(page);
  for (const path of lists) {
    await page.goto(path);
    await expect(leadName.first(), path).toBeVisible();
  }
  await page.goto(`/leads/${leadId}/edit`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit lead' })).toBeVisible();
  await expectCached(page, '["leads"');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Delete Lead' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Lead' }).tap();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole('list', { name: 'Leads' }).getByText('Sunita Rao')).toBeVisible();
  for (const path of lists) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0);
    await expect(leadName, path).toHaveCount(0);
  }
  const refusal = { code: 'forbidden', detail: 'You are not allowed to do this.' };
  await context.route(
    '**/api/commands/DeleteLead',
    (route) => route.fulfill({ status: 403, json: refusal }),
    { times: 1 },
  );
  await page.goto('/leads');
  await expect(page.getByRole('list', { name: 'Leads' }).getByText('Sunita Rao')).toBeVisible();
  await context.setOffline(false);
  await expect(
    page.getByText('Lead Rajesh Patil was not sent. You are not allowed to do this.'),
  ).toBeVisible();
  for (const path of lists) {
    if (path !== '/leads') await page.goto(path);
    await expect(leadName.first(), path).toBeVisible();
  }
  // The second sending succeeds.
  await page.goto('/leads');
  await page.getByRole('button', { name: /^1 not sent/ }).tap();
  await page.getByRole('button', { name: 'Fix', exact: true }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).tap();
  await expect(leadName).toHaveCount(0);
  await expect
    .poll(async () => (await reps[0].get<LeadList>('/api/leads')).items.map(({ leadId }) => leadId))
    .not.toContain(leadId);
});
