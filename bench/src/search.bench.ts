import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import type { Connection } from './connection.js';
import { Floor } from './floor.js';
import { captured, chances } from './lead-lives.js';
import { closedLoop, type Measured } from './load.js';
import { type History, madeHistory, returned } from './made-history.js';
import { fillViews } from './read-parts.js';
import { median, medianOf } from './rounds.js';
import { type Row, row } from './table.js';

const few = 10_000;
const connections = 16;
const seconds = 4;
const aim = 3_500;
const mostGrowth = 3;

/** How somebody looks for a lead, of which they remember this. Each asks in another way each time, so that no answer is one that was just given. */
const ways: readonly (readonly [what: string, typed: (lead: ReturnType<typeof captured>['data'], chance: () => number) => string])[] = [
  ['the beginning of a first name', ({ firstName }, chance) => firstName.slice(0, 3 + Math.floor(chance() * 3))],
  ['a last name and a city', ({ lastName, city }) => `${lastName} ${city}`],
  ['a whole number', ({ phone }) => phone.slice(3)],
  ['the last five digits of a number', ({ phone }) => phone.slice(-5)],
  ['a site', ({ siteName = '' }) => siteName],
  ['something out of a site', ({ siteName = '' }, chance) => siteName.slice(1 + Math.floor(chance() * 4), 8)],
  ['a name', ({ firstName, lastName }) => `${firstName} ${lastName}`],
];

type Side = {
  readonly size: number;
  readonly server: Product;
  readonly history: History;
  readonly cookie: string;
  readonly measured: Measured[];
  readonly times: Map<string, number[]>;
};

/** Names, numbers, cities and sites, with the page and all counts of its tabs: what a search costs must hardly grow with the organization. */
export async function search({
  leads,
  rounds,
  say,
}: {
  readonly leads: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}): Promise<readonly Row[]> {
  const sides: Side[] = [];
  const floor = await Floor.start();
  const floors: Measured[] = [];
  try {
    for (const size of [few, leads]) {
      const history = await madeHistory({ leads: size, lives: 'short', say });
      await fillViews(history.dataDir, say);
      const server = await Product.start({ dataDir: history.dataDir });
      const cookie = cookieOf(returned(server, history.admin));
      sides.push({ size, server, history, cookie, measured: [], times: new Map() });
    }
    for (let round = -1; round < rounds; round++) {
      const bare = await closedLoop({ url: floor.url, connections, seconds, ask: (connection) => connection.ask('/page') });
      if (round >= 0) floors.push(bare);
      for (const side of sides) {
        const measured = await searched(side, round);
        if (round >= 0) side.measured.push(measured);
        else side.times.clear(); // warming up
      }
    }
    return [...sides.flatMap((side) => rowsOf(side, floors)), growth(sides[0]!, sides[1]!)];
  } finally {
    for (const { server } of sides) await server.end();
    await floor.dispose();
  }
}

function searched({ size, server, history, cookie, times }: Side, round: number): Promise<Measured> {
  const chance = chances(1_000 + round);
  const ask = async (connection: Connection) => {
    const { data } = captured(Math.floor(chance() * size), { chance, members: history.reps.map(({ id }) => id) });
    const [what, typed] = ways[Math.floor(chance() * ways.length)]!;
    const answer = await connection.ask(`/api/leads?q=${encodeURIComponent(typed(data, chance))}`);
    const known = times.get(what) ?? [];
    times.set(what, known);
    known.push(answer.milliseconds);
    return answer;
  };
  return closedLoop({ url: server.url, cookie, connections, seconds, ask });
}

function rowsOf({ size, measured, times }: Side, floors: readonly Measured[]): readonly Row[] {
  const rates = measured.map(({ perSecond }) => perSecond);
  const ratios = measured.map(({ perSecond }, round) => perSecond / floors[round]!.perSecond);
  const each = [...times].map(([what, took]) => `${what} ${median(took).toFixed(1)}`).join(', ');
  return [
    row('search', `in ${size} leads, ${connections} connections`, median(rates), '/s', {
      atLeast: aim,
      spread: [Math.min(...rates), Math.max(...rates)],
      beside: `${median(ratios).toFixed(2)}× of the read floor; p50 ${medianOf(measured, ({ p50 }) => p50).toFixed(1)}, p99 ${medianOf(measured, ({ p99 }) => p99).toFixed(1)} ms; p50 by what is typed: ${each} ms`,
    }),
  ];
}

function growth(small: Side, large: Side): Row {
  const ratios = large.measured.map(({ p50 }, round) => p50 / small.measured[round]!.p50);
  return row('search', `p50 in ${large.size} leads to p50 in ${small.size}`, median(ratios), '×', {
    atMost: mostGrowth,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  });
}
