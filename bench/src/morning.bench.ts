import { Product } from '../../test/acceptance/product.js';
import { until } from '../../test/acceptance/until.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Floor } from './floor.js';
import { type History, madeHistory, returned } from './made-history.js';
import { fillViews } from './read-parts.js';
import { median } from './rounds.js';
import { type Row, row } from './table.js';

const few = 10_000;
const eventsOfALead = 8.09;

/** What everybody waits for every morning: from the start of the process until the list is answered, in turns for little and much that has happened. */
export async function morning({
  events,
  rounds,
  say,
}: {
  readonly events: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}): Promise<readonly Row[]> {
  const histories: History[] = [];
  for (const wanted of [
    { leads: few, lives: 'short' as const },
    { leads: Math.round(events / eventsOfALead), lives: 'whole' as const },
  ]) {
    const history = await madeHistory({ ...wanted, say });
    await fillViews(history.dataDir, say);
    histories.push(history);
  }
  const [floors, small, large]: [number[], number[], number[]] = [[], [], []];
  for (let round = -1; round < rounds; round++) {
    const times = [await floorAnswers(), await listAfterStart(histories[0]!), await listAfterStart(histories[1]!)];
    if (round >= 0) for (const [place, list] of [floors, small, large].entries()) list.push(times[place]!);
  }
  const ratios = large.map((seconds, round) => seconds / small[round]!);
  return [
    row('morning', `start to the first list, ${few} leads`, median(small), 's', {
      atMost: 1.5,
      spread: [Math.min(...small), Math.max(...small)],
      beside: `a bare Fastify from its start to its first page ${median(floors).toFixed(2)} s`,
    }),
    row('morning', `start to the first list, ${histories[1]!.events} events, to that of ${few} leads`, median(ratios), '×', {
      atMost: 2,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      beside: `${median(large).toFixed(2)} s`,
    }),
  ];
}

/** Seconds, as they pass for who waits at the browser. */
async function listAfterStart(history: History): Promise<number> {
  const product = await Product.of({ dataDir: history.dataDir });
  const cookie = cookieOf(returned(product, history.admin));
  const since = performance.now();
  const starting = product.start();
  await answers(`${product.url}/api/leads`, cookie);
  const seconds = (performance.now() - since) / 1_000;
  await starting;
  await product.end();
  return seconds;
}

async function floorAnswers(): Promise<number> {
  const since = performance.now();
  const floor = await Floor.start();
  await answers(`${floor.url}/page`);
  const seconds = (performance.now() - since) / 1_000;
  await floor.dispose();
  return seconds;
}

const answers = (address: string, cookie = '') =>
  until(async () => (await fetch(address, { headers: { cookie } }).catch(() => undefined))?.status === 200, {
    within: 60_000,
    every: 5,
    what: () => address,
  });
