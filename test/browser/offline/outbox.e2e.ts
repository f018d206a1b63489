import type { BrowserContext, Page } from '@playwright/test';
import { Product } from '../../acceptance/product/product.js';
import { captureNewLead, sendNote } from '../tools/capture-steps.js';
import { expectCached, expectInstalled } from '../tools/device-storage.js';
import { drawPhoto } from '../tools/sample-files.js';
import { captureLead, expect, newPhone, createTeam, test, onPhone } from '../tools/fixtures.js';
import { SeededRandom } from '../../faults/seeded-random.js';

test.use(onPhone);

const CAPTURE_COUNT = process.env['FAULTS_LONG'] === '1' ? 30 : 10;
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);

/** Network of a building site: sometimes absent, and losing requests or answers. */
async function makeNetworkBad(context: BrowserContext, random: SeededRandom) {
  let isNetworkBad = true;
  await context.route('**/api/{commands,files}/**', async (route) => {
    const chance = isNetworkBad ? random.next() : 1;
    const isRequestLost = chance < 0.2;
    const isAnswerLost = !isRequestLost && chance < 0.4;
    if (isAnswerLost) await route.fetch().catch(() => undefined);
    return isRequestLost || isAnswerLost ? route.abort('connectionreset') : route.continue();
  });
  return {
    setOffline: (offline: boolean) => context.setOffline(offline),
    async mend(): Promise<void> {
      isNetworkBad = false;
      await context.setOffline(false);
    },
  };
}

type Entry = {
  readonly type: string;
  readonly data: { readonly note?: string; readonly photoFileIds?: readonly string[] };
};
type Item = { readonly leadId: string; readonly phone: string };

test(`${CAPTURE_COUNT} captures with photos arrive once each and in order, despite an intermittent network and a closed tab`, async ({
  product,
  signIn,
  context,
}) => {
  test.setTimeout(60_000 + CAPTURE_COUNT * 12_000);
  test.info().annotations.push({ type: 'seed', description: `FAULTS_SEED=${seed}` });
  const random = new SeededRandom('outbox', seed);
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0];
  const knownLeadIds = [
    await captureLead(rep, { firstName: 'First' }),
    await captureLead(rep, { firstName: 'Second' }),
  ];
  let page = await signIn(context, rep);
  // The installed app is complete, and both leads were opened.
  await page.goto('/leads');
  await expectInstalled(page);
  for (const leadId of knownLeadIds) {
    await page.goto(`/leads/${leadId}`);
    await expect(page.getByRole('heading', { level: 1, name: / Patil$/ })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Activities' }).first()).toBeVisible();
    await expectCached(page, `"lead-detail/${leadId}"`, `["timeline","${leadId}"]`);
  }

  const network = await makeNetworkBad(context, random);
  const notes = new Map<string, string[]>(knownLeadIds.map((leadId) => [leadId, []]));
  const phones: string[] = [];
  for (let number = 0; number < CAPTURE_COUNT; number++) {
    await network.setOffline(random.next() < 0.5);
    if (random.next() < 0.25) {
      await page.close();
      page = await context.newPage();
    }
    if (random.next() < 0.4) phones.push(await captureNumberedLead(page, number));
    else {
      const leadId = knownLeadIds[Math.floor(random.next() * knownLeadIds.length)]!;
      notes.get(leadId)!.push(await addNote(page, leadId, number));
    }
  }
  await page.close();
  page = await context.newPage();
  await network.mend();
  await page.goto('/leads');

  const readPhones = async (): Promise<readonly string[]> =>
    (await rep.get<{ readonly items: readonly Item[] }>('/api/leads')).items
      .map((item) => item.phone)
      .filter((phone) => phones.includes(phone));
  const readNotesOfLead = async (leadId: string): Promise<readonly Entry[]> =>
    (await rep.get<{ readonly items: readonly Entry[] }>(`/api/leads/${leadId}/timeline`)).items
      .filter(({ type }) => type === 'NoteAdded')
      .reverse();
  await expect.poll(async () => (await readPhones()).length).toBe(phones.length);
  for (const [leadId, sentNotes] of notes)
    await expect.poll(async () => (await readNotesOfLead(leadId)).length).toBe(sentNotes.length);
  expect([...(await readPhones())].sort()).toEqual([...phones].sort());
  for (const [leadId, sentNotes] of notes) {
    const entries = await readNotesOfLead(leadId);
    expect(entries.map(({ data }) => data.note)).toEqual(sentNotes);
    expect(entries.map(({ data }) => data.photoFileIds?.length)).toEqual(sentNotes.map(() => 1));
  }
  for (const { leadId } of (
    await rep.get<{ readonly items: readonly Item[] }>('/api/leads')
  ).items.filter((item) => phones.includes(item.phone)))
    expect(
      (await rep.get<{ readonly photos: readonly string[] }>(`/api/leads/${leadId}`)).photos,
    ).toHaveLength(1);
  await expect(page.getByText(/waiting/i)).toHaveCount(0);
});

