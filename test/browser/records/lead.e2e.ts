import type { Route } from '@playwright/test';
import { awaitRefusal } from '../tools/capture-steps.js';
import { dayFromToday } from '../tools/days.js';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import { drawNoisyPhoto, samplePdf, drawPhoto } from '../tools/sample-files.js';
import { captureLead, desktop, expect, createTeam, test, onPhone } from '../tools/fixtures.js';
import { fillDay } from '../tools/fill-day.js';

test.use({ viewport: desktop });

test('a note with a photo and a follow-up is one entry on the timeline of its sender', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await expect(composer.getByRole('button', { name: 'Send note' })).toBeDisabled();
  await composer.getByRole('textbox', { name: 'Note' }).fill('   ');
  await expect(composer.getByRole('button', { name: 'Send note' })).toBeDisabled();

  await composer
    .getByRole('textbox', { name: 'Note' })
    .fill('Roof measured, 42 m²\nAsks for two inverters');
  await composer.getByLabel('Attach photos').setInputFiles([await drawPhoto(3)]);
  await expect(composer.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  await composer.getByRole('button', { name: 'Next follow-up', exact: true }).click();
  await fillDay(composer, 'Next follow-up', dayFromToday(-1));
  await composer.getByRole('button', { name: 'Send note' }).click();
  await expect(
    composer.getByText('The next visit date cannot be before today.', { exact: true }),
  ).toBeVisible();
  await fillDay(composer, 'Next follow-up', dayFromToday(2));
  await composer.getByRole('button', { name: 'Send note' }).click();

  const activities = page.getByRole('list', { name: 'Activities' });
  const note = activities.getByRole('listitem').filter({ hasText: 'Roof measured' });
  await expect(note).toContainText('You');
  await expect(note.getByRole('button', { name: /Open photo 1 of 1/ })).toBeVisible();
  await expect(activities.getByRole('listitem').filter({ hasText: 'Next follow-up:' })).toHaveCount(
    1,
  );
  await expect(
    page.getByRole('region', { name: 'Next follow-up' }).getByText('In 2 days', { exact: true }),
  ).toBeVisible();
  await expect(composer.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await expect
    .poll(() => reps[0].get(`/api/leads/${leadId}`))
    .toMatchObject({ followUps: [{ dueOn: dayFromToday(2) }], photos: [expect.any(String)] });
});

test('with the keyboard open on a phone, a wide note field replaces the other actions', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  // height that the keyboard leaves
  await page.setViewportSize({ width: 360, height: 430 });
  await page.goto(`/leads/${leadId}`);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await expect(composer.getByRole('link', { name: 'Add visit' })).toBeVisible();
  const field = composer.getByRole('textbox', { name: 'Note' });
  await field.pressSequentially('2 more panels on the garage side too, the wife decides.');
  await expect(composer.getByRole('link', { name: 'Add visit' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create quote' })).toBeHidden();
  const { width } = (await field.boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(220);
  const header = (await page.locator('header').boundingBox())!;
  expect(header.height).toBeLessThanOrEqual(56);

  await composer.getByRole('button', { name: 'Send note' }).click();
  await expect(page.getByRole('list', { name: 'Activities' })).toContainText('2 more panels');
});

test('a phone has each action of a lead once, upright and in landscape', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  for (const [width, height] of [
    [360, 740],
    [740, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/leads/${leadId}`);
    const composer = page.getByRole('form', { name: 'Add to this lead' });
    await expect(composer.getByRole('link', { name: 'Add visit' })).toBeVisible();
    await expect(composer.getByRole('button', { name: 'Change status' })).toBeVisible();
    await expect(composer.getByRole('button', { name: 'Send note' })).toBeDisabled();
  }
});

test('the status is chosen by its meaning; Lost needs a reason, and nothing changes before', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Status New, change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  for (const message of [
    'Fresh lead, not yet contacted',
    'Initial contact made',
    'Quotation sent to customer',
    'Lead became a customer',
    'Lead did not convert',
  ])
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  // Arrow keys move between options without choosing one.
  await dialog.getByRole('radio', { name: /New/ }).press('ArrowDown');
  await dialog.getByRole('radio', { name: /Contacted/ }).press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /Quoted/ })).toBeFocused();
  await dialog.getByRole('radio', { name: /Quoted/ }).press('ArrowUp');
  expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ status: 'New' });
  await dialog.getByRole('radio', { name: /Contacted/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Status Contacted, change' })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Activities' })
      .getByRole('listitem')
      .filter({ hasText: 'Status changed to' }),
  ).toHaveCount(1);

  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('radio', { name: /Lost/ }).click();
  const lostDialog = page.getByRole('dialog', { name: 'Mark as Lost' });
  await lostDialog.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(
    lostDialog.getByText('Please provide a reason for marking this lead as lost', { exact: true }),
  ).toBeVisible();
  expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ status: 'Contacted' });
  await lostDialog.getByRole('textbox', { name: 'Reason' }).fill('Bought from a cousin');
  await lostDialog.getByRole('button', { name: 'Mark as Lost' }).click();
  await expect(page.getByRole('button', { name: 'Status Lost, change' })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Activities' })
      .getByRole('listitem')
      .filter({ hasText: 'Reason: Bought from a cousin' }),
  ).toHaveCount(1);
});

test('a quotation is uploaded as a PDF, moves the lead to Quoted, and opens by its short-lived link', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByRole('button', { name: 'Upload file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Quote' });
  const upload = dialog.getByRole('button', { name: 'Upload Quote' });
  await expect(upload).toBeDisabled();
  await dialog.getByLabel('Amount').fill('1,23,456.5');
  await dialog.getByLabel('Valid until').fill(dayFromToday(-1));
  await upload.click();
  await expect(
    dialog.getByText('The valid-until date cannot be before today.', { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel('Valid until').fill(dayFromToday(14));
  await dialog.getByLabel('PDF or photo').setInputFiles([samplePdf]);
  await expect(dialog.getByText(samplePdf.name)).toBeVisible();
  await upload.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Status Quoted, change' })).toBeVisible();
  const activities = page.getByRole('list', { name: 'Activities' });
  // The quotation's status change is in the same entry.
  await expect(
    activities
      .getByRole('listitem')
      .filter({ hasText: '₹1,23,456.50' })
      .filter({ hasText: 'Lead status updated to Quoted' }),
  ).toHaveCount(1);
  await expect(activities.getByRole('listitem').filter({ hasText: /status/i })).toHaveCount(1);
  const link = activities.getByRole('link', { name: 'Open PDF' });
  await expect(link).toBeVisible();
  // Until a reload, an uploaded file opens from the device.
  await expectOutboxEmpty(page);
  await page.reload();
  await expect(link).toHaveAttribute('href', /^\/files\//);
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect((await answer.body()).equals(samplePdf.buffer)).toBe(true);
});

test('an invalid quotation file is refused with a message, and typed values stay', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByRole('button', { name: 'Upload file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Quote' });
  await dialog.getByLabel('Amount').fill('5000');
  await dialog
    .getByLabel('PDF or photo')
    .setInputFiles([{ ...samplePdf, buffer: Buffer.from('<html>not a paper</html>') }]);
  await dialog.getByRole('button', { name: 'Upload Quote' }).click();
  await awaitRefusal(page, dialog.getByRole('alert'), 'This kind of file cannot be used.');
  await expect(dialog.getByLabel('Amount')).toHaveValue(/^5,?000(\.00)?$/);
  expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({
    status: 'New',
    quotations: [],
  });
});

test('only shown photos are fetched, in their shown size', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const fileIds: string[] = [];
  for (let number = 1; number <= 9; number++)
    fileIds.push(
      (await reps[0].upload(await drawNoisyPhoto(number), `${number}.jpg`, 'image/jpeg')).fileId,
    );
  const leadId = await captureLead(reps[0], { photoFileIds: fileIds });
  const fetchSize = async (fileId: string, variant = ''): Promise<number> => {
    const { url } = await reps[0].get<{ readonly url: string }>(
      `/api/files/${fileId}${variant && `?variant=${variant}`}`,
    );
    return (await (await fetch(new URL(url, product.url))).arrayBuffer()).byteLength;
  };
  // A worker generates the variants.
  for (const fileId of fileIds)
    await expect.poll(async () => (await fetchSize(fileId, '320')) < 50_000).toBe(true);
  const totalSize = (await Promise.all(fileIds.map((fileId) => fetchSize(fileId)))).reduce(
    (sum, bytes) => sum + bytes,
    0,
  );

  const page = await signIn(context, reps[0]);
  const fetchedSizes: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/files/'))
      void response.body().then((body) => fetchedSizes.push(body.length));
  });
  await page.goto(`/leads/${leadId}`);
  const gallery = page.getByRole('region', { name: 'Site photos' });
  await gallery.getByRole('button', { name: 'Show' }).click();
  await expect(gallery.getByRole('button', { name: /^Open photo/ })).toHaveCount(8);
  await expect.poll(() => fetchedSizes.length).toBe(8);
  const fetchedSize = fetchedSizes.reduce((sum, bytes) => sum + bytes, 0);
  expect(fetchedSize).toBeLessThan(totalSize / 10);
});

test('the gallery is operated by keyboard, and the focus returns', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const fileIds = [];
  for (let number = 1; number <= 10; number++) {
    const { buffer, name, mimeType } = await drawPhoto(number, { width: 320, height: 240 });
    fileIds.push((await reps[0].upload(new Uint8Array(buffer), name, mimeType)).fileId);
  }
  const leadId = await captureLead(reps[0], { photoFileIds: fileIds });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  const gallery = page.getByRole('region', { name: 'Site photos' });
  await gallery.getByRole('button', { name: 'Show' }).click();
  await expect(gallery.getByRole('button', { name: /^Open photo/ })).toHaveCount(8);
  await expect(gallery.getByText('+2 more', { exact: true })).toBeVisible();
  const firstPhoto = gallery.getByRole('button', { name: /Open photo 1 of 10/ });
  await firstPhoto.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('1 of 10', { exact: true })).toBeVisible();
  for (let turn = 0; turn < 9; turn++) await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('10 of 10', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('9 of 10', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(firstPhoto).toBeFocused();
});

test('a follow-up is planned and completed; another one is cancelled with a reason and a next date', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  const followUps = page.getByRole('region', { name: 'Next follow-up' });
  const planFollowUp = async (day: string): Promise<void> => {
    await followUps.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: 'Next follow-up' });
    await fillDay(dialog, 'Date', day);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const activities = page.getByRole('list', { name: 'Activities' });
  await planFollowUp(dayFromToday(0));
  await expect(followUps.getByText('Today', { exact: true })).toBeVisible();
  await followUps.getByRole('button', { name: 'Mark Complete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await expect(followUps.getByText('None planned.', { exact: true })).toBeVisible();
  await expect(
    activities.getByRole('listitem').filter({ hasText: 'Marked previous followup as completed' }),
  ).toHaveCount(1);

  await followUps.getByRole('button', { name: 'Add' }).click();
  const followUpDialog = page.getByRole('dialog', { name: 'Next follow-up' });
  await followUpDialog.getByRole('button', { name: 'In 2 weeks' }).click();
  await followUpDialog.getByRole('button', { name: 'In 3 days' }).click();
  await expect(
    followUpDialog.getByRole('button', { name: 'In 3 days', pressed: true }),
  ).toBeVisible();
  await expect(
    followUpDialog.getByRole('button', { name: 'In 2 weeks', pressed: true }),
  ).toHaveCount(0);
  await followUpDialog.getByRole('button', { name: 'Save' }).click();
  await expect(followUps.getByText('In 3 days', { exact: true })).toBeVisible();
  await followUps.getByRole('button', { name: 'Cancel follow-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel follow-up' });
  await dialog.getByRole('button', { name: 'Cancel follow-up' }).click();
  await expect(
    dialog.getByText('Please provide a reason for cancelling', { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel('Reason').fill('Owner is travelling');
  await fillDay(dialog, 'Next follow-up', dayFromToday(10));
  await dialog.getByRole('button', { name: 'Cancel follow-up' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(
    activities.getByRole('listitem').filter({ hasText: 'Visit cancelled: Owner is travelling' }),
  ).toHaveCount(1);
  await expect(followUps.getByText('In 10 days', { exact: true })).toBeVisible();
});

test('a missing lead says so, and links back', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/6a0e0f6e-1f5b-4a52-9a5c-0d1c2b3a4f5e');
  await expect(page.getByRole('heading', { level: 1, name: 'Lead not found' })).toBeVisible();
  await page
    .getByRole('tabpanel')
    .or(page.getByRole('main'))
    .getByRole('link', { name: 'Back to leads' })
    .last()
    .click();
  await expect(page).toHaveURL(/\/leads$/);
});

test.describe('on a phone', () => {
  test.use(onPhone);

  test('the details are behind a tab, with ways to call, write and find the site', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], {
      phone: '+919822041736',
      siteName: 'Deshmukh Residency',
      place: { lat: 18.5204, lng: 73.8567 },
    });
    const page = await signIn(context, reps[0]);
    await page.goto(`/leads/${leadId}`);
    await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute(
      'href',
      'tel:+919822041736',
    );
    await expect(page.getByRole('link', { name: 'WhatsApp', exact: true })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/919822041736\?text=/,
    );
    await expect(page.getByRole('region', { name: 'Lead Information' })).toBeHidden();
    await page.getByRole('button', { name: 'Information' }).tap();
    const information = page.getByRole('region', { name: 'Lead Information' });
    await expect(information.getByText('Deshmukh Residency', { exact: true })).toBeVisible();
    await expect(information.getByRole('link', { name: /Open map/ })).toHaveAttribute(
      'href',
      /18\.5204.*73\.8567/,
    );
  });

  test('the next step stays in the head; an open lead without one says so, and it is planned there', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0]);
    const page = await signIn(context, reps[0]);
    await page.goto(`/leads/${leadId}`);
    const head = page.locator('header');
    await head.getByRole('button', { name: 'No follow-up' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Next follow-up' });
    await dialog.getByRole('button', { name: 'Tomorrow' }).tap();
    await dialog.getByRole('button', { name: 'Save' }).tap();
    await expect(head.getByRole('button', { name: 'No follow-up' })).toHaveCount(0);
    await head.getByRole('button', { name: /Tomorrow/ }).tap();
    await expect(page.getByRole('region', { name: 'Next follow-up' })).toBeVisible();
  });

  test('the page opens at the end of the timeline, even if that arrives late, and stays there as others write', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0]);
    const addNote = (note: string) =>
      admin.send('AddNote', { leadId, noteId: crypto.randomUUID(), note });
    for (let number = 1; number <= 14; number++) await addNote(`Note ${number}`);
    const page = await signIn(context, reps[0]);
    // The first answer arrives after the skeleton; it may be refetched when the socket opens.
    const answerAfterSkeleton = async (route: Route) => {
      await page.getByRole('status', { name: 'Loading activities' }).waitFor();
      await route.continue();
    };
    await page.route('**/timeline', answerAfterSkeleton, { times: 1 });
    await page.goto(`/leads/${leadId}`);
    await expect(page.getByText('Note 14', { exact: true })).toBeInViewport();
    await expect(page.getByText('Note 1', { exact: true })).not.toBeInViewport();
    // No entry lies partly below the top bar.
    const countCutEntries = () =>
      page.evaluate(() => {
        const { bottom } = document.querySelector('.topbar')!.getBoundingClientRect();
        return (
          [...document.querySelectorAll('[aria-label="Activities"] > li')]
            .map((entry) => entry.getBoundingClientRect())
            // An entry ends with an empty space.
            .filter((entry) => entry.top < bottom - 1 && entry.bottom > bottom + 5).length
        );
      });
    await expect.poll(countCutEntries).toBe(0);
    await addNote('Note 15');
    await expect(page.getByText('Note 15', { exact: true })).toBeInViewport();
    // A reader who has scrolled up stays in place.
    await page.evaluate(() => scrollTo({ top: 0 }));
    await expect(page.getByText('Note 1', { exact: true })).toBeInViewport();
    await addNote('Note 16');
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(page.getByText('Note 1', { exact: true })).toBeInViewport();
    await page.getByRole('button', { name: '1 new' }).tap();
    await expect(page.getByText('Note 16', { exact: true })).toBeInViewport();
  });
});

test('a rep requests a quotation with a note, and an admin erases the personal data', async ({
  product,
  signIn,
  context,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByRole('button', { name: 'Upload file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Quote' });
  await dialog.getByRole('textbox', { name: /Notes/ }).fill('For 5 kW on the terrace');
  await dialog.getByRole('button', { name: 'Request Quote from Admin' }).click();
  await expect(dialog).toHaveCount(0);
  const activities = page.getByRole('list', { name: 'Activities' });
  await expect(
    activities.getByText('You asked for a quotation: For 5 kW on the terrace'),
  ).toBeVisible();
  await page.goto(`/leads/${leadId}/edit`);
  await expect(page.getByRole('button', { name: 'Delete Lead' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);

  const adminPage = await signIn(await browser.newContext({ viewport: desktop }), admin);
  await adminPage.goto(`/leads/${leadId}`);
  await adminPage.getByRole('button', { name: 'Create quote' }).click();
  await adminPage.getByRole('button', { name: 'Upload file' }).click();
  await expect(adminPage.getByRole('dialog', { name: 'Upload Quote' })).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Request Quote from Admin' })).toHaveCount(0);
  await adminPage.goto(`/leads/${leadId}/edit`);
  await adminPage.getByRole('button', { name: 'Erase personal data' }).click();
  const confirmation = adminPage.getByRole('alertdialog', {
    name: 'Erase the personal data of Rajesh Deshmukh?',
  });
  const eraseButton = confirmation.getByRole('button', { name: 'Erase personal data' });
  await expect(eraseButton).toBeDisabled();
  await confirmation.getByText('The person asked for it').click();
  await confirmation.getByLabel('Type ERASE to confirm').fill('erase');
  await eraseButton.click();
  await expect(adminPage.getByText('Personal data erased', { exact: true })).toBeVisible();
  await expect(adminPage).toHaveURL(/\/leads$/);
  await adminPage.goto(`/leads/${leadId}`);
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Lead not found' })).toBeVisible();
  await adminPage.context().close();
});
