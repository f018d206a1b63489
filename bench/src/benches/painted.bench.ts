import type { Page } from '@playwright/test';
import { v7 as newId } from 'uuid';
import { captureLead, type Person, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { openSignedInContext, measurePressToPaint, withBrowser } from '../browser.js';
import { paintScript, pressScript } from '../page-scripts.js';
import { type Row, percentile, row } from '../table.js';

const NOTES = 100;
/** Edited leads. Each edit opens a form first, which takes longest. */
const LEAD_EDITS = 40;
/** Sequential changes, one per second. */
const SEQUENTIAL_CHANGES = 60;
const desktop = { width: 1280, height: 800 };

/** Time from Save in one browser until another browser has painted the change. */
export async function benchPaint({
  print,
}: {
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    return await withBrowser(async (browser) => {
      const [writerContext, watcherContext] = [
        await openSignedInContext(browser, reps[0], desktop),
        await openSignedInContext(browser, admin, desktop),
      ];
      await writerContext.addInitScript(pressScript);
      await watcherContext.addInitScript(paintScript);
      const [writer, lead, list] = [
        await writerContext.newPage(),
        await watcherContext.newPage(),
        await watcherContext.newPage(),
      ];
      await Promise.all([
        writer.goto(`${product.url}/leads/${leadId}`),
        lead.goto(`${product.url}/leads/${leadId}`),
        list.goto(`${product.url}/leads`),
      ]);
      await Promise.all(
        [writer, lead].map((page) => page.getByRole('textbox', { name: 'Note' }).waitFor()),
      );
      await list.getByText('Rajesh Patil').first().waitFor();

      const notes: number[] = [];
      // Background pages paint nothing.
      await lead.bringToFront();
      for (let number = 0; number < NOTES; number++) {
        const text = `Note number ${number} of ${NOTES}`;
        await writer.getByRole('textbox', { name: 'Note' }).fill(text);
        notes.push(
          await measurePressToPaint(writer, lead, text, () =>
            writer.getByRole('button', { name: 'Send note' }).click(),
          ),
        );
      }
      print(`painted: ${notes.length} notes`);

      const edits: number[] = [];
      await list.bringToFront();
      for (let number = 0; number < LEAD_EDITS; number++) {
        const name = `Rajesh${number} Patil`;
        await writer.goto(`${product.url}/leads/${leadId}/edit`);
        await writer.getByRole('textbox', { name: 'First name' }).fill(`Rajesh${number}`);
        edits.push(
          await measurePressToPaint(writer, list, name, () =>
            writer.getByRole('button', { name: 'Save' }).click(),
          ),
        );
        await writer.waitForURL((url) => !url.pathname.endsWith('/edit'));
      }
      await writer.close();
      const oneAfterAnother = await measureOneASecond(
        await watcherContext.newPage(),
        product.url,
        reps[0],
        leadId,
      );
      print(`painted: one change a second`);
      return [
        ...oneAfterAnother,
        ...rows('a note sent, painted on the lead in another browser', notes),
        ...rows('a lead saved, painted in the list in another browser', edits),
      ];
    });
  } finally {
    await product.dispose();
  }
}

const rows = (what: string, times: readonly number[]): readonly Row[] => [
  row('painted', `${what}, p50 of ${times.length}`, percentile(times, 50), 'ms'),
  row('painted', `${what}, p95 of ${times.length}`, percentile(times, 95), 'ms', {
    atMost: 100,
    note: `slowest ${Math.max(...times).toFixed(0)} ms`,
  }),
];

/** Delay of answers in milliseconds; anything painted sooner was pushed. */
const ANSWER_DELAY_MS = 400;

/** Change of another person. `painted`: script for the page that resolves once it is painted. */
interface SentChange {
  readonly painted: string;
  readonly send: () => Promise<unknown>;
}

/** Sends changes in turn, one per second, while a page shows what they change. */
async function measureChanges(
  page: Page,
  what: string,
  address: string,
  changes: readonly ((number: number) => SentChange)[],
): Promise<readonly Row[]> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
    await route.continue();
  });
  const times: number[] = [];
  const requestCounts = new Map<string, number>();
  const count = (request: { url(): string }): void => {
    const { pathname } = new URL(request.url());
    requestCounts.set(pathname, (requestCounts.get(pathname) ?? 0) + 1);
  };
  page.on('request', count);
  for (let number = 0; number < SEQUENTIAL_CHANGES; number++) {
    const nextAt = Date.now() + 1_000;
    const { painted, send } = changes[number % changes.length]!(number);
    await page.evaluate(`globalThis.paintedAt = ${painted}; undefined`);
    const sentAt = performance.timeOrigin + performance.now();
    await send();
    times.push((await page.evaluate<number>('paintedAt')) - sentAt);
    await page.waitForTimeout(Math.max(0, nextAt - Date.now()));
  }
  page.off('request', count);
  await page.unrouteAll({ behavior: 'wait' });
  const apiCounts = [...requestCounts].filter(([pathname]) => pathname.startsWith('/api/'));
  const [busiestPath, requests] = apiCounts.toSorted(([, one], [, other]) => other - one)[0] ?? [
    'none',
    0,
  ];
  return [
    row('painted', `${what}, one a second, p95 of ${times.length}`, percentile(times, 95), 'ms', {
      atMost: 150,
      note: `p50 ${percentile(times, 50).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    }),
    row('painted', `${what}: requests of one path in ${SEQUENTIAL_CHANGES} s`, requests, '', {
      atMost: SEQUENTIAL_CHANGES + 2,
      note: busiestPath,
    }),
  ];
}

/** A colleague's changes, one per second: time from the command to the paint, and the requests. */
async function measureOneASecond(
  page: Page,
  url: string,
  rep: Person,
  leadId: string,
): Promise<readonly Row[]> {
  await page.bringToFront();
  let leadCount = 1;
  let visitCount = 0;
  const addLead = (lastName: string) => {
    leadCount++;
    return captureLead(rep, { firstName: 'Asha', lastName });
  };
  const recordVisit = (visitedId: string, notes: string, place?: string) => {
    visitCount++;
    const [startedAt, endedAt] = [new Date(Date.now() - 40 * 60_000), new Date()].map((at) =>
      at.toISOString(),
    );
    const placeField = place === undefined ? {} : { place: { lat: 18.5, lng: 73.8, name: place } };
    return rep.send('RecordVisit', {
      leadId: visitedId,
      visitId: newId(),
      startedAt,
      endedAt,
      pausedSeconds: 0,
      notes,
      ...placeField,
    });
  };
  const whenRow = (...words: readonly string[]): string =>
    `whenRowPainted(${JSON.stringify(words)})`;
  let [newestLeadId, newestName] = [leadId, ''];
  return [
    ...(await measureChanges(page, 'a new lead, a status, a visit on a list', `${url}/leads`, [
      (number) => {
        newestName = `Tembe${number}x`;
        return {
          painted: whenRow(newestName),
          send: async () => (newestLeadId = await addLead(newestName)),
        };
      },
      () => ({
        painted: whenRow(newestName, 'Contacted'),
        send: () => rep.send('ChangeLeadStatus', { leadId: newestLeadId, status: 'Contacted' }),
      }),
      (number) => ({
        painted: whenRow(newestName, `Roof${number}x`),
        send: () => recordVisit(newestLeadId, 'Measured', `Roof${number}x`),
      }),
    ])),
    ...(await measureChanges(
      page,
      'a note, a status, a visit on a timeline',
      `${url}/leads/${leadId}`,
      [
        (number) => ({
          painted: whenRow(`Called ${number}x`),
          send: () => rep.send('AddNote', { leadId, noteId: newId(), note: `Called ${number}x` }),
        }),
        (number) => ({
          painted: whenRow(`Too dear ${number}x`),
          send: () => rep.send('MarkLeadLost', { leadId, reason: `Too dear ${number}x` }),
        }),
        (number) => ({
          painted: whenRow(`Measured the roof ${number}x`),
          send: () => recordVisit(leadId, `Measured the roof ${number}x`),
        }),
      ],
    )),
    ...(await measureChanges(page, 'a new lead, a visit on the leaderboard', `${url}/dashboard`, [
      (number) => ({
        painted: `whenElementPainted('[aria-label^="${leadCount + 1} leads of Anil"]')`,
        send: () => addLead(`Bagde${number}`),
      }),
      () => ({
        painted: `whenElementPainted('[aria-label^="${visitCount + 1} visits of Anil"]')`,
        send: () => recordVisit(leadId, 'Measured again'),
      }),
    ])),
  ];
}
