import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { type Person, captureLead, team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { browserOf, withBrowser } from './browser.js';
import { Connection } from './connection.js';
import { notesNaming } from './in-page.js';
import { visitsOfALead } from './lead-lives.js';
import { leadIdOf, madeHistory, returned } from './made-history.js';
import { fillViews } from './read-parts.js';
import { median } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const desktop = { width: 1280, height: 800 };
const visitsSaved = 40;
/** An open screen asks again once a second at most: further apart, each visit meets a quiet one. */
const betweenVisits = 1_200;
const few = 1_000;
/** With fewer there would be nothing to compare: both sides would stand on one history. */
export const leastVisits = 2 * few;
const asksInARound = 300;

type Wanted = { readonly visits: number; readonly rounds: number; readonly say: (line: string) => void };

/** A visit on its way to the leaderboard in another browser, and what the board costs as visits come together. */
export async function board(wanted: Wanted): Promise<readonly Row[]> {
  return [...(await paintings(wanted)), ...(await costs(wanted))];
}

async function paintings({ say }: Wanted): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await team(product, 'Anil Kale', 'Bina Shah');
    const leadId = await captureLead(reps[0]);
    const painted = await untilPainted(product, admin, reps[0], leadId);
    say(`board: ${painted.length} visits painted`);
    return [
      row('board', `a visit saved, painted on the leaderboard in another browser, p50 of ${painted.length}`, percentile(painted, 50), 'ms'),
      row('board', `the same, p95`, percentile(painted, 95), 'ms', { atMost: 100, beside: `slowest ${Math.max(...painted).toFixed(0)} ms` }),
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

type Side = { readonly visits: number; readonly server: Product; readonly connection: Connection; readonly leadId: string };
const questions = { leaderboard: '/api/leaderboard', charts: '/api/charts', dashboard: '/api/dashboard' } as const;

/** The board with few visits and with many, and beside one lead, asked in turns. */
async function costs({ visits, rounds, say }: Wanted): Promise<readonly Row[]> {
  const sides: Side[] = [];
  try {
    for (const wanted of [few, visits]) {
      const history = await madeHistory({ leads: wanted / visitsOfALead, lives: 'visited', say });
      await fillViews(history.dataDir, say);
      const server = await Product.start({ dataDir: history.dataDir });
      const connection = new Connection(server.url, cookieOf(returned(server, history.admin)));
      sides.push({ visits: wanted, server, connection, leadId: leadIdOf(1, history.leads) });
    }
    const measured = Object.keys(questions).map(() => sides.map((): number[] => []));
    const besideALead: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const ofLead = await p50Of(sides[1]!, `/api/leads/${sides[1]!.leadId}`);
      for (const [question, path] of Object.values(questions).entries())
        for (const [place, side] of sides.entries()) {
          const p50 = await p50Of(side, path);
          if (round >= 0) measured[question]![place]!.push(p50);
          if (round >= 0 && place === 1 && path === questions.leaderboard) besideALead.push(p50 / ofLead);
        }
    }
    const rows = Object.keys(questions).map((what, question) => {
      const [small, large] = measured[question] as [number[], number[]];
      const ratios = large.map((p50, round) => p50 / small[round]!);
      return row('board', `${what} at ${visits} visits to ${few}, p50`, median(ratios), '×', {
        atMost: 1.5,
        spread: [Math.min(...ratios), Math.max(...ratios)],
        beside: `${median(large).toFixed(2)} to ${median(small).toFixed(2)} ms`,
      });
    });
    const spread = [Math.min(...besideALead), Math.max(...besideALead)] as const;
    return [...rows, row('board', `leaderboard to one lead, at ${visits} visits, p50`, median(besideALead), '×', { atMost: 1.5, spread })];
  } finally {
    for (const { server, connection } of sides) {
      connection.close();
      await server.end();
    }
  }
}

async function p50Of({ connection }: Side, path: string): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < asksInARound; asked++) {
    const { status, text, milliseconds } = await connection.ask(path);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
    times.push(milliseconds);
  }
  return percentile(times, 50);
}
