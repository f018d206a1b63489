import type { Page } from '@playwright/test';
import { captureLead, newPhone, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { fillLeadForm } from '../../../test/browser/tools/fill-lead-form.js';
import { openSignedInContext, measurePressToPaint, withBrowser } from '../browser.js';
import { paintScript, pressScript } from '../page-scripts.js';
import { type Row, row } from '../table.js';

const CAPTURES = 10;
/** Captures that the table shows, by number. */
const SHOWN_CAPTURES = [1, 2, 3, 10];
const PHONE_SCREEN = { width: 360, height: 800 };

/** Time from an offline Save until the capture is painted, for sequential captures. */
export async function benchOffline({
  print,
}: {
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    return await withBrowser(async (browser) => {
      const context = await openSignedInContext(browser, reps[0], PHONE_SCREEN);
      await context.addInitScript(pressScript);
      await context.addInitScript(paintScript);
      const page = await context.newPage();
      await page.goto(`${product.url}/leads/${leadId}`);
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await page.goto(`${product.url}/leads/new`);
      await page.getByRole('textbox', { name: 'Phone' }).waitFor();
      await context.setOffline(true);
      const leads = await captureInTurn((number) => saveLead(page, number));
      print(`offline: ${CAPTURES} leads`);
      await page.goto(`${product.url}/leads/${leadId}`);
      const note = page.getByRole('textbox', { name: 'Note' });
      const notes = await captureInTurn(async (number) => {
        const text = `Note number ${number} of ${CAPTURES}`;
        await note.fill(text);
        return measurePressToPaint(page, page, text, () =>
          page.getByRole('button', { name: 'Send note' }).click(),
        );
      });
      print(`offline: ${CAPTURES} notes`);
      return [...rows('lead', leads), ...rows('note', notes)];
    });
  } finally {
    await product.dispose();
  }
}

async function captureInTurn(
  capture: (number: number) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let number = 1; number <= CAPTURES; number++) times.push(await capture(number));
  return times;
}

/**
 * Fills in the form of a new lead and saves it.
 * @returns milliseconds from Save until the list shows it
 */
async function saveLead(page: Page, number: number): Promise<number> {
  if (number > 1)
    await page
      .getByRole('link', { name: /^(Add Lead|Add lead|New lead)/ })
      .first()
      .click();
  await fillLeadForm(page, newPhone());
  const lastName = `Tembe${number}x`;
  await page.getByRole('textbox', { name: 'Last name' }).fill(lastName);
  return measurePressToPaint(page, page, lastName, () =>
    page.getByRole('button', { name: 'Save' }).click(),
  );
}

const rows = (what: string, times: readonly number[]): readonly Row[] =>
  SHOWN_CAPTURES.map((number) =>
    row(
      'offline',
      `${what} ${number} of ${CAPTURES} without a network, press to painted`,
      times[number - 1]!,
      'ms',
      {
        ...(number > 1 && { atMost: 400 }),
      },
    ),
  );
