import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import type { Locator } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { until } from '../../acceptance/product/until.js';
import { expectAccessible, expectNoSidewaysScroll } from '../tools/expect-accessible.js';
import {
  type Person,
  captureLead,
  expect,
  onPhone,
  userAgent,
  createTeam,
  test,
} from '../tools/fixtures.js';

const narrowest = { width: 320, height: 640 };

async function saveQuotation(rep: Person): Promise<string> {
  const quotationId = randomUUID();
  const line = {
    quantityThousandths: 1_000,
    unit: 'piece',
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
  };
  await rep.send('SaveQuotation', {
    quotationId,
    leadId: await captureLead(rep),
    lines: [
      {
        ...line,
        lineId: randomUUID(),
        name: 'Venkatanarasimharajuvaripeta hybrid inverter 5 kW',
        unitPricePaise: 1_23_456_50,
        description: 'Works without the grid. '.repeat(20).trim(),
      },
      {
        ...line,
        lineId: randomUUID(),
        name: 'Insurance',
        unitPricePaise: 1_000_00,
        optional: true,
      },
    ],
    pricesIncludeGst: true,
    validUntilOn: dayAfter(dayIn('Asia/Kolkata', new Date().toISOString()), 15),
  });
  return quotationId;
}

/** Sends a quotation. @returns the path of its public page */
async function publishQuotation(rep: Person, quotationId: string): Promise<string> {
  await rep.send('SendQuotation', { quotationId, version: 1 });
  return `/q/${await until(async () => (await readDetail(rep, quotationId)).linkToken)}`;
}

async function sendQuotation(rep: Person): Promise<{ quotationId: string; path: string }> {
  const quotationId = await saveQuotation(rep);
  return { quotationId, path: await publishQuotation(rep, quotationId) };
}
const readDetail = (rep: Person, quotationId: string) =>
  rep.get<QuotationDetail>(`/api/quotations/${quotationId}`);

test('a customer reads a quotation, chooses a line, asks and accepts', async ({
  product,
  browser,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0]!;
  const { quotationId, path } = await sendQuotation(rep);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ ...onPhone, userAgent, colorScheme });
    const page = await context.newPage();
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('heading', { name: /^Quotation / })).toBeVisible();
    await page.getByText('Ask a question').click();
    await page.locator('summary', { hasText: 'Decline' }).click();
    await expectAccessible(page, `the quotation in ${colorScheme}`);
    await page.setViewportSize(narrowest);
    await expectNoSidewaysScroll(page, 'the quotation at 320 px');
    await context.close();
  }

  const context = await browser.newContext({ ...onPhone, userAgent });
  const page = await context.newPage();
  await page.goto(`${product.url}${path}`);
  await until(async () => (await readDetail(rep, quotationId)).status === 'Viewed');
  await page.getByRole('checkbox', { name: /Insurance/ }).check();
  await expect(page.getByRole('button', { name: 'Accept for ₹1,24,457.00' })).toBeEnabled();
  await expect(page.locator('.decide [data-total]')).toHaveText('₹1,24,457.00');
  await page.getByLabel('Your name').fill('Rajesh Patil');
  await page.getByLabel('Your mobile number').fill('98220 41736');
  const canvasBox = (await page.locator('canvas').boundingBox())!;
  await page.mouse.move(canvasBox.x + 20, canvasBox.y + 40);
  await page.mouse.down();
  await page.mouse.move(canvasBox.x + 120, canvasBox.y + 60, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^Accept for/ }).click();
  await expect(page.getByText(/Accepted on .* by Rajesh Patil/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Download the accepted copy' })).toBeVisible();
  await expectAccessible(page, 'the accepted quotation');
  expect((await readDetail(rep, quotationId)).acceptance).toMatchObject({
    totalPaise: 1_24_457_00,
  });
  await context.close();
});

/** Size, weight and left edge of the texts that a preview and the customer's page share. */
const lookOf = (shown: Locator) =>
  Promise.all(
    [/^For /, /^Items$/, /Venkatanarasimharajuvaripeta/, /× ₹1,23,456\.50/, /^Works/].map((text) =>
      shown
        .getByText(text)
        .first()
        .evaluate((found) => {
          // a price is a part of its line
          const element = found.matches('.num, .whole') ? found.parentElement! : found;
          const { fontSize, fontWeight, lineHeight } = getComputedStyle(element);
          const { left } = element.getBoundingClientRect();
          return { fontSize, fontWeight, lineHeight, left: Math.round(left) };
        }),
    ),
  );

