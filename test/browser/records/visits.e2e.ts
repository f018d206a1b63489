import type { VisitList } from '#domain/visits/visit.views.js';
import type { Page } from '@playwright/test';
import { awaitRefusal } from '../tools/capture-steps.js';
import { dayFromToday } from '../tools/days.js';
import { drawPhoto } from '../tools/sample-files.js';
import { expectInstalled, expectOutboxEmpty } from '../tools/device-storage.js';
import {
  captureLead,
  desktop,
  expect,
  newPhone,
  createTeam,
  test,
  onSite,
} from '../tools/fixtures.js';
import { fillLeadForm } from '../tools/fill-lead-form.js';

test.describe('on a phone', () => {
  test.use(onSite);

  test('a visit survives a reload, a closed tab and no network, and arrives once @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], {
      firstName: 'Rajesh',
      lastName: 'Patil',
      siteName: 'Green Meadows',
    });
    let page = await signIn(context, reps[0]);
    await page.goto(`/visits/new?leadId=${leadId}`);
    await expectInstalled(page);
    await expect(page.getByText('±8 m').first()).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).tap();
    await page.getByRole('button', { name: 'Start Visit' }).tap();
    await page.getByRole('button', { name: 'Pause' }).tap();
    await page.getByRole('button', { name: 'Resume' }).tap();
    await page.getByRole('button', { name: 'Add note' }).tap();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Roof measured, 40 by 60 feet');
    await page.getByTestId('camera').setInputFiles([await drawPhoto(1), await drawPhoto(2)]);
    await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(2);
    await expectDraft(page, 'Roof measured', 2);

    // During the visit the network fails and the tab is closed.
    await context.setOffline(true);
    await page.close();
    page = await context.newPage();
    await page.goto('/visits/new');
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(
      'Roof measured, 40 by 60 feet',
    );
    await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'End Visit' }).tap();
    await expect(
      page.getByRole('region', { name: 'Rajesh Patil' }).getByText('2 photos', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save Visit' }).tap();
    await expect(
      page.getByText('Kept on this device. It is sent when the network is back.', { exact: true }),
    ).toBeVisible();
    await page.close();

    await context.setOffline(false);
    page = await context.newPage();
    await page.goto('/visits?tab=completed');
    await expect(
      page.getByRole('article').getByRole('link', { name: /^Rajesh Patil/ }),
    ).toBeVisible();
    const { items } = await reps[0].get<VisitList>('/api/visits?tab=completed');
    expect(items).toMatchObject([
      {
        leadId,
        notes: 'Roof measured, 40 by 60 feet',
        accuracyMetres: 8,
        photoFileIds: [expect.any(String), expect.any(String)],
      },
    ]);
    expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ status: 'Contacted' });
    await page.goto('/visits/new');
    await expect(page.getByRole('heading', { name: 'Select Lead' })).toBeVisible();
  });

  test('a refusal by a rule keeps all typed values', async ({ product, signIn, context }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
    const leadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
    const otherLeadId = await captureLead(reps[0], { firstName: 'Imran', lastName: 'Shaikh' });
    const page = await signIn(context, reps[0]);
    await page.goto(`/visits/new?leadId=${leadId}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).tap();
    await page.getByRole('button', { name: 'Start Visit' }).tap();
    await page.getByRole('button', { name: 'Add note' }).tap();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Met the owner');
    await admin.send('ReassignLead', { leadId, assignedTo: reps[1].id });
    await page.getByRole('button', { name: 'End Visit' }).tap();
    await page.getByRole('button', { name: 'Save Visit' }).tap();
    const refusal = 'Lead not found. It was deleted, or a colleague has it now.';
    await awaitRefusal(page, page.getByText(refusal, { exact: true }), refusal);
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Met the owner');

    // The visit can move to another lead.
    await page.getByTitle('Select another lead').tap();
    await page
      .getByRole('list', { name: 'Leads' })
      .getByRole('button', { name: /Imran Shaikh/ })
      .tap();
    await page.getByRole('button', { name: 'Save Visit' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Imran Shaikh' })).toBeVisible();
    await expectOutboxEmpty(page);
    expect((await reps[0].get<VisitList>('/api/visits?tab=completed')).items).toMatchObject([
      { leadId: otherLeadId, notes: 'Met the owner' },
    ]);
  });

  test('a running visit cannot be discarded by one tap', async ({ product, signIn, context }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
    const page = await signIn(context, reps[0]);
    await page.goto(`/visits/new?leadId=${leadId}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).tap();
    await page.getByRole('button', { name: 'Start Visit' }).tap();
    const confirmation = page.getByRole('alertdialog', {
      name: 'Discard the visit to Sunita Rao?',
    });
    await page.getByRole('button', { name: 'Discard' }).tap();
    await confirmation.getByRole('button', { name: 'Keep visit' }).tap();
    await expect(confirmation).toHaveCount(0);
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await confirmation.getByRole('button', { name: 'Discard' }).tap();
    await expect(page.getByRole('heading', { name: 'Select Lead' })).toBeVisible();
    // The pressed button is gone, and the focus is not lost.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
  });

  test('an unsent lead can be visited, and the visit shows that it waits', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await page.goto('/visits/new');
    await expectInstalled(page);
    await page.goto('/leads/new?redirect=visits/new');
    await fillLeadForm(page, newPhone());
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(page).toHaveURL(/\/visits\/new\?leadId=/);
    await expect(page.getByRole('heading', { name: 'Capture Location' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Lead not found' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Continue/ }).tap();
    await page.getByRole('button', { name: 'Start Visit' }).tap();
    await page.getByRole('button', { name: 'Add note' }).tap();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Met the owner');
    await page.getByRole('button', { name: 'End Visit' }).tap();
    await page.getByRole('button', { name: 'Save Visit' }).tap();
    await expect(page.getByRole('list', { name: 'Activities' })).toContainText('Met the owner');

    await context.setOffline(false);
    await expect
      .poll(async () => (await reps[0].get<VisitList>('/api/visits?tab=completed')).items.length)
      .toBe(1);
    expect((await reps[0].get<VisitList>('/api/visits?tab=completed')).items).toMatchObject([
      { leadName: 'Sunita Rao', notes: 'Met the owner' },
    ]);
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('a colleague’s visit, follow-up and its completion show without reloading', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    const visitsPage = await signIn(context, admin);
    const agendaPage = await context.newPage();
    await Promise.all([visitsPage.goto('/visits?tab=completed'), agendaPage.goto('/followups')]);
    await expect(visitsPage.getByText('No completed visits yet', { exact: true })).toBeVisible();
    await expect(agendaPage.getByText('No follow-ups found', { exact: true })).toBeVisible();

    const [startedAt, endedAt] = [
      new Date(Date.now() - 72 * 60_000).toISOString(),
      new Date().toISOString(),
    ];
    const followUpOn = dayFromToday(1);
    const visitId = crypto.randomUUID();
    await reps[0].send('RecordVisit', {
      leadId,
      visitId,
      startedAt,
      endedAt,
      pausedSeconds: 0,
      notes: 'Wants 10 kW',
      followUpOn,
    });
    await expect(visitsPage.getByRole('row', { name: /1h 12m/ })).toBeVisible();
    for (const tab of ['Upcoming 1', 'Completed 1', 'Cancelled 0'])
      await expect(visitsPage.getByRole('tab', { name: tab, exact: true })).toBeVisible();
    await expect(agendaPage.getByRole('row', { name: /Tomorrow.*Rajesh Patil/ })).toBeVisible();
    await agendaPage.getByRole('checkbox', { name: 'Choose Rajesh Patil' }).check();
    const toolbar = agendaPage.getByRole('toolbar', { name: 'Chosen follow-ups' });
    await toolbar.getByRole('button', { name: 'Mark Complete' }).click();
    await expect(agendaPage.getByText('No follow-ups found', { exact: true })).toBeVisible();
    await expect(visitsPage.getByRole('tab', { name: 'Upcoming 0', exact: true })).toBeVisible();
    await visitsPage.getByText('Map', { exact: true }).click();
    await expect(visitsPage.getByText('1 visit without a location', { exact: true })).toBeVisible();
    await visitsPage.goto(`/leads/${leadId}`);
    await expect(
      visitsPage
        .getByRole('list', { name: 'Activities' })
        .getByRole('listitem')
        .filter({ hasText: 'Lead status updated to Contacted' }),
    ).toHaveCount(1);
  });

  test('a name with markup is shown as text on the map', async ({ product, signIn, context }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const name = '<img src="/nothing" onerror="document.title=1">';
    const leadId = await captureLead(reps[0], { firstName: name });
    const [startedAt, endedAt] = [
      new Date(Date.now() - 60_000).toISOString(),
      new Date().toISOString(),
    ];
    const place = { lat: 18.559, lng: 73.7868 };
    await reps[0].send('RecordVisit', {
      leadId,
      visitId: crypto.randomUUID(),
      startedAt,
      endedAt,
      pausedSeconds: 0,
      place,
    });
    const page = await signIn(context, reps[0]);
    await page.goto('/visits?tab=completed');
    await page.getByText('Map', { exact: true }).click();
    const period = page.getByRole('group', { name: 'Days' });
    await expect(period.getByRole('button', { name: 'Today' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await period.getByRole('button', { name: 'All days' }).click();
    const map = page.getByRole('region', { name: 'Where visits were' });
    const visibleNames = map.locator('.site-names').filter({ visible: true });
    await expect(visibleNames).toHaveText(`${name} Patil`);
    await expect(map.locator('img')).toHaveCount(0);

    // A pin opens its record by keyboard, and Back closes it; the page keeps its position.
    const singlePin = map.getByRole('button', { name: `${name} Patil`, exact: true });
    const pinDialog = page.getByRole('dialog', { name: '1 visit' });
    await singlePin.focus();
    const scrollYBefore = await page.evaluate(() => scrollY);
    await page.keyboard.press('Space');
    await expect(pinDialog.getByRole('link', { name: `${name} Patil Today` })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(scrollYBefore);
    await page.goBack();
    await expect(pinDialog).toHaveCount(0);
    await expect(singlePin).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(pinDialog).toHaveCount(0);
    await expect(singlePin).toBeFocused();

    // The map shows more than a page of the list. Pins at one place share a mark, which splits when
    // zoomed in.
    const nearby = { lat: 18.5595, lng: 73.7868 };
    for (let number = 1; number <= 13; number++) {
      const visit = {
        visitId: crypto.randomUUID(),
        pausedSeconds: 0,
        place: number === 13 ? { lat: 19.0748, lng: 72.8856 } : nearby,
      };
      await reps[0].send('RecordVisit', { leadId, startedAt, endedAt, ...visit });
    }
    const sharedMark = map.getByRole('button', { name: '13 visits' });
    await expect(sharedMark).toBeVisible();
    await sharedMark.focus();
    await page.keyboard.press('Enter');
    const unsplittableMark = map.getByRole('button', {
      name: `12 visits: ${name} Patil`,
      exact: true,
    });
    await expect(unsplittableMark).toBeVisible();
    // The focus stays on the marks that were split.
    await expect(map.locator('.site-mark:focus')).toHaveCount(1);
    // A mark that cannot be split lists each name once.
    await unsplittableMark.click();
    await page
      .getByRole('dialog', { name: '12 visits' })
      .getByRole('link', { name: `${name} Patil 12 visits Today` })
      .click();
    await expect(page).toHaveURL(`/leads/${leadId}`);
    await page.goBack();

    // The covered period is shown.
    await page.route('**/api/visit-pins*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), hasMore: true } });
    });
    await page.reload();
    await page.getByText('Map', { exact: true }).click();
    // A reopened map starts with all pins.
    await expect(sharedMark).toBeVisible();
    await expect(visibleNames).toHaveCount(1);
    await expect(
      page.getByText('The map has the newest 2,000 visits. Choose days to see older ones.', {
        exact: true,
      }),
    ).toBeVisible();
  });

  test('an address with unknown filter values shows the unfiltered list', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    await captureLead(reps[0], {
      firstName: 'Sunita',
      lastName: 'Rao',
      followUpOn: dayFromToday(30),
    });
    const page = await signIn(context, reps[0]);
    await page.goto('/visits?from=2026-13-45&to=yesterday&member=x&tab=gone');
    await expect(page.getByRole('row', { name: /Sunita Rao/ })).toBeVisible();
    await page.goto('/leads?assignedTo=x&from=2026-02-30');
    await expect(page.getByRole('row', { name: /Sunita Rao/ })).toBeVisible();
  });
});

/** Waits until the stored draft holds these words and photos. */
const expectDraft = (page: Page, words: string, photos: number): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const drafts = await new Promise<
          readonly { draft: { typed: { notes?: string; files?: readonly unknown[] } } }[]
        >((done, failed) => {
          const opening = indexedDB.open('fieldtrace');
          opening.onerror = () => failed(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
            all.onsuccess = () => (opening.result.close(), done(all.result as never));
          };
        });
        return drafts.map(({ draft }) => [draft.typed.notes ?? '', draft.typed.files?.length ?? 0]);
      }),
    )
    .toContainEqual([expect.stringContaining(words), photos]);
