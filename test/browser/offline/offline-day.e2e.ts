import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { VisitList } from '#domain/visits/visit.views.js';
import type { Product } from '../../acceptance/product/product.js';
import { chromiumOptions } from '../../chromium.js';
import {
  activityList,
  beginVisit,
  captureNewLead,
  endVisit,
  sendNote,
} from '../tools/capture-steps.js';
import { signInWithCode } from '../tools/one-time-code.js';
import { expectCached, expectInDrafts, expectInstalled } from '../tools/device-storage.js';
import {
  captureLead,
  expect,
  newPhone,
  Person,
  phone,
  createTeam,
  test,
} from '../tools/fixtures.js';

const MINUTE_MS = 60_000;
/**
 * Ten captures: three leads, five notes, two visits. Four rounds make 12 leads, 20 notes and
 * 8 visits, three minutes apart.
 */
const round = [
  'lead',
  'note',
  'note',
  'visit',
  'lead',
  'note',
  'note',
  'lead',
  'note',
  'visit',
] as const;
const plannedCaptures = Array.from({ length: 40 }, (_, number) => ({
  number,
  kind: round[number % round.length]!,
  /** 15 photos in all. */
  photos: number % 8 < 3 ? [number] : [],
}));
/** Note during which the tab is closed. */
const CLOSED_IN_NOTE = 5;
/** Visit during which the battery fails. */
const RESTARTED_IN_VISIT = 19;
/** Visit during which the tab is closed. */
const CLOSED_IN_VISIT = 33;
/** Texts of notes and visits, as the test types them. */
const captureTexts = /(?:Note|Visit) \d+/g;

/** Phone whose storage survives closed tabs and restarts. The test controls its clock. */
class Device {
  private constructor(
    private readonly product: Product,
    private readonly folder: string,
    private context: BrowserContext,
  ) {}

  static async start(product: Product, folder: string, time: number): Promise<Device> {
    return new Device(product, folder, await openBrowser(product, folder, time));
  }

  openPage(): Promise<Page> {
    return this.context.newPage();
  }

  passMinutes(minutes: number): Promise<void> {
    return this.context.clock.fastForward(minutes * MINUTE_MS);
  }

  setOffline(offline: boolean): Promise<void> {
    return this.context.setOffline(offline);
  }

  /** Simulates an empty battery, and a restart without a network. */
  async restart(page: Page): Promise<Page> {
    const time = await page.evaluate(() => Date.now());
    await this.close();
    this.context = await openBrowser(this.product, this.folder, time);
    await this.context.setOffline(true);
    return this.openPage();
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

async function openBrowser(
  product: Product,
  folder: string,
  time: number,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumOptions(),
    baseURL: product.url,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    geolocation: { latitude: 18.5591, longitude: 73.7868, accuracy: 8 },
    permissions: ['geolocation'],
  });
  await context.clock.install({ time });
  return context;
}

