import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { type Person, captureLead, team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { browserOf, withBrowser } from './browser.js';
import { Connection } from './connection.js';
import { notesNaming } from './in-page.js';
import { median } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const desktop = { width: 1280, height: 800 };
const visitsSaved = 40;
/** An open screen asks again once a second at most: further apart, each visit meets a quiet one. */
const betweenVisits = 1_200;
const [few, many] = [50, 1_000];
const asksInARound = 300;

type Wanted = { readonly rounds: number; readonly say: (line: string) => void };

/** A visit on its way to the leaderboard in another browser, and what the board costs as visits come together. */
export async function board({ rounds, say }: Wanted): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await team(product, 'Anil Kale', 'Bina Shah');
    const leadId = await captureLead(reps[0]);
    const painted = await untilPainted(product, admin, reps[0], leadId);
    say(`board: ${painted.length} visits painted`);
    return [
      row('board', `a visit saved, painted on the leaderboard in another browser, p50 of ${painted.length}`, percentile(painted, 50), 'ms'),
      row('board', `the same, p95`, percentile(painted, 95), 'ms', { atMost: 100, beside: `slowest ${Math.max(...painted).toFixed(0)} ms` }),
      ...(await costs(product, { admin, rep: reps[0], leadId, rounds, say })),
    ];
  } finally {
    await product.dispose();
  }
}

async function visit(rep: Person, leadId: string): Promise<void> {
  const [startedAt, endedAt] = [new Date(Date.now() - 60_000), new Date()].map((at) => at.toISOString());
  await rep.send('RecordVisit', { leadId, visitId: newId(), startedAt, endedAt, pausedSeconds: 0 });
}

/** From the command that is sent until the browser has painted its row. */
async function untilPainted({ url }: Product, admin: Person, rep: Person, leadId: string): Promise<readonly number[]> {
  return withBrowser(async (browser) => {
    const context = await browserOf(browser, admin, desktop);
    await context.addInitScript(notesNaming);
    const page = await context.newPage();
    await page.goto(`${url}/dashboard`);
    await page.getByRole('link', { name: '0 visits of Anil Kale' }).waitFor();
    const times: number[] = [];
    for (let number = 1; number <= visitsSaved; number++) {
      await pause(betweenVisits);
      await page.evaluate(`globalThis.seen = whenNamed('${number} visit${number === 1 ? '' : 's'} of Anil Kale'); undefined`);
      const sentAt = performance.timeOrigin + performance.now();
      await visit(rep, leadId);
      times.push((await page.evaluate<number>('seen')) - sentAt);
    }
    return times;
  });
}

type Asked = { readonly admin: Person; readonly rep: Person; readonly leadId: string } & Wanted;

/** The board with few visits and with many, and beside one lead, asked in turns. */
async function costs({ url }: Product, { admin, rep, leadId, rounds, say }: Asked): Promise<readonly Row[]> {
  const connection = new Connection(url, cookieOf(admin));
  const p50s = async (path: string) => {
    const times: number[] = [];
    for (let asked = 0; asked < asksInARound; asked++) {
      const { status, text, milliseconds } = await connection.ask(path);
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
      times.push(milliseconds);
    }
    return percentile(times, 50);
  };
  const measured = async () => {
    const rows: { board: number; lead: number }[] = [];
    for (let round = -1; round < rounds; round++) rows.push({ lead: await p50s(`/api/leads/${leadId}`), board: await p50s('/api/leaderboard') });
    return { board: median(rows.slice(1).map((one) => one.board)), beside: median(rows.slice(1).map((one) => one.board / one.lead)) };
  };
  const leads = await Promise.all(Array.from({ length: few }, () => captureLead(rep)));
  for (const one of leads) await visit(rep, one);
  const small = await measured();
  for (let number = few; number < many; number++) await visit(rep, leads[number % leads.length]!);
  say(`board: ${many} visits recorded`);
  const large = await measured();
  return [
    row('board', `leaderboard at ${many} visits to ${few}, p50`, large.board / small.board, '×', {
      atMost: 1.5,
      beside: `${large.board.toFixed(2)} ms`,
    }),
    row('board', 'leaderboard to one lead, p50', large.beside, '×', { atMost: 1.5 }),
  ];
}
