import type { OfferList } from '#domain/catalogue/catalogue.views.js';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { sampleVideo } from '../../acceptance/product/sample-video.js';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import { CountedInput } from '../tools/counted-input.js';
import { expectAccessible } from '../tools/expect-accessible.js';
import { chooseItemAction, itemRow } from '../tools/item-menu.js';
import { samplePdf, drawPhoto } from '../tools/sample-files.js';
import { desktop, expect, type Person, createTeam, test, onPhone } from '../tools/fixtures.js';

/** Adds an active offer with a file of the given kind. */
async function addOffer(
  admin: Person,
  title: string,
  file: Awaited<ReturnType<typeof drawPhoto>>,
  more: object = {},
): Promise<string> {
  const { fileId, kind: fileType } = await admin.upload(
    new Uint8Array(file.buffer),
    file.name,
    file.mimeType,
  );
  const offerId = randomUUID();
  await admin.send('AddOffer', {
    offerId,
    title,
    description: 'For every new rooftop until the end of the month.',
    fileId,
    fileType,
    ...more,
  });
  return offerId;
}

/** File id of a signed link: `/files/` and the encoded claims, of which the id is the first. */
function fileIdOf(link: string): unknown {
  const [, encodedClaims = ''] = /^\/files\/([^/.]*)/.exec(new URL(link).pathname) ?? [];
  const [fileId] = JSON.parse(Buffer.from(encodedClaims, 'base64url').toString()) as unknown[];
  return fileId;
}

test('a rep is alerted to an offer, opens and shares it, even offline @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await addOffer(admin, 'Price list', samplePdf);
  const offerId = await addOffer(admin, 'Diwali offer', await drawPhoto(1), {
    tags: ['diwali', 'rooftop', 'cleaning', 'warranty'],
  });
  const phoneContext = await browser.newContext(onPhone);
  await phoneContext.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const page = await signIn(phoneContext, reps[0]);
  const input = new CountedInput(page);
  await page.goto('/notifications?type=offer');
  const alerts = page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: 'added a new offer' });
  await expect(alerts).toHaveCount(2);
  await input.tap(alerts.first().getByRole('link', { name: 'View Details' }));
  const offerDialog = page.getByRole('dialog', { name: 'Diwali offer' });
  await expect(offerDialog.getByRole('img', { name: 'Diwali offer' })).toBeVisible();
  await expect(offerDialog.getByText('warranty')).toBeVisible();
  await input.tap(offerDialog.getByRole('button', { name: 'Share' }));
  await expect(page.getByRole('dialog', { name: 'Share Diwali offer' })).toBeVisible();
  const chat = phoneContext.waitForEvent('page');
  await input.tap(page.getByRole('button', { name: 'Share on WhatsApp' }));
  await (await chat).waitForURL(/^https:\/\/wa\.me\/\?text=/);
  const text = new URL((await chat).url()).searchParams.get('text') ?? '';
  expect(text).toMatch(
    /^\*Diwali offer\*\nFor every new rooftop until the end of the month\.\n\nhttp:\S+\/files\/\S+\n\nSharma Solar/,
  );
  const link = /\S+\/files\/\S+/.exec(text)?.[0] ?? '';
  expect((await fetch(link)).headers.get('content-type')).toBe('image/jpeg');

  const card = page.getByRole('article', { name: 'Diwali offer' });
  await expect(card).toContainText('1 share');
  await expect(card.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search Offers' }).fill('rooftop');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search Offers' }).fill('warranty');
  await expect(page.getByRole('article')).toHaveCount(1);

  // A share without a network is recorded once, when the network is back.
  await phoneContext.setOffline(true);
  await input.tap(page.getByRole('button', { name: 'Share Diwali offer' }));
  await phoneContext.grantPermissions(['clipboard-read', 'clipboard-write']);
  await input.tap(page.getByRole('button', { name: 'Copy for Status' }));
  await expect(
    page.getByText('File URL copied! You can now add this to your WhatsApp status.'),
  ).toBeVisible();
  // The expiry changes daily.
  expect(fileIdOf(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(
    fileIdOf(link),
  );
  await phoneContext.setOffline(false);
  await expectOutboxEmpty(page);
  const readShareCount = async () =>
    (await admin.get<OfferList>('/api/offers')).items.find((offer) => offer.offerId === offerId)
      ?.shareCount;
  await expect.poll(readShareCount).toBe(2);
  await expect(card).toContainText('2 shares');
  const download = page.waitForEvent('download');
  await input.tap(page.getByRole('button', { name: 'Share Diwali offer' }));
  await input.tap(page.getByRole('button', { name: 'Download File' }));
  expect((await download).suggestedFilename()).toBe('Diwali offer.jpg');
  await expect(card).toContainText('3 shares');
  await expectOutboxEmpty(page);
  await expect.poll(readShareCount).toBe(3);

  await admin.send('DeleteOffer', { offerId });
  await page.goto(`/offers?offer=${offerId}`);
  await expect(page.getByText('This offer was deleted, or there never was one.')).toBeVisible();
  await page.setViewportSize(desktop);
  await page.goto('/offers');
  await expect(itemRow(page, 'Price list')).toBeVisible();
  expect((await admin.get<OfferList>('/api/offers')).counts).toMatchObject({ All: 1 });
});

