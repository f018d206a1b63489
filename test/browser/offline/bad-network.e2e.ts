import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { CommandName } from '#domain/commands.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { BEFORE_ALL, type RecordedEvent } from '#platform/event-log/event-log.js';
import { isFence } from '#platform/sealing/platform-events.js';
import type { Product } from '../../acceptance/product/product.js';
import { SeededRandom } from '../../faults/seeded-random.js';
import { FaultyNetwork, type RequestFate } from '../tools/faulty-network.js';
import {
  type Actor,
  buttonsOfCommands,
  type OpenButton,
  type Setup,
  test as base,
} from '../screens/buttons-of-commands.js';
import { dayFromToday } from '../tools/days.js';
import {
  clearDrafts,
  readDraftKeys,
  expectCached,
  expectInstalled,
  expectOutboxEmpty,
} from '../tools/device-storage.js';
import { captureLead, expect, type Person } from '../tools/fixtures.js';
import { drawPhoto, samplePdf } from '../tools/sample-files.js';

const test = base.extend<object, { readonly line: FaultyNetwork }>({
  line: [
    async ({ product }, use) => {
      const line = await FaultyNetwork.connectTo(product.port);
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  address: [async ({ line }, use) => use(line.url), { scope: 'worker' }],
});

/** Commands that wait on the device: their forms close without an answer. */
const queuedCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'CreateLead',
  'EditLead',
  'ChangeLeadStatus',
  'MarkLeadLost',
  'AddNote',
  'ScheduleFollowUp',
  'CompleteFollowUp',
  'CancelFollowUp',
  'RecordVisit',
  'UploadQuotation',
  'SaveQuotation',
  'DeleteLead',
  'SubmitBill',
  'ShareProduct',
  'SharePackage',
  'ShareOffer',
  'ShareQuotation',
]);
/** Commands whose button is embedded in the form of another command. */
const embeddedCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'AddCategory',
  'RenameCategory',
]);
/** Limit for leaving a form or a list, and for showing stored rows, by the page's clock. */
const LIMIT_MS = 1_000;
/** Time after which a hanging request has ended, whose limit is 20 s. */
const PAST_LIMIT_MS = 21_000;

const dialogsOf = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));

/**
 * Advances the page's clock in steps until the condition holds, or for a second. Before each step
 * the page gets `realMs` of real time for untimed work.
 * @returns milliseconds passed on the page's clock
 */
async function advanceClockUntil(
  page: Page,
  condition: () => Promise<boolean>,
  { stepMs = 50, realMs = 150 } = {},
): Promise<number> {
  for (let passedMs = 0; passedMs <= LIMIT_MS; passedMs += stepMs) {
    if (await isTrueWithin(realMs, condition)) return passedMs;
    await page.clock.runFor(stepMs);
  }
  return Infinity;
}

