import type { Locator, Page } from '@playwright/test';
import { softExpect } from './tools/expect-accessible.js';
import { drawPhoto } from './tools/sample-files.js';
import { captureLead, desktop, expect, newPhone, createTeam, onPhone } from './tools/fixtures.js';
import { isShownAt, screens } from './screens/screens.js';
import { callAndComeBack } from './screens/screen-steps.js';
import { closeScreen, openScreen, test } from './screens/screen-fixtures.js';

test.use(onPhone);

const overlaySelector = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])';
/** Dialogs, menus and lists over a page, without nested ones. */
const overlaysOf = (page: Page): Locator =>
  page.locator(`${overlaySelector}:not(${overlaySelector} *)`).filter({ visible: true });

/** Number of history entries for overlays. */
const countOverlays = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { overlays?: number } | null)?.overlays ?? 0);

/** Values of all fields outside dialogs and menus, except file inputs. */
const readPageTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
        .filter((field) => !field.closest(selector) && field.type !== 'file')
        .map(({ value }) => value),
    overlaySelector,
  );

/**
 * Selector of typed form fields. Comboboxes are left out, because their search text is dropped on
 * opening.
 */
const fieldSelector =
  ':is(textarea, input:not([type=hidden], [type=file], [type=radio], [type=checkbox], [role=combobox], [aria-hidden=true])):visible';

/**
 * Types into every field of an overlay.
 * @returns the fields with their resulting values, because amounts get commas
 */
async function typeInto(
  overlay: Locator,
): Promise<readonly (readonly [index: number, value: string])[]> {
  const typed: number[] = [];
  for (const [index, field] of (await overlay.locator(fieldSelector).all()).entries()) {
    const { type, autocomplete } = await field.evaluate(
      ({ type, autocomplete }: HTMLInputElement) => ({ type, autocomplete }),
    );
    // A code is sent once typed; a password is not stored.
    if (!(await field.isEditable()) || autocomplete === 'one-time-code' || type === 'password')
      continue;
    await field.fill(type === 'time' ? '10:30' : type === 'email' ? 'a@example.in' : '4500');
    typed.push(index);
  }
  return Promise.all(
    typed.map(
      async (index) =>
        [index, await overlay.locator(fieldSelector).nth(index).inputValue()] as const,
    ),
  );
}

/** Steps that reopen a dialog from the dialog or menu that leads to it, by title. */
const reopenSteps: Readonly<
  Record<string, (page: Page, size: 'phone' | 'desktop') => Promise<void>>
> = {
  'bill-erase': (page) => page.getByRole('menuitem', { name: 'Erase note and picture' }).click(),
  'outcome-sheet': callAndComeBack,
  'convert-dialog': (page) => page.getByRole('radio', { name: /Converted/ }).click(),
  'lost-dialog': (page) => page.getByRole('radio', { name: /Lost/ }).click(),
  'quote-dialog': (page) => page.getByRole('button', { name: 'Upload file' }).click(),
  // On a desktop the dialog is opened from the row's menu, on a phone by a button of the card.
  'visits-cancelling': async (page, size) => {
    if (size === 'desktop') await page.getByRole('menuitem', { name: 'Cancel follow-up' }).click();
  },
};

for (const size of ['phone', 'desktop'] as const) {
  const overlayScreens = screens.filter((screen) => screen.isOverlay && isShownAt(screen, size));
  test(`on a ${size}, Back closes every overlay, and page and typed text stay`, async ({
    browser,
    seeded,
  }) => {
    test.setTimeout(60_000 + overlayScreens.length * 15_000);
    for (const screen of overlayScreens)
      await test.step(screen.name, async () => {
        const page = await openScreen(browser, seeded, screen, size);
        const openOverlays = overlaysOf(page);
        const expectEntryPerOverlay = (): Promise<void> =>
          expect
            .poll(async () => (await openOverlays.count()) - (await countOverlays(page)), {
              message: `${screen.name}: entries`,
            })
            .toBe(0);
        // The dialog opened before has closed, and each open one has its own entry for Back.
        await expectEntryPerOverlay();
        const countBefore = await openOverlays.count();
        const pageTexts = await readPageTexts(page);
        const title = await page.title();
        const { pathname } = new URL(page.url());
        expect(countBefore, screen.name).toBeGreaterThan(0);
        // The fields of a filter are days, which change the page while they are typed.
        const typed = screen.name.endsWith('filter-sheet')
          ? []
          : await typeInto(openOverlays.last());
        // A typed filter changes the address; the overlay's entry then belongs to the new address.
        await expectEntryPerOverlay();
        await page.goBack();
        await softExpect
          .poll(() => openOverlays.count(), { message: `${screen.name}: closed`, timeout: 5_000 })
          .toBe(countBefore - 1);
        softExpect(new URL(page.url()).pathname, `${screen.name}: the page stays`).toBe(pathname);
        softExpect(
          [await page.title(), await readPageTexts(page)],
          `${screen.name}: as it was`,
        ).toEqual([title, pageTexts]);
        if (typed.length > 0) {
          // The focus returns to where the dialog was opened.
          await page.keyboard.press('Enter');
          await reopenSteps[screen.name]?.(page, size);
          for (const [index, value] of typed)
            await softExpect(
              openOverlays.last().locator(fieldSelector).nth(index),
              `${screen.name}: what was typed into field ${index + 1}`,
            ).toHaveValue(value);
        }
        await closeScreen(page);
      });
  });
}