test('a designer uploads an offer with its file and tags, edits it and pauses it', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Farah Khan', 'Anil Kale');
  await admin.send('ChangeMemberRole', { memberId: reps[0].id, role: 'designer' });
  const page = await signIn(await browser.newContext(onPhone), reps[0]);
  await page.goto('/offers');
  await expect(page.getByText('Get started by uploading your first offer')).toBeVisible();
  await page.getByRole('link', { name: 'Upload New Offer' }).first().tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Upload New Offer' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).tap();
  for (const message of ['Title is required', 'Description is required', 'Please upload a file'])
    await expect(page.getByText(message)).toBeVisible();
  const file = page.getByLabel('File', { exact: true });
  await file.setInputFiles({
    name: 'poster.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  });
  await expect(page.getByText(/This kind of file cannot be used/)).toBeVisible();
  // A WebP named .jpg is served as WebP.
  await file.setInputFiles({
    name: 'POSTER.JPG',
    mimeType: 'image/jpeg',
    buffer: await sharp((await drawPhoto(3)).buffer)
      .webp()
      .toBuffer(),
  });
  await expect(
    page.getByText(/This kind of file cannot be used|not what its name says/),
  ).toBeHidden();
  await page.getByLabel('Title').fill('Diwali offer');
  await page.getByLabel('Description').fill('Free cleaning for a year.');
  const tag = page.getByRole('textbox', { name: /^Tags/ });
  for (const [typed, tagCount] of [
    ['diwali', 1],
    ['Diwali ', 1],
    [' ', 1],
    ['rooftop', 2],
  ] as const) {
    await tag.fill(typed);
    await tag.press('Enter');
    await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(tagCount);
  }
  await page.getByRole('button', { name: 'Remove tag rooftop' }).tap();
  await expect(page.getByLabel('Preview').getByRole('img', { name: 'Diwali offer' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
  await page.getByRole('button', { name: 'Save' }).tap();
  const card = page.getByRole('article', { name: 'Diwali offer' });
  await expect(card).toContainText('Posters');
  await chooseItemAction(card, 'Edit');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Offer' })).toBeVisible();
  await page.getByLabel('File', { exact: true }).setInputFiles(samplePdf);
  await page.getByRole('checkbox', { name: 'Active' }).uncheck();
  // Save waits for the upload.
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(card).toContainText('Inactive');
  await expect(card).toContainText('PDF');
  await chooseItemAction(card, 'Resume');
  await expect(card).not.toContainText('Inactive');
  await chooseItemAction(card, 'Delete');
  await page.getByRole('button', { name: 'Delete Offer' }).tap();
  await expect(page.getByRole('article')).toHaveCount(0);

  const rep = await signIn(await browser.newContext({ viewport: desktop }), reps[1]);
  await rep.goto('/offers/new');
  await expect(rep.getByText('Only administrators and designers can manage offers.')).toBeVisible();
});

test('a video upload resumes when the network is back, and Save waits for it', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin } = await createTeam(product);
  const context = await browser.newContext(onPhone);
  const page = await signIn(context, admin);
  await page.goto('/offers/new');
  await page.getByLabel('Title').fill('Cleaning film');
  await page.getByLabel('Description').fill('How a roof is cleaned.');
  const network = await context.newCDPSession(page);
  const slow = { latency: 20, downloadThroughput: -1, uploadThroughput: 1024 ** 2 };
  await network.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  const buffer = sampleVideo(12);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'cleaning.webm', mimeType: 'video/webm', buffer });
  const bar = page.getByRole('progressbar', { name: 'Uploading cleaning.webm' });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
    .toBeGreaterThan(40);
  await expectAccessible(page, 'offer-uploading');
  await network.send('Network.emulateNetworkConditions', { offline: true, ...slow });
  await expect(
    page.getByText('The connection was lost. It goes on where it stopped.'),
  ).toBeVisible();
  await network.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  await page.getByRole('button', { name: 'Save' }).tap();
  const card = page.getByRole('article', { name: 'Cleaning film' });
  await expect(card).toContainText('Video');
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  const { items } = await admin.get<OfferList>('/api/offers');
  const sharedFile = await fetch(`${product.url}${items[0]!.sharePath}`);
  expect(Buffer.from(await sharedFile.arrayBuffer()).equals(buffer)).toBe(true);
});

test('a file is not sent twice if it is chosen again because its last answer was lost', async ({
  product,
  signIn,
  browser,
}, testInfo) => {
  const { admin } = await createTeam(product);
  const context = await browser.newContext({ ...onPhone, serviceWorkers: 'block' });
  const page = await signIn(context, admin);
  const path = testInfo.outputPath('cleaning.webm');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sampleVideo(2));
  let partsSent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') partsSent++;
  });
  await page.route('**/api/files/*', (route) => route.abort());
  await page.goto('/offers/new');
  const failedRequest = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/files/'),
  );
  await page.getByLabel('File', { exact: true }).setInputFiles(path);
  const fileUrl = (await failedRequest).url();
  await page.unroute('**/api/files/*');
  await page.reload();
  const secondAnswer = page.waitForResponse(fileUrl);
  await page.getByLabel('File', { exact: true }).setInputFiles(path);
  expect((await secondAnswer).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
  expect(partsSent).toBe(1);
});