const isTrueWithin = (timeout: number, condition: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(condition, { timeout, intervals: [20] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/** Stops the page's clock five seconds ahead of its present time. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
}

/** Pages of the team, whose clock the test controls. */
async function openPagesOfTeam({ admin, rep, ...others }: Setup): Promise<Setup> {
  const openPage = async (actor: Actor): Promise<Actor> => {
    const page = await actor.page.context().newPage();
    await page.clock.install();
    return { ...actor, page };
  };
  const withControlledClock = (open: () => Promise<Actor>) => async (): Promise<Actor> => {
    const actor = await open();
    await actor.page.clock.install();
    return actor;
  };
  return {
    admin: await openPage(admin),
    rep: await openPage(rep),
    openNewcomer: withControlledClock(others.openNewcomer),
    openNewRep: withControlledClock(others.openNewRep),
  };
}

/** Condition that a press has ended: button gone, page left, or button enabled again. */
async function findEndOfPress(
  page: Page,
  button: Locator,
  name: CommandName,
): Promise<() => Promise<boolean>> {
  const isDialog = (await dialogsOf(page).count()) > 0;
  const { pathname } = new URL(page.url());
  // A dialog or the new organization's page may stay open to show its link or code.
  if (isDialog || pathname === '/create-organization') return async () => !(await button.count());
  if (!embeddedCommands.has(name) && /\/(new|edit|join-organization)$/.test(pathname))
    return async () => new URL(page.url()).pathname !== pathname;
  return async () => !(await button.and(page.locator('[aria-busy=true]')).count());
}

/**
 * Leaves a dialog by Escape, or a page by a link.
 * @returns condition that it was left
 */
async function leaveForm(page: Page): Promise<() => Promise<boolean>> {
  const dialogs = dialogsOf(page);
  if ((await dialogs.count()) > 0) {
    await page.keyboard.press('Escape');
    return async () => !(await dialogs.count());
  }
  const { pathname } = new URL(page.url());
  const otherPage = pathname === '/dashboard' ? '/leads' : '/dashboard';
  await page.locator(`a[href="${otherPage}"]`).filter({ visible: true }).first().click();
  return async () => new URL(page.url()).pathname === otherPage;
}

/** Events that these commands have caused, each as `<type> <command id>`. */
async function readCausedEvents(
  product: Product,
  commandIds: ReadonlySet<string>,
): Promise<readonly string[]> {
  const log = EventLogOnSqlite.open(join(product.dataDir, 'log.sqlite'), 'readonly');
  try {
    const events = await log.readAll(BEFORE_ALL, 1_000_000);
    const isCausedByCommands = (event: RecordedEvent): boolean =>
      !isFence(event) && event.type !== 'Reserved' && commandIds.has(event.metadata.commandId);
    return events
      .filter(isCausedByCommands)
      .map(({ type, metadata }) => `${type} ${metadata.commandId}`);
  } finally {
    await log.close();
  }
}

/** Expects events of only one of the commands, and each type of event once. */
async function expectDoneOnce(product: Product, commandIds: ReadonlySet<string>): Promise<void> {
  await expect.poll(() => readCausedEvents(product, commandIds)).not.toEqual([]);
  const events = await readCausedEvents(product, commandIds);
  const idsWithEvents = new Set(events.map((event) => event.split(' ')[1]));
  expect(idsWithEvents.size, events.join()).toBe(1);
  expect(events).toEqual([...new Set(events)]);
}

test.describe.configure({ mode: 'parallel' });

/** Number of bill pictures so far; equal ones need confirmation. */
let billPictureCount = 0;

/** Functions that choose files, by the command of their form. */
const chooseFiles: Readonly<Partial<Record<CommandName, (page: Page) => Promise<void>>>> = {
  CreateLead: async (page) => page.getByTestId('camera').setInputFiles([await drawPhoto(1)]),
  AddNote: async (page) =>
    page
      .getByRole('form', { name: 'Add to this lead' })
      .locator('input[type=file]')
      .first()
      .setInputFiles([await drawPhoto(2)]),
  UploadQuotation: (page) =>
    page.getByRole('dialog').getByLabel('PDF or photo').setInputFiles([samplePdf]),
  SubmitBill: async (page) =>
    page.getByTestId('gallery').setInputFiles([await drawPhoto(100 + ++billPictureCount)]),
  AddProduct: async (page) =>
    page.getByLabel('Images', { exact: true }).setInputFiles([await drawPhoto(4)]),
};

const forms = Object.entries(buttonsOfCommands).flatMap(([command, openButton]) => {
  if (typeof openButton === 'string') return [];
  const name = command as CommandName;
  const files = chooseFiles[name];
  const withFiles: OpenButton = async (setup) => {
    const opened = await openButton(setup);
    await files?.(opened.actor.page);
    return opened;
  };
  return [
    { name, title: name as string, openButton, hasFiles: false },
    ...(files
      ? [{ name, title: `${name} with a file`, openButton: withFiles, hasFiles: true }]
      : []),
  ];
});

for (const [index, { name, title, openButton, hasFiles }] of forms.entries()) {
  const isQueued = queuedCommands.has(name);
  const isOfCommand = (path: string): boolean => path === `/api/commands/${name}`;

  // A command that waits for its upload is not sent when its form is left.
  if (isQueued || !hasFiles)
    test(`${title} does not wait for a hanging network, and is done once`, async ({
      setup,
      line,
      product,
    }) => {
      const commandIds = new Set<string>();
      const team = await openPagesOfTeam(setup);
      const { actor, button } = await openButton(team);
      await expect(button).toBeEnabled();
      const draftKeys = await readDraftKeys(actor.page);
      let isNetworkBack = false;
      const firstAnswers: RequestFate[] = ['half'];
      line.chooseFate = (path, commandId) => {
        if (!isOfCommand(path)) return isNetworkBack ? 'works' : 'unheard';
        commandIds.add(commandId);
        return isNetworkBack ? (firstAnswers.shift() ?? 'works') : 'unanswered';
      };
      const endOfPress = await findEndOfPress(actor.page, button, name);
      const address = actor.page.url();
      const storesDraft =
        draftKeys.length > 0 && address.endsWith('/new') && !embeddedCommands.has(name);
      await stopClock(actor.page);
      await button.click();
      const hasLeft = isQueued ? endOfPress : await leaveForm(actor.page);
      expect(await advanceClockUntil(actor.page, hasLeft)).toBeLessThanOrEqual(LIMIT_MS);
      await actor.page.clock.resume();
      if (isQueued) isNetworkBack = true;
      else expect(await readDraftKeys(actor.page)).toEqual(draftKeys);
      await actor.page.clock.fastForward(PAST_LIMIT_MS);
      if (isQueued) await expectOutboxEmpty(actor.page);
      else if (storesDraft) {
        // All typed values are still in the form, and are sent again.
        isNetworkBack = true;
        firstAnswers.length = 0;
        await actor.page.goto(address);
        await button.click();
        await expect.poll(endOfPress).toBe(true);
        await expect.poll(() => readDraftKeys(actor.page)).toHaveLength(draftKeys.length - 1);
      }
      await expectDoneOnce(product, commandIds);
      await closeTeam(team, actor, line);
    });

  test(`${title} is done once although answers break off and three in ten requests are lost`, async ({
    setup,
    line,
    product,
  }) => {
    const random = new SeededRandom(name, index);
    const commandIds = new Set<string>();
    const fates: RequestFate[] = [];
    const team = await openPagesOfTeam(setup);
    const { actor, button } = await openButton(team);
    await expect(button).toBeEnabled();
    line.chooseFate = (path, commandId) => {
      const chance = random.next();
      const fate = chance < 0.15 ? 'lost' : chance < 0.3 ? 'half' : 'works';
      if (!isOfCommand(path)) return fate;
      commandIds.add(commandId);
      fates.push(fates.length === 0 ? 'half' : fate);
      return fates.at(-1)!;
    };
    const endOfPress = await findEndOfPress(actor.page, button, name);
    await button.click();
    if (isQueued || (await pressUntilDone(actor.page, button, fates)))
      await expect.poll(endOfPress).toBe(true);
    if (isQueued) await expectOutboxEmpty(actor.page);
    await expectDoneOnce(product, commandIds);
    await closeTeam(team, actor, line);
  });
}

/**
 * Presses again like a person, unless the outcome has arrived otherwise.
 * @returns whether the screen has an answer, and so has ended by itself
 */
async function pressUntilDone(
  page: Page,
  button: Locator,
  fates: readonly RequestFate[],
): Promise<boolean> {
  const busyButton = button.and(page.locator('[aria-busy=true]'));
  for (;;) {
    const fateCount = fates.length;
    await expect(busyButton).toHaveCount(0);
    if (fates.at(-1) === 'works' || !(await button.isVisible())) return true;
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    const isSentAgain = await expect
      .poll(() => fates.length > fateCount, { timeout: 3_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
    if (!isSentAgain && fateCount > 0) return false;
  }
}

async function closeTeam(team: Setup, actor: Actor, line: FaultyNetwork): Promise<void> {
  line.chooseFate = () => 'works';
  // Keeps leftovers of one form out of the next.
  await actor.page.goto('/dashboard');
  await clearDrafts(actor.page);
  await Promise.all([team.admin.page.close(), team.rep.page.close()]);
  if (actor !== team.admin && actor !== team.rep) await actor.page.context().close();
}

/** Creates the records whose texts `lists` names. */
async function createRecordForEachList(admin: Person, rep: Person): Promise<void> {
  const leadId = await captureLead(admin, {
    firstName: 'Zubin',
    lastName: 'Irani',
    followUpOn: dayFromToday(0),
  });
  const [startedAt, endedAt] = [90, 30].map((minutes) =>
    new Date(Date.now() - minutes * 60_000).toISOString(),
  );
  await admin.send('RecordVisit', {
    leadId,
    visitId: randomUUID(),
    startedAt,
    endedAt,
    pausedSeconds: 0,
  });
  const customerId = await captureLead(admin, { firstName: 'Farida', lastName: 'Merchant' });
  await admin.send('ConvertLead', { leadId: customerId, projectValuePaise: 45_000_000 });
  await rep.send('SubmitBill', {
    billId: randomUUID(),
    type: 'Food',
    amountPaise: 45_731_00,
    spentOn: dayFromToday(0),
  });
  const productId = randomUUID();
  await admin.send('AddProduct', {
    productId,
    name: 'Panel Zeta',
    description: 'For a rooftop',
    mrpPaise: 200_00,
    livePricePaise: 150_00,
  });
  const items = [{ productId, quantity: 2 }];
  await admin.send('AddPackage', {
    packageId: randomUUID(),
    name: 'Kit Zeta',
    description: 'For a rooftop',
    items,
  });
  const { fileId, kind: fileType } = await admin.upload(
    new Uint8Array(samplePdf.buffer),
    samplePdf.name,
    samplePdf.mimeType,
  );
  await admin.send('AddOffer', {
    offerId: randomUUID(),
    title: 'Offer Zeta',
    description: 'For a rooftop',
    fileId,
    fileType,
  });
}

/** Text that each list shows, and the key, or a part of it, under which the device stores it. */
const lists: Readonly<Record<string, readonly [text: string, storedKey: string]>> = {
  '/leads': ['Zubin Irani', '["leads",{}]'],
  '/leads?q=Zubin': ['Zubin Irani', '"q":"Zubin"'],
  '/followups': ['Zubin Irani', '["follow-ups",{'],
  '/visits': ['Zubin Irani', '["visits",{'],
  '/visits?tab=completed': ['Zubin Irani', '"tab":"completed"'],
  '/customers': ['Farida Merchant', '["customers",{'],
  '/bills': ['₹45,731', '["bills",{'],
  '/products': ['Panel Zeta', '["products",{'],
  '/packages': ['Kit Zeta', '["packages",{'],
  '/offers': ['Offer Zeta', '["offers",{'],
  '/catalogue': ['Panel Zeta', '["products",{'],
  '/catalogue/packages': ['Kit Zeta', '["packages",{'],
  '/dashboard': ['Anil Kale', '["dashboard"]'],
  '/notifications': ['Anil Kale', '["alerts",{'],
  '/settings/team': ['Anil Kale', '["team"]'],
};

test('a list shows stored data when no answer or half of one arrives, and can be left within a second', async ({
  setup,
  line,
}) => {
  test.slow();
  await createRecordForEachList(setup.admin.person, setup.rep.person);
  const page = await setup.admin.page.context().newPage();
  await page.clock.install();
  await page.goto('/leads');
  await expectInstalled(page);
  for (const [path, [text, storedKey]] of Object.entries(lists))
    await test.step(path, async () => {
      const row = page.getByRole('main').getByText(text).first();
      line.chooseFate = () => 'works';
      await page.goto(path);
      await expect(row).toBeVisible();
      // the device stores amounts in paise
      await expectCached(page, text.replace('₹45,731', '4573100'), storedKey);
      for (const fate of ['unheard', 'half'] as const) {
        line.chooseFate = () => fate;
        await stopClock(page);
        await page.reload();
        const shownAfterMs = await advanceClockUntil(page, () => row.isVisible(), {
          stepMs: 100,
          realMs: 1_000,
        });
        expect.soft(shownAfterMs, `${path} ${fate}`).toBeLessThanOrEqual(LIMIT_MS);
        const leavingMs = await advanceClockUntil(page, await leaveForm(page));
        expect.soft(leavingMs, `${path} ${fate}: left`).toBeLessThanOrEqual(LIMIT_MS);
        await page.clock.resume();
        await page.goBack();
      }
    });
  line.chooseFate = () => 'works';
  await page.close();
});