test('Back closes an overlay: page and typed text stay, and the next Back leaves @main', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const { fileId } = await reps[0].upload(
    (await drawPhoto(3)).buffer as never,
    'roof.jpg',
    'image/jpeg',
  );
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh', photoFileIds: [fileId] });
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  await page.goto('/leads');
  await page
    .getByRole('link', { name: /Rajesh Deshmukh/ })
    .first()
    .click();
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Roof measured');
  const leadUrl = page.url();

  await page
    .getByRole('button', { name: /Open photo 1 of 1/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => countOverlays(page)).toBe(1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(leadUrl);
  await expect(composer.getByRole('textbox', { name: 'Note' })).toHaveValue('Roof measured');

  // An overlay that is closed by a button leaves no history entry.
  await page
    .getByRole('button', { name: /Open photo 1 of 1/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/leads$/);
  await page.goForward();
  await expect(page).toHaveURL(leadUrl);
  await expect(page.getByRole('dialog')).toBeHidden();

  // The page can be left while a dialog closes.
  await page
    .getByRole('button', { name: /Open photo 1 of 1/ })
    .first()
    .click();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await expect.poll(() => countOverlays(page)).toBe(1);
  await close.evaluate((button: HTMLElement) => {
    button.click();
    location.assign('/customers');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
});

test('Back closes a menu and the alerts; a page or filter chosen in a menu leaves no history entry of it', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  const alerts = page.getByRole('dialog', { name: 'Notifications' });
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(alerts).toBeVisible();
  await expect.poll(() => countOverlays(page)).toBe(1);
  await page.goBack();
  await expect(alerts).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);

  const add = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Add' });
  await add.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);
  await add.click();
  await page.getByRole('menuitem', { name: 'Lead' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('menu')).toBeHidden();

  await page.setViewportSize(desktop);
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Type: All' }).click();
  await page.getByRole('menuitemradio', { name: 'Property Owner' }).click();
  await expect(page).toHaveURL(/type=Owner/);
  await expect(page.getByRole('menu')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Back closes the menu of the landing page; after a link in it, Back returns to where it was opened', async ({
  product,
  page,
}) => {
  await page.goto(`${product.url}/login`);
  await page.goto(`${product.url}/`);
  const menu = page.getByRole('navigation', { name: 'Page menu' });
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('button', { name: 'Menu' }).tap();
  await menu.getByRole('link', { name: 'Reviews' }).tap();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/#testimonials$/);
  await expect(page.locator('#testimonials')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});

test('Back from a sheet keeps the typed amount; a completed sheet leaves no history entry', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    phone: newPhone(),
  });
  await reps[0].send('ConvertLead', { leadId });
  await expect
    .poll(async () => (await reps[0].request('GET', `/api/customers/${leadId}`)).status)
    .toBe(200);
  const page = await signIn(context, reps[0]);
  await page.goto('/customers');
  await page
    .getByRole('link', { name: /Rajesh Deshmukh/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add Payment' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Add Payment' });
  await sheet.getByLabel('Amount').fill('45000');
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/customers/${leadId}$`));
  await page.getByRole('button', { name: 'Add Payment' }).first().click();
  await expect(sheet.getByLabel('Amount')).toHaveValue(/45,?000/);
  // The sheet is completed, and its entry is gone.
  await sheet.getByRole('button', { name: 'Add Payment' }).click();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/customers$/);
});

/** Place of the shown entry in the browser's history. */
const readHistoryIndex = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => window.navigation.currentEntry?.index);

test.describe('on a desktop', () => {
  test.use({ viewport: desktop, isMobile: false, hasTouch: false });

  test('Back skips a page that was replaced from a dialog', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    const page = await signIn(context, reps[0]);
    await page.goto('/dashboard');
    await page.goto(`/leads/${leadId}/edit`);
    const entryOfForm = await readHistoryIndex(page);
    await page.getByRole('button', { name: 'Delete Lead' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete Lead' }).click();
    await expect(page).toHaveURL(/\/leads$/);
    await expect(dialog).toBeHidden();
    // The list takes the form's place in the history a moment after it is shown.
    await expect.poll(() => readHistoryIndex(page)).toBe(entryOfForm);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('two quick taps on Send make one note, on a phone that is six times slower', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const note of ['Called once', 'Called twice', 'Called three times']) {
    await composer.getByRole('textbox', { name: 'Note' }).fill(note);
    await composer.getByRole('button', { name: 'Send note' }).dblclick();
    await expect(composer.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const readNotes = async () =>
    (
      await reps[0].get<{ items: readonly { type: string; data: object }[] }>(
        `/api/leads/${leadId}/timeline`,
      )
    ).items.filter(({ type }) => type === 'NoteAdded');
  await expect.poll(async () => (await readNotes()).length).toBeGreaterThanOrEqual(3);
  await page.reload();
  expect((await readNotes()).map(({ data }) => (data as { note: string }).note)).toEqual([
    'Called three times',
    'Called twice',
    'Called once',
  ]);
});

for (const [where, extraSteps] of [
  ['from the page', 0],
  ['from the menu', -1],
] as const)
  test(`a page opened while a menu closes is one Back away from the former page, if the browser counts ${where}`, async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await page.goto('/dashboard');
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Add' })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.evaluate((extraSteps) => {
      const go = history.go.bind(history);
      // Simulates a slow browser: a link is pressed before Back has happened.
      history.go = (by) => {
        history.go = go;
        document.querySelector<HTMLAnchorElement>('nav a[href="/leads"]')?.click();
        const watcher = setInterval(() => {
          if (location.pathname !== '/leads') return;
          clearInterval(watcher);
          go((by ?? 0) + extraSteps);
        });
      };
    }, extraSteps);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/leads$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
