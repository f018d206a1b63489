import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { VisitList } from '#domain/visits/visit.views.js';
import { dayFromToday } from '../tools/days.js';
import { expectInDrafts, expectInstalled, expectOutboxEmpty } from '../tools/device-storage.js';
import { CountedInput } from '../tools/counted-input.js';
import { drawPhoto } from '../tools/sample-files.js';
import { captureLead, expect, createTeam, test, onSite } from '../tools/fixtures.js';

test.use(onSite);

test('the first lead due is visited, with note and photo, in at most 10 taps from opening the app, in at most 25 s at 250 ms a key @main', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const captureDueLead = (firstName: string, days: number) =>
    captureLead(reps[0], { firstName, lastName: 'Patil', followUpOn: dayFromToday(days) });
  const leadIds: Readonly<Record<string, string>> = {
    'Sunita Patil': await captureDueLead('Sunita', 0),
    'Rajesh Patil': await captureDueLead('Rajesh', 0),
  };
  await captureDueLead('Imran', 1);
  const page = await signIn(context, reps[0]);
  const input = new CountedInput(page);
  input.tapOutsidePage(1);
  const commands: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/api\/commands\/(.+)$/.exec(request.url()) ?? [];
    if (name) commands.push(name);
  });
  await page.goto('/');

  const nextCard = page.getByRole('region', { name: 'Next', exact: true });
  const rows = nextCard.getByRole('list', { name: 'Due today' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  // Both are shown, so that there is no link to all.
  await expect(nextCard.getByRole('link', { name: 'due', exact: false })).toHaveCount(0);
  const row = rows.first();
  const name = await row.getByRole('link', { name: /^(Sunita|Rajesh) Patil$/ }).innerText();
  const leadId = leadIds[name]!;
  const otherLeadId = Object.values(leadIds).find((each) => each !== leadId)!;
  await expect(row.getByRole('link', { name: `Call ${name}` })).toHaveAttribute('href', /^tel:/);
  await expect(row.getByRole('link', { name: `WhatsApp ${name}` })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\//,
  );
  await input.tap(row.getByRole('link', { name: 'Record visit' }));
  await input.tap(page.getByRole('button', { name: 'Continue', exact: true }));
  await input.tap(page.getByRole('button', { name: 'Start Visit' }));
  await input.tap(page.getByRole('button', { name: 'End Visit' }));
  await input.tap(page.getByRole('textbox', { name: 'Notes' }));
  await input.type('Roof measured, 40 by 60 feet');
  const camera = page.waitForEvent('filechooser');
  await input.tap(page.getByRole('button', { name: 'Add photo' }));
  await (await camera).setFiles([await drawPhoto(1)]);
  input.tapOutsidePage(2);
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  // The visit completes its follow-up.
  await expect(page.getByRole('checkbox', { name: /^Follow-up done/ })).toBeChecked();
  await input.tap(page.getByRole('button', { name: 'Save Visit' }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await expectOutboxEmpty(page);
  const { items } = await reps[0].get<VisitList>('/api/visits?tab=completed');
  expect(items).toMatchObject([
    {
      leadId,
      notes: 'Roof measured, 40 by 60 feet',
      accuracyMetres: 8,
      photoFileIds: [expect.any(String)],
    },
  ]);
  test.info().annotations.push({
    type: 'measured',
    description: `${input.taps} taps, ${input.keys} keys, ${input.seconds} s`,
  });
  expect(input.taps).toBeLessThanOrEqual(10);
  expect(input.seconds).toBeLessThanOrEqual(25);

  expect((await reps[0].get<LeadDetail>(`/api/leads/${leadId}`)).followUps).toEqual([]);
  // The visit is one command, so that closing the tab never leaves half of it.
  expect(commands).toEqual(['RecordVisit']);

  // A due follow-up is completed with one tap, without a visit. Two more taps record the outcome
  // and the next follow-up.
  await page.getByRole('link', { name: 'Back to Dashboard' }).tap();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Mark Complete' }).tap();
  const outcomeSheet = page.getByRole('dialog', { name: 'Follow-up done' });
  await outcomeSheet.getByText('No answer', { exact: true }).tap();
  await outcomeSheet.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Nothing is due today', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await reps[0].get<LeadDetail>(`/api/leads/${otherLeadId}`)).followUps)
    .toMatchObject([{ dueOn: dayFromToday(1) }]);
});

test('six follow-ups fit on a phone, and each is completed at the same place', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const names = ['Asif', 'Bina', 'Chetan', 'Divya', 'Esha', 'Farhan', 'Gita'];
  for (const firstName of names)
    await captureLead(reps[0], {
      firstName,
      note: 'Roof',
      followUpOn: dayFromToday(1),
      // Texts that do not fit make no row higher.
      ...(firstName === 'Divya' && {
        type: 'Owner',
        siteName: 'Venkatanarasimharajuvaripeta Towers, Phase Two, Gate Four',
      }),
    });
  const page = await signIn(context, reps[0]);
  await page.goto('/followups');
  const rows = page.getByRole('article');
  const buttons = rows.getByRole('button', { name: 'Mark Complete' });
  await expect(buttons).toHaveCount(names.length);
  const boxesOf = (parts: typeof rows) =>
    parts.evaluateAll((each) =>
      each.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
    );
  const boxes = await boxesOf(rows);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(88);
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
  expect(new Set((await boxesOf(buttons)).map(({ x }) => x)).size).toBe(1);
  const navigation = (await page.getByRole('navigation').last().boundingBox())!;
  expect(boxes.filter(({ bottom }) => bottom <= navigation.y).length).toBeGreaterThanOrEqual(6);
});

test('an offline visit completes its follow-up once both are sent, unless the person keeps it open', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const captureDueLead = (firstName: string) =>
    captureLead(reps[0], {
      firstName,
      lastName: 'Patil',
      note: `Call ${firstName}`,
      followUpOn: dayFromToday(0),
    });
  const [rajeshId, sunitaId] = [await captureDueLead('Rajesh'), await captureDueLead('Sunita')];
  const countOpenFollowUps = async (leadId: string) =>
    (await reps[0].get<LeadDetail>(`/api/leads/${leadId}`)).followUps.length;
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  await expectInstalled(page);
  const rows = page.getByRole('list', { name: 'Due today' }).getByRole('listitem');
  /** @returns checkbox of the visit's follow-up */
  const makeVisit = async (name: string) => {
    await rows.getByRole('link', { name, exact: true }).tap();
    await page.getByRole('link', { name: 'Add visit' }).tap();
    await page.getByRole('button', { name: 'Continue', exact: true }).tap();
    await page.getByRole('button', { name: 'Start Visit' }).tap();
    await page.getByRole('button', { name: 'End Visit' }).tap();
    return page.getByRole('checkbox', { name: /^Follow-up done/ });
  };
  const save = () => page.getByRole('button', { name: 'Save Visit' }).tap();

  await expect(rows).toHaveCount(2);
  const followUpDone = await makeVisit('Sunita Patil');
  await expect(followUpDone).toBeChecked();
  await followUpDone.uncheck();
  await expectInDrafts(page, '"leavesOpen":true');
  // The form is as it was left, even after a reload.
  await page.reload();
  await expect(followUpDone).not.toBeChecked();
  await save();
  await expect(page.getByRole('heading', { level: 1, name: 'Sunita Patil' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(rows).toHaveCount(2);
  await context.setOffline(true);
  await expect(await makeVisit('Rajesh Patil')).toBeChecked();
  await save();
  await expect(
    page.getByText('Kept on this device. It is sent when the network is back.').first(),
  ).toBeVisible();
  await page.goto('/dashboard');
  await expect(rows).toHaveCount(1);
  expect(await countOpenFollowUps(rajeshId)).toBe(1);
  expect(await countOpenFollowUps(sunitaId)).toBe(1);
  await context.setOffline(false);
  await expect.poll(() => countOpenFollowUps(rajeshId)).toBe(0);
  expect(await countOpenFollowUps(sunitaId)).toBe(1);
  await expectOutboxEmpty(page);
  const { items } = await reps[0].get<VisitList>('/api/visits?tab=completed');
  expect(items.map(({ leadId }) => leadId).toSorted()).toEqual([rajeshId, sunitaId].toSorted());
});
