import type { Page } from '@playwright/test';
import { v7 as newId } from 'uuid';
import { captureLead, type Person, team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { contextOf, fromPressToPaint, withBrowser } from './browser.js';
import { recordPaint, recordPress } from './page-scripts.js';
import { type Row, percentile, row } from './table.js';

const notesSent = 100;
/** Each opens a form first, which takes longer than what is measured. */
const leadsSaved = 40;
/** Changes in a row, one a second. */
const changesInARow = 60;
const desktop = { width: 1280, height: 800 };

/** From the press that saves in one browser until another browser has painted it. */
export async function painted({ say }: { readonly say: (line: string) => void }): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await team(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    return await withBrowser(async (browser) => {
      const [writing, watching] = [await contextOf(browser, reps[0], desktop), await contextOf(browser, admin, desktop)];
      await writing.addInitScript(recordPress);
      await watching.addInitScript(recordPaint);
      const [writer, lead, list] = [await writing.newPage(), await watching.newPage(), await watching.newPage()];
      await Promise.all([
        writer.goto(`${product.url}/leads/${leadId}`),
        lead.goto(`${product.url}/leads/${leadId}`),
        list.goto(`${product.url}/leads`),
      ]);
      await Promise.all([writer, lead].map((page) => page.getByRole('textbox', { name: 'Note' }).waitFor()));
      await list.getByText('Rajesh Patil').first().waitFor();

      const notes: number[] = [];
      // a page in the background paints nothing
      await lead.bringToFront();
      for (let number = 0; number < notesSent; number++) {
        const text = `Note number ${number} of ${notesSent}`;
        await writer.getByRole('textbox', { name: 'Note' }).fill(text);
        notes.push(await fromPressToPaint(writer, lead, text, () => writer.getByRole('button', { name: 'Send note' }).click()));
      }
      say(`painted: ${notes.length} notes`);

      const edits: number[] = [];
      await list.bringToFront();
      for (let number = 0; number < leadsSaved; number++) {
        const name = `Rajesh${number} Patil`;
        await writer.goto(`${product.url}/leads/${leadId}/edit`);
        await writer.getByRole('textbox', { name: 'First name' }).fill(`Rajesh${number}`);
        edits.push(await fromPressToPaint(writer, list, name, () => writer.getByRole('button', { name: 'Save' }).click()));
        await writer.waitForURL((url) => !url.pathname.endsWith('/edit'));
      }
      await writer.close();
      const inARow = await oneASecond(await watching.newPage(), product.url, reps[0], leadId);
      say(`painted: one change a second`);
      return [
        ...inARow,
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
    beside: `slowest ${Math.max(...times).toFixed(0)} ms`,
  }),
];

/** A colleague's change each second, on the screens that show it: from the command until it is painted, and what was asked for. */
async function oneASecond(page: Page, url: string, rep: Person, leadId: string): Promise<readonly Row[]> {
  await page.bringToFront();
  const visit = (notes: string) => {
    const [startedAt, endedAt] = [new Date(Date.now() - 40 * 60_000), new Date()].map((at) => at.toISOString());
    return rep.send('RecordVisit', { leadId, visitId: newId(), startedAt, endedAt, pausedSeconds: 0, notes });
  };
  const measured = async (
    what: string,
    path: string,
    change: (number: number) => { readonly seen: string; readonly send: () => Promise<unknown> },
  ) => {
    await page.goto(`${url}${path}`);
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    const asked = new Map<string, number>();
    const count = (request: { url(): string }): void => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    };
    page.on('request', count);
    for (let number = 1; number <= changesInARow; number++) {
      const next = Date.now() + 1_000;
      const { seen, send } = change(number);
      await page.evaluate(`globalThis.seen = ${seen}; undefined`);
      const sentAt = performance.timeOrigin + performance.now();
      await send();
      times.push((await page.evaluate<number>('seen')) - sentAt);
      await page.waitForTimeout(Math.max(0, next - Date.now()));
    }
    page.off('request', count);
    const most = Math.max(0, ...asked.values());
    return [
      row('painted', `${what}, one a second, p95 of ${times.length}`, percentile(times, 95), 'ms', {
        atMost: 150,
        beside: `p50 ${percentile(times, 50).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
      }),
      row('painted', `${what}: requests of one path in ${changesInARow} s`, most, '', { atMost: changesInARow + 2 }),
    ];
  };
  const paints = (text: string): string => `whenPainted(${JSON.stringify(text)})`;
  return [
    ...(await measured('a new lead on a list', '/leads', (number) => {
      const lastName = `Tembe${number}x`;
      return { seen: paints(lastName), send: () => captureLead(rep, { firstName: 'Asha', lastName }) };
    })),
    ...(await measured('a visit on a timeline', `/leads/${leadId}`, (number) => {
      const notes = `Measured the roof ${number}x`;
      return { seen: paints(notes), send: () => visit(notes) };
    })),
    ...(await measured('a visit on the leaderboard', '/dashboard', (number) => ({
      seen: `whenElementPainted('[aria-label^="${changesInARow + number} visits of Anil"]')`,
      send: () => visit(`Measured again ${number}x`),
    }))),
  ];
}