test('in two hours offline, 12 leads, 8 visits, 20 notes and 15 photos are shown while they wait, through two closed tabs and a restart, and arrive once, in order', async ({
  product,
}, info) => {
  test.setTimeout(600_000);
  const { reps } = await createTeam(product, 'Anil Kale');
  const rep = reps[0];
  const names = ['Rajesh', 'Meera', 'Imran', 'Kavita'];
  const knownLeadIds: string[] = [];
  for (const firstName of names) knownLeadIds.push(await captureLead(rep, { firstName }));
  const device = await Device.start(
    product,
    info.outputPath('device'),
    Date.now() - 125 * MINUTE_MS,
  );
  let page = await device.openPage();
  await signInWithCode(page, product, rep.phone);
  // Opens two leads; the device has only list rows of the others.
  await page.goto('/leads');
  await expectInstalled(page);
  for (const leadId of knownLeadIds.slice(0, 2)) {
    await page.goto(`/leads/${leadId}`);
    await expect(activityList(page)).toBeVisible();
    await expectCached(page, ...names, `["timeline","${leadId}"]`);
  }
  await device.setOffline(true);

  /** Expected timeline of each lead: its captured notes and visits. */
  const expectedTexts = new Map<string, string[]>(knownLeadIds.map((leadId) => [leadId, []]));
  const photoCounts = new Map<string, number>(knownLeadIds.map((leadId) => [leadId, 0]));
  let newestLeadId = '';
  for (const { number, kind, photos } of plannedCaptures) {
    await device.passMinutes(kind === 'visit' ? 1 : 3);
    if (kind === 'lead') {
      await captureNewLead(page, { phone: newPhone(), firstName: `Captured ${number}` }, photos);
      const row = page
        .getByRole('list', { name: 'Added on this device' })
        .getByRole('link', { name: `Captured ${number} Offline` });
      newestLeadId = (await row.getAttribute('href'))!.replace('/leads/', '');
      expectedTexts.set(newestLeadId, []);
      photoCounts.set(newestLeadId, photos.length);
      continue;
    }
    const leadId =
      number % 2 === 0 ? newestLeadId : knownLeadIds[((number - 1) / 2) % knownLeadIds.length]!;
    const text = `${kind === 'note' ? 'Note' : 'Visit'} ${number}`;
    await page.goto(`/leads/${leadId}`);
    if (kind === 'note') {
      if (number === CLOSED_IN_NOTE) {
        // The draft of the note continues in the next tab.
        await page.getByRole('textbox', { name: 'Note' }).fill(text);
        await expectInDrafts(page, text);
        await page.close();
        page = await device.openPage();
        await page.goto(`/leads/${leadId}`);
        await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(text);
      }
      await sendNote(page, text, photos);
    } else {
      await beginVisit(page);
      await expectInDrafts(page, 'startedAt');
      await device.passMinutes(2);
      if (number === RESTARTED_IN_VISIT) page = await device.restart(page);
      if (number === CLOSED_IN_VISIT) {
        await page.close();
        page = await device.openPage();
      }
      if (number === RESTARTED_IN_VISIT || number === CLOSED_IN_VISIT) {
        await page.goto('/dashboard');
        await page.getByRole('link', { name: /^Back to the visit to/ }).click();
      }
      await endVisit(page, text, photos);
    }
    expectedTexts.get(leadId)!.push(text);
    photoCounts.set(leadId, photoCounts.get(leadId)! + photos.length);
  }

  // Waiting captures are shown in the list, in the outbox and on their lead.
  await page.goto('/leads');
  await expect(
    page.getByRole('list', { name: 'Added on this device' }).getByRole('listitem'),
  ).toHaveCount(12);
  await page.getByRole('button', { name: /^40 waiting/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'Waiting to be sent' }).getByRole('listitem'),
  ).toHaveCount(40);
  for (const [leadId, texts] of expectedTexts) {
    await page.goto(`/leads/${leadId}`);
    await expect
      .poll(async () => (await activityList(page).innerText()).match(captureTexts) ?? [])
      .toEqual(texts);
    const photos = activityList(page).getByRole('button', { name: /^Open photo/ });
    await expect(photos).toHaveCount(photoCounts.get(leadId)!);
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded();
      await expect
        .poll(() => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
  }
  expect((await rep.get<LeadList>('/api/leads')).total).toBe(knownLeadIds.length);

  await device.setOffline(false);
  // Another browser shows each capture once, in order of capture.
  const office = await new Person(product, rep.name, rep.phone).signIn();
  const readVisits = async () =>
    (await office.get<VisitList>('/api/visits?tab=completed')).items.filter(
      (visit) => visit.tab === 'completed',
    );
  const readEntries = async (leadId: string) =>
    (
      await office.get<{ readonly items: readonly TimelineEntry[] }>(
        `/api/leads/${leadId}/timeline`,
      )
    ).items.toReversed();
  const textsOf = (entries: readonly TimelineEntry[]) =>
    entries.flatMap((entry) =>
      entry.type === 'NoteAdded'
        ? entry.data.note
        : entry.type === 'VisitRecorded'
          ? (entry.data.notes ?? '')
          : [],
    );
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0, { timeout: 120_000 });
  await expect
    .poll(async () => (await office.get<LeadList>('/api/leads')).total)
    .toBe(knownLeadIds.length + 12);
  const captureTimes: string[] = [];
  for (const [leadId, texts] of expectedTexts) {
    await expect.poll(async () => textsOf(await readEntries(leadId))).toEqual(texts);
    const entries = await readEntries(leadId);
    // Known leads were created by the server's clock.
    const times = entries
      .slice(knownLeadIds.includes(leadId) ? 1 : 0)
      .map(({ capturedAt }) => capturedAt);
    expect(times).toEqual(times.toSorted());
    captureTimes.push(...times);
    const photos = entries.flatMap(
      ({ data }) => ('photoFileIds' in data && data.photoFileIds) || [],
    );
    expect(new Set(photos).size, 'each photo once').toBe(photos.length);
    expect(photos).toHaveLength(photoCounts.get(leadId)!);
  }
  expect(await readVisits()).toHaveLength(8);
  for (const { startedAt, endedAt } of await readVisits())
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBeGreaterThanOrEqual(2 * MINUTE_MS);
  expect([...photoCounts.values()].reduce((sum, count) => sum + count)).toBe(15);
  captureTimes.sort();
  const betweenFirstAndLast = Date.parse(captureTimes.at(-1)!) - Date.parse(captureTimes[0]!);
  // three minutes from each capture to the next
  expect(betweenFirstAndLast).toBeGreaterThanOrEqual(3 * (plannedCaptures.length - 1) * MINUTE_MS);

  // The device stores what it sent, for the next time offline.
  const [leadId, texts] = [...expectedTexts][0]!;
  await expectCached(page, ...texts);
  await device.setOffline(true);
  await page.goto(`/leads/${leadId}`);
  await expect
    .poll(async () => (await activityList(page).innerText()).match(captureTexts) ?? [])
    .toEqual(texts);
  await expect(page.getByText('Waiting for network')).toHaveCount(0);
  await device.close();
});
