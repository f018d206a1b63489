import { expect, type Locator, type Page } from '@playwright/test';
import { drawPhoto } from './sample-files.js';

/**
 * Captures of a rep on a phone, online and offline. Each step ends once the device has stored it.
 */

export const activityList = (page: Page): Locator => page.getByRole('list', { name: 'Activities' });

/** Chooses different photos by their numbers. */
async function choosePhotos(page: Page, input: Locator, photos: readonly number[]): Promise<void> {
  if (photos.length === 0) return;
  await input.setInputFiles(await Promise.all(photos.map((number) => drawPhoto(number))));
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(
    photos.length,
  );
}

/** Captures a person met on a site. */
export async function captureNewLead(
  page: Page,
  { phone, firstName }: { phone: string; firstName: string },
  photos: readonly number[],
): Promise<void> {
  await page.goto('/leads/new');
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('textbox', { name: 'First name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last name' }).fill('Offline');
  await page.getByText('Property Owner', { exact: true }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('Pune');
  await choosePhotos(page, page.getByTestId('camera'), photos);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).not.toHaveURL(/\/leads\/new/);
}

/** Adds a note to the open lead. */
export async function sendNote(page: Page, note: string, photos: readonly number[]): Promise<void> {
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill(note);
  await choosePhotos(page, composer.locator('input[type=file]').first(), photos);
  await composer.getByRole('button', { name: 'Send note' }).click();
  // Waits for the timeline, which shows a note only once it is stored; the text field shows it
  // before.
  await expect(activityList(page).getByText(note, { exact: true }).first()).toBeVisible();
}

/** Starts a visit to the open lead, and waits until its clock runs. */
export async function beginVisit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add visit' }).click();
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: 'Start Visit' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
}

/** Ends the running visit, on whatever screen the app is open. */
export async function endVisit(
  page: Page,
  notes: string,
  photos: readonly number[],
): Promise<void> {
  await page.getByRole('button', { name: 'End Visit' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill(notes);
  await choosePhotos(page, page.getByTestId('camera'), photos);
  await page.getByRole('button', { name: 'Save Visit' }).click();
  await expect(activityList(page).getByText(notes).first()).toBeVisible();
}

/**
 * Waits for the refusal of the only waiting capture. A form closes if the answer takes longer than
 * its wait: then this opens it again from the list of what is not sent.
 * @param refusal the message in the form
 */
export async function awaitRefusal(page: Page, refusal: Locator, text: string): Promise<void> {
  const unsent = page.getByRole('button', { name: /^1 not sent/ });
  await expect(refusal.or(unsent).first()).toBeVisible();
  if (await refusal.isVisible()) {
    await expect(refusal).toContainText(text);
    return;
  }
  await unsent.click();
  await page
    .getByRole('dialog', { name: 'Not sent' })
    .getByRole('button', { name: 'Fix', exact: true })
    .click();
  const refusalDialog = page.getByRole('dialog', { name: / was not sent$/ });
  await expect(refusalDialog).toContainText(text);
  await refusalDialog.getByRole('button', { name: 'Change and send again' }).click();
}