test('waiting commands are sent within the rate limit: all of them arrive, in order', async ({
  context,
}) => {
  const product = await Product.start({ env: { COMMANDS_PER_MEMBER_AND_SECOND: '1' } });
  try {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Meera' });
    await context.addCookies(
      [...reps[0].cookies].map(([name, value]) => ({ name, value, url: product.url })),
    );
    const page = await context.newPage();
    await page.goto(`${product.url}/leads/${leadId}`);
    const composer = page.getByRole('form', { name: 'Add to this lead' });
    const noteField = composer.getByRole('textbox', { name: 'Note' });
    await expect(page.getByRole('list', { name: 'Activities' }).first()).toBeVisible();
    await context.setOffline(true);
    const notes = Array.from({ length: 12 }, (_, number) => `Note ${number + 1}`);
    for (const note of notes) {
      await noteField.fill(note);
      await composer.getByRole('button', { name: 'Send note' }).click();
      await expect(noteField).toHaveValue('');
    }
    const refusedResponse = page.waitForResponse((response) => response.status() === 429);
    await context.setOffline(false);
    expect(Number((await refusedResponse).headers()['retry-after'])).toBeGreaterThanOrEqual(1);
    const readNotes = async () => {
      const { items } = await reps[0].get<{ readonly items: readonly Entry[] }>(
        `/api/leads/${leadId}/timeline`,
      );
      return items.flatMap(({ data }) => data.note ?? []).reverse();
    };
    await expect.poll(readNotes).toEqual(notes);
    await expect(page.getByText(/waiting/i)).toHaveCount(0);
  } finally {
    await product.dispose();
  }
});

test('a tab that dies while a note is stored leaves the note, and no draft of it', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Meera' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Patil' })).toBeVisible();
  // Drops all writes after the capture is stored, as if the tab had died then.
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    let isDead = false;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (isDead) throw new DOMException('the tab is gone', 'InvalidStateError');
      if (mode === 'readwrite' && [stores].flat().includes('outbox')) isDead = true;
      return transaction.call(this, stores, mode, options);
    };
  });
  await context.setOffline(true);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Wants a quote by Friday');
  await composer
    .locator('input[type=file]')
    .first()
    .setInputFiles([await drawPhoto(1)]);
  await expect(composer.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  await composer.getByRole('button', { name: 'Send note' }).click();
  await expect(composer.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.close();

  const reopened = await context.newPage();
  await context.setOffline(false);
  await reopened.goto(`/leads/${leadId}`);
  await expect(
    reopened
      .getByRole('list', { name: 'Activities' })
      .getByText('Wants a quote by Friday', { exact: true })
      .first(),
  ).toBeVisible();
  const emptyComposer = reopened.getByRole('form', { name: 'Add to this lead' });
  await expect(emptyComposer.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await expect(
    emptyComposer.getByRole('list', { name: 'Photos' }).getByRole('listitem'),
  ).toHaveCount(0);
});

async function captureNumberedLead(page: Page, number: number): Promise<string> {
  const phone = newPhone();
  await captureNewLead(page, { phone, firstName: `Captured ${number}` }, [number]);
  return phone;
}

async function addNote(page: Page, leadId: string, number: number): Promise<string> {
  const note = `Note ${number}`;
  await page.goto(`/leads/${leadId}`);
  await sendNote(page, note, [number]);
  return note;
}
