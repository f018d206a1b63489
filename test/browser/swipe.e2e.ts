import type { Locator, Page } from '@playwright/test';
import { dayFromToday } from './tools/days.js';
import { captureLead, expect, phone, createTeam, test } from './tools/fixtures.js';

test.use({ viewport: phone, hasTouch: true });

/** Moves a finger over an element, in several touch events as a screen reports them. */
async function drag(
  page: Page,
  element: Locator,
  { dx, dy }: { dx: number; dy: number },
): Promise<void> {
  const box = (await element.boundingBox())!;
  const from = { x: box.x + box.width * 0.7, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fraction = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + dx * fraction, y: from.y + dy * fraction }],
    });
  await touch('touchStart');
  for (const fraction of [0.1, 0.25, 0.5, 0.75, 1]) await touch('touchMove', fraction);
  await touch('touchEnd');
}

/** Swipes until the card is open, because the page may take a swipe for a scroll. */
async function swipeOpen(page: Page, card: Locator, dy = 0): Promise<void> {
  await expect(async () => {
    await drag(page, card, { dx: -170, dy });
    await expect(card.locator('.swipe-under').locator('a, button').last()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  // A tap on a moving card only stops it.
  await card.locator('.swipe').evaluate(
    (strip) =>
      new Promise<void>((resolve) => {
        const resolveWhenStill = (lastScrollLeft: number): number =>
          requestAnimationFrame(() =>
            strip.scrollLeft === lastScrollLeft && lastScrollLeft > 0
              ? resolve()
              : resolveWhenStill(strip.scrollLeft),
          );
        resolveWhenStill(-1);
      }),
  );
}

test('a swipe on a lead shows status, chat and call; scrolling moves no card', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Farah Ali');
  for (const firstName of ['Asif', 'Bina', 'Chetan', 'Divya', 'Esha', 'Gita'])
    await captureLead(reps[0], { firstName });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  const card = page.getByRole('listitem').filter({ hasText: 'Gita Patil' });
  const call = card.locator('.swipe-under').getByText('Call', { exact: true });
  await expect(card).toBeVisible();
  await expect(call).toBeHidden();

  // A full-page screenshot changes the window's height for a moment, which opens no card.
  await page.screenshot({ fullPage: true });
  expect(
    await page
      .locator('.swipe')
      .evaluateAll((strips) => strips.filter(({ scrollLeft }) => scrollLeft > 0).length),
  ).toBe(0);

  await drag(page, card, { dx: -30, dy: -160 });
  await expect(call).toBeHidden();
  // Releasing during a movement keeps the page scrolling.
  await expect
    .poll(() =>
      page.evaluate(
        () => (scrollTo(0, 0), new Promise((frame) => requestAnimationFrame(() => frame(scrollY)))),
      ),
    )
    .toBe(0);

  await swipeOpen(page, card, 8);
  await expect(call).toBeVisible();
  await expect(card.locator('.swipe-under a').first()).toHaveAttribute('href', /^tel:\+91/);
  await expect(page).toHaveURL(/\/leads$/);
  // A tap on an open card closes it, and opens no lead.
  const { x, y } = (await card.boundingBox())!;
  await page.touchscreen.tap(x + 20, y + 20);
  await expect(call).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);

  await swipeOpen(page, card);
  await card.locator('.swipe-under').getByText('Status', { exact: true }).click();
  await page.getByRole('radio', { name: /^Contacted/ }).click();
  await expect(card.getByText('Contacted', { exact: true })).toBeVisible();

  // Without touch the card's buttons do the same.
  await card.getByRole('button', { name: 'Contacted: change status of Gita Patil' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Change status' })).toBeVisible();
});

test('a swipe on a follow-up completes it; with reduced motion without animation', async ({
  product,
  signIn,
  browser,
}) => {
  const { reps } = await createTeam(product, 'Hari Rao');
  const leadId = await captureLead(reps[0], {
    firstName: 'Imran',
    lastName: 'Shaikh',
    followUpOn: dayFromToday(1),
  });
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await signIn(context, reps[0]);
  await page.goto('/followups');
  const card = page.getByRole('listitem').filter({ hasText: 'Imran Shaikh' });
  await expect(card).toBeVisible();
  await swipeOpen(page, card);
  expect(
    await card.locator('.swipe').evaluate((element) => getComputedStyle(element).scrollBehavior),
  ).toBe('auto');
  await card.locator('.swipe-under').getByText('Mark Complete', { exact: true }).click();
  await expect(page.getByText('Follow-up done', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Follow-up planned again', { exact: true })).toBeVisible();
  await expect(card).toBeVisible();
  // Beside its buttons, a tap on the card opens the lead.
  const { x, y } = (await card.getByText('Imran Shaikh', { exact: true }).boundingBox())!;
  await page.touchscreen.tap(x + 2, y + 2);
  await expect(page).toHaveURL(`/leads/${leadId}`);
  await context.close();
});
