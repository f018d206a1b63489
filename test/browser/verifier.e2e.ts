import { type Page, expect, test } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { formatVerifierKey, toVerifierKey } from '#platform/proof/signed-note.js';
import { PROOF_SIGNER, writeBook } from '#platform/testing/notary/proof-world.js';
import { expectAccessible } from './tools/expect-accessible.js';

/** Page of the build, opened from the disk on a phone without a network. */
const builtPage = pathToFileURL(join(process.cwd(), 'dist/verifier/verify.html')).href;
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, offline: true });

const folder = mkdtempSync(join(tmpdir(), 'verifier-'));
test.afterAll(() => rmSync(folder, { recursive: true }));
function storeFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
let proof: string;
let checkpoint: string;
test.beforeAll(async () => {
  const book = await writeBook();
  proof = await book.createFile(book.stream, { isWithheld: ({ type }) => type === 'CodeDrawn' });
  checkpoint = book.checkpoints[0]!.note;
});

/** Opens the page; the returned list collects every request and error after it. */
async function openPage(page: Page): Promise<string[]> {
  const unwanted: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== builtPage && !request.url().startsWith('data:'))
      unwanted.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') unwanted.push(message.text());
  });
  page.on('pageerror', (error) => unwanted.push(error.message));
  await page.goto(builtPage);
  return unwanted;
}
const chooseProof = (page: Page, path: string): Promise<void> =>
  page.getByLabel(/^Choose a proof file|^प्रमाण की फ़ाइल चुनें/).setInputFiles(path);
const verdict = (page: Page) => page.getByRole('heading', { level: 2 });

test('a proof is verified by a page on a disk, without a network @main', async ({
  page: phone,
}) => {
  const unwanted = await openPage(phone);
  await expectAccessible(phone, 'before');
  await chooseProof(phone, storeFile('book.fieldtrace-proof.json.gz', gzipSync(proof)));
  await expect(verdict(phone)).toHaveText('5 of 6 events are shown, unchanged');
  await expect(verdict(phone)).toBeFocused();
  await expect(phone.getByText(formatVerifierKey(toVerifierKey(PROOF_SIGNER)))).toBeVisible();

  await phone.getByText('Events in this file (6)').click();
  await expect(phone.getByText('पहली किताब “1”')).toBeVisible();
  await expect(phone.getByText('Counted, but not shown')).toBeVisible();
  await expectAccessible(phone, 'whole');

  await chooseProof(
    phone,
    storeFile('changed.json', proof.replace('"pricePaise":25000', '"pricePaise":1')),
  );
  await expect(verdict(phone)).toHaveText('Event 2 was changed');
  await expectAccessible(phone, 'changed');
  expect(unwanted).toEqual([]);
});

test('a proof is compared with a checkpoint that somebody kept', async ({ page: phone }) => {
  await openPage(phone);
  await chooseProof(phone, storeFile('book.json', proof));
  await expect(phone.getByText('Compare the public key with')).toBeVisible();
  await phone.getByText('Compare with what you kept').click();
  await phone.getByRole('textbox', { name: 'Earlier checkpoint' }).fill(checkpoint);
  await expect(phone.getByText('Since the checkpoint that you gave')).toBeVisible();
  await phone
    .getByLabel('Choose a file with it')
    .setInputFiles(storeFile('kept.txt', checkpoint.replace('\n4\n', '\n2\n')));
  await expect(verdict(phone)).toHaveText('Your checkpoint cannot be read');
});

test('another file is compared with the hashes of events', async ({ page: phone }) => {
  await openPage(phone);
  await chooseProof(phone, storeFile('book.json', proof));
  await phone.getByLabel('Compare a file').setInputFiles(storeFile('some.pdf', 'some text'));
  await expect(phone.getByText('No event names this file.')).toBeVisible();
});

test('the page works by keyboard, by dropping a file, and in Hindi', async ({ page: desk }) => {
  const unwanted = await openPage(desk);
  // Listens early: the browser has to know before the key is pressed.
  const fileChooser = desk.waitForEvent('filechooser');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'प्रमाण जाँचें' })).toBeVisible();
  await expect(desk.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await desk.keyboard.press('Tab');
  await expect(desk.locator('#proof')).toBeFocused();
  await desk.keyboard.press('Enter');
  await (await fileChooser).setFiles(storeFile('no-proof.pdf', 'hello'));
  await expect(verdict(desk)).toHaveText('प्रमाण पढ़ा नहीं गया');
  const transferOfFile = await desk.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'book.json'));
    return transfer;
  }, proof);
  await desk.dispatchEvent('main', 'drop', { dataTransfer: transferOfFile });
  await expect(verdict(desk)).toHaveText('6 में से 5 घटनाएँ दिखाई गईं, बिना बदलाव के');
  await expectAccessible(desk, 'in Hindi');
  expect(unwanted).toEqual([]);
});
