import type { Page } from '@playwright/test';
import { v7 as newId } from 'uuid';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { type Person, captureLead, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { until } from '../../../test/acceptance/product/until.js';
import { openSignedInContext, withBrowser } from '../browser.js';
import { paintScript } from '../page-scripts.js';
import { type Row, percentile, row } from '../table.js';

const ACCEPTANCES = 30;
/**
 * Time in which a customer types. After 2 s the product records that the customer viewed the
 * quotation, and the rep's screen reloads. This time is longer, so that the reload is over before
 * the acceptance.
 */
const TYPING_MS = 2_300;
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 800 };
/** User agent of a customer's browser, because an automated browser counts as a crawler. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
/** Fields that the page's form would send. */
const formFields = `
  [...new FormData(document.querySelector('form[action$="/accept"]'))].map(([name, value]) => [name, String(value)])`;

/** Time from a customer's acceptance on the public page until the rep's open screen shows it. */
export async function benchQuotations(): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { reps } = await createTeam(product, 'Anil Kale');
    const [rep] = reps;
    return await withBrowser(async (browser) => {
      const watcherContext = await openSignedInContext(browser, rep, desktop);
      await watcherContext.addInitScript(paintScript);
      const customerContext = await browser.newContext({ viewport: phone, userAgent });
      const watcher = await watcherContext.newPage();
      const times: number[] = [];
      for (let number = 0; number < ACCEPTANCES; number++) {
        const { quotationId, linkToken } = await sendQuotation(rep);
        await watcher.goto(`${product.url}/quotations/${quotationId}`);
        await watcher.getByRole('article', { name: 'Quotation' }).waitFor();
        await watcher.getByText('Live', { exact: true }).waitFor();
        const customer = await customerContext.newPage();
        const address = `${product.url}/q/${linkToken}`;
        await customer.goto(address);
        times.push(await measureAcceptance(customer, address, watcher));
        await customer.close();
      }
      return [
        row(
          'quotations',
          'accepted, painted on the rep’s screen, p95',
          percentile(times, 95),
          'ms',
          {
            atMost: 150,
            note: `p50 ${percentile(times, 50).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
          },
        ),
      ];
    });
  } finally {
    await product.dispose();
  }
}

/** Sends a quotation of a new lead, and waits for its PDF. */
async function sendQuotation(rep: Person): Promise<{ quotationId: string; linkToken: string }> {
  const quotationId = newId();
  await rep.send('SaveQuotation', {
    quotationId,
    leadId: await captureLead(rep),
    lines: [
      {
        lineId: newId(),
        name: 'Inverter 5 kW',
        quantityThousandths: 1_000,
        unit: 'piece',
        unitPricePaise: 50_000_00,
        discountBasisPoints: 0,
        gstRateBasisPoints: 1_800,
      },
    ],
    pricesIncludeGst: true,
    validUntilOn: dayAfter(dayIn('Asia/Kolkata', new Date().toISOString()), 15),
  });
  await rep.send('SendQuotation', { quotationId, version: 1 });
  const linkToken = await until(
    async () => (await rep.get<QuotationDetail>(`/api/quotations/${quotationId}`)).linkToken,
  );
  return { quotationId, linkToken };
}

/**
 * Fills the form in the customer's browser, and sends its fields from this process. The reload of
 * the customer's page would use processor time that slows the rep's browser down.
 * @returns milliseconds from the press until the rep's screen shows the acceptance
 */
async function measureAcceptance(customer: Page, address: string, watcher: Page): Promise<number> {
  await customer.getByLabel('Your name').fill('Rajesh Patil');
  await customer.getByLabel('Your mobile number').fill('98220 41736');
  await customer.waitForTimeout(TYPING_MS);
  const fields = await customer.evaluate<[string, string][]>(formFields);
  // Ends with `undefined`, because `evaluate` would wait for a promise.
  await watcher.evaluate(
    `globalThis.paintedAt = whenPainted('Accepted by Rajesh Patil'); undefined`,
  );
  const pressedAt = performance.timeOrigin + performance.now();
  const { status } = await fetch(`${address}/accept`, {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  if (status !== 303) throw new Error(`The acceptance was answered ${status}`);
  return (await watcher.evaluate<number>('paintedAt')) - pressedAt;
}
