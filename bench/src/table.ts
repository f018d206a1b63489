import { cpus, loadavg, totalmem } from 'node:os';

/** Durations of syncs to the disk, in milliseconds. */
export type SyncTimes = { readonly p50: number; readonly p99: number; readonly slowest: number };

/** Measured line. `aim`: limit, if any; `ok`: whether the value meets it. */
export type Row = {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: number;
  /** Whether `aim` is a lower limit; else it is an upper one. */
  readonly isLowerLimit?: true;
  readonly ok?: boolean;
  /** Smallest and largest value of the rounds whose median is the value. */
  readonly spread?: readonly [least: number, most: number];
  /** Second figure for comparison, such as the median beside a 99th percentile. */
  readonly note?: string;
};

type RowOptions = {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly spread?: readonly [number, number];
  readonly note?: string;
};

export const row = (
  bench: string,
  what: string,
  value: number,
  unit: string,
  { atMost, atLeast, spread, note }: RowOptions = {},
): Row => ({
  bench,
  what,
  value: rounded(value),
  unit,
  ...(atMost !== undefined && { aim: atMost, ok: value <= atMost }),
  ...(atLeast !== undefined && { aim: atLeast, isLowerLimit: true, ok: value >= atLeast }),
  ...(spread && { spread: [rounded(spread[0]), rounded(spread[1])] as const }),
  ...(note && { note }),
});

/** Load average at the start of the run, in cores, above which the table warns. */
const BUSY_LOAD = 0.5;

/** Description of the machine, read once before the first bench. */
export function machine() {
  const load = loadavg()[0]!;
  return {
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: rounded(load),
    ...(load > BUSY_LOAD && {
      warning: `the machine was busy when the run began (load ${rounded(load)}): other work slowed these figures down`,
    }),
  };
}
export type Machine = ReturnType<typeof machine> & { readonly syncs: SyncTimes };

export function formatTable(
  rows: readonly Row[],
  { cores, model, memoryGb, node, load, warning, syncs }: Machine,
): string {
  const lines = rows.map(({ bench, what, value, unit, aim, isLowerLimit, ok, spread, note }) => [
    bench,
    what,
    `${value} ${unit}${spread ? ` (${spread[0]} to ${spread[1]})` : ''}`,
    aim === undefined ? '' : `${isLowerLimit ? '≥' : '≤'} ${aim} ${unit} ${ok ? 'ok' : 'MISSED'}`,
    note ?? '',
  ]);
  const head = ['bench', 'what', 'measured', 'aim', 'note'];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((cells) => cells[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [
    `${cores} cores, ${model}, ${memoryGb} GB, Node ${node}, load ${load} at the start`,
    `a sync of the disk meanwhile: p50 ${syncs.p50} ms, p99 ${syncs.p99} ms, slowest ${syncs.slowest} ms`,
    ...(warning ? [`WARNING: ${warning}`] : []),
    '',
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...lines.map(line),
  ].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Percentile by the nearest rank: the smallest value that `share` percent of the values do not
 * exceed.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const rank = Math.ceil((share / 100) * sorted.length);
  return sorted[Math.min(sorted.length, rank) - 1]!;
}

/** Rounds to two decimals, and numbers from 100 to none. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
