import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection } from './connection.js';
import { type History, leadIdOf, madeHistory, returned } from './made-history.js';
import { fillViews } from './read-parts.js';
import { median } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const few = 1_000;
const mostGrowth = 1.5;
const asksInARound = 600;

/** What is asked on every screen, and of which lead or rep. */
const questions: Readonly<Record<string, (history: History, number: number) => string>> = {
  'list by status and assignee': ({ reps }, number) =>
    `/api/leads?status=${['New', 'Contacted', 'Quoted'][number % 3]}&assignedTo=${reps[number % reps.length]!.id}`,
  'list of everybody by next follow-up': (_, number) => `/api/leads?sort=next-follow-up&type=${['Builder', 'Owner', 'Contractor'][number % 3]}`,
  'counts and the newest (dashboard)': () => '/api/dashboard',
  timeline: ({ leads }, number) => `/api/leads/${leadIdOf((number * 7_919) % leads, leads)}/timeline`,
};

type Side = { readonly history: History; readonly server: Product; readonly connection: Connection; readonly rounds: Map<string, number[][]> };

/** Lists, counts and a timeline of a large organization beside those of a small one, in turns, so that whatever else the machine does meets both. */
export async function growth({
  leads,
  rounds,
  say,
}: {
  readonly leads: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}): Promise<readonly Row[]> {
  const sides: Side[] = [];
  try {
    for (const size of [few, leads]) {
      const history = await madeHistory({ leads: size, lives: 'short', say });
      await fillViews(history.dataDir, say);
      const server = await Product.start({ dataDir: history.dataDir });
      sides.push({ history, server, connection: new Connection(server.url, cookieOf(returned(server, history.admin))), rounds: new Map() });
    }
    for (let round = -1; round < rounds; round++)
      for (const [what, path] of Object.entries(questions)) {
        const times = sides.map((): number[] => []);
        for (let number = 0; number < asksInARound; number++)
          for (const [place, { history, connection }] of sides.entries()) {
            const { status, text, milliseconds } = await connection.ask(path(history, number));
            if (status !== 200) throw new Error(`${path(history, number)} was answered ${status}: ${text.slice(0, 300)}`);
            times[place]!.push(milliseconds);
          }
        if (round < 0) continue; // warming up
        for (const [place, { rounds: measured }] of sides.entries()) measured.set(what, [...(measured.get(what) ?? []), times[place]!]);
      }
    const [small, large] = sides as [Side, Side];
    return Object.keys(questions).map((what) => {
      const p99 = ({ rounds: measured }: Side) => measured.get(what)!.map((times) => percentile(times, 99));
      const p50 = ({ rounds: measured }: Side) => median(measured.get(what)!.map((times) => percentile(times, 50))).toFixed(2);
      const ratios = p99(large).map((late, round) => late / p99(small)[round]!);
      return row('growth', `${what}: p99 at ${leads} leads to p99 at ${few}`, median(ratios), '×', {
        atMost: mostGrowth,
        spread: [Math.min(...ratios), Math.max(...ratios)],
        beside: `p99 ${median(p99(large)).toFixed(2)} to ${median(p99(small)).toFixed(2)} ms, p50 ${p50(large)} to ${p50(small)} ms`,
      });
    });
  } finally {
    for (const { server, connection } of sides) {
      connection.close();
      await server.end();
    }
  }
}