test('a preview on a phone looks like the page that the customer gets', async ({
  product,
  browser,
  signIn,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0]!;
  const quotationId = await saveQuotation(rep);
  const context = await browser.newContext(onPhone);
  const page = await signIn(context, rep);
  await page.goto(`/quotations/${quotationId}/edit`);
  await page.getByRole('button', { name: 'Preview and send' }).click();
  const preview = await lookOf(page.getByRole('dialog', { name: 'Preview' }));
  await context.close();

  const customerContext = await browser.newContext({ ...onPhone, userAgent });
  const customerPage = await customerContext.newPage();
  await customerPage.goto(`${product.url}${await publishQuotation(rep, quotationId)}`);
  expect(preview).toEqual(await lookOf(customerPage.locator('body')));
  await customerContext.close();
});

test('a refused answer is posted once, and a lost one is sent again and counts once', async ({
  product,
  browser,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0]!;
  const { quotationId, path } = await sendQuotation(rep);
  const context = await browser.newContext({ ...onPhone, userAgent });
  const page = await context.newPage();
  await page.goto(`${product.url}${path}`);
  const barLink = page.getByRole('link', { name: 'Accept ₹1,23,457.00' });
  await expect(barLink).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Decline' }).click();
  await expect(page.getByLabel('Reason (optional)')).toBeVisible();
  await expect(barLink).toBeHidden();

  const insurance = page.getByRole('checkbox', { name: /Insurance/ });
  await page.route(/lineIds/, (route) => route.abort(), { times: 1 });
  await insurance.click();
  await expect(page.getByText('No answer came, so the choice is as before.')).toBeVisible();
  await expect(insurance).not.toBeChecked();

  let postCount = 0;
  let endHanging = (): void => {};
  const hanging = new Promise<void>((resolve) => (endHanging = resolve));
  await page.route('**/accept', async (route) => {
    postCount++;
    const losesAnswer = postCount === 2;
    if (!losesAnswer) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await hanging;
    return route.abort();
  });
  const accept = page.getByRole('button', { name: /^Accept for/ });
  await page.getByLabel('Your name').fill('Rajesh Patil');
  await page.getByLabel('Your mobile number').fill('12');
  await accept.click();
  await expect(page.getByText('Enter a 10-digit mobile number')).toBeVisible();
  await expect(page.getByLabel('Your mobile number')).toBeFocused();
  expect(postCount).toBe(1);

  await page.getByLabel('Your mobile number').fill('98220 41736');
  await expect(page.getByText('Enter a 10-digit mobile number')).toBeHidden();
  await accept.click();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  endHanging();
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came.' })).toBeVisible();
  await expect(accept).toBeEnabled();
  await expect(page.getByLabel('Your name')).toHaveValue('Rajesh Patil');
  await until(async () => (await readDetail(rep, quotationId)).status === 'Accepted');
  await accept.click();
  await expect(page.getByText(/Accepted on .* by Rajesh Patil/)).toBeVisible();
  await expect(accept).toHaveCount(0);
  expect(postCount).toBe(3);
  await context.close();
});

test('a quotation can be read and accepted without a script', async ({ product, browser }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0]!;
  const { quotationId, path } = await sendQuotation(rep);
  const context = await browser.newContext({ ...onPhone, userAgent, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.url}${path}`);
  await page.getByText('Ask a question').click();
  await page.getByLabel('Your question').fill('Can you install before Diwali?');
  await page.getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByText('Your question was sent.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Insurance/ }).check();
  await page.getByRole('button', { name: 'Update total' }).click();
  await page.getByLabel('Your name').fill('Rajesh Patil');
  await page.getByLabel('Your mobile number').fill('98220 41736');
  await page.getByRole('button', { name: 'Accept for ₹1,24,457.00' }).click();
  await expect(page.getByText(/Accepted on .* by Rajesh Patil/)).toBeVisible();
  expect((await readDetail(rep, quotationId)).views).toBe(0);
  await context.close();
});

test('a hidden tab does not count as a view', async ({ product, browser }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const { path } = await sendQuotation(reps[0]!);
  const context = await browser.newContext({ ...onPhone, userAgent });
  const page = await context.newPage();
  const viewReports: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') viewReports.push(request.url());
  });
  await page.clock.install();
  await page.addInitScript(() => {
    const visibility = { isHidden: true };
    Object.assign(window, { visibility });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (visibility.isHidden ? 'hidden' : 'visible'),
    });
  });
  await page.goto(`${product.url}${path}`);
  await page.clock.runFor(60_000);
  expect(viewReports).toEqual([]);
  await page.evaluate(() => {
    (window as unknown as { visibility: { isHidden: boolean } }).visibility.isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(2_000);
  await expect.poll(() => viewReports).toHaveLength(1);
  await context.close();
});
