import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** One measured line. `aim` is its limit, where it has one; `ok` whether it was met. */
export type Row = {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: number;
  /** Which way the aim goes; at most, where it is left out. */
  readonly least?: true;
  readonly ok?: boolean;
  /** Over the rounds that the value is the median of. */
  readonly spread?: readonly [least: number, most: number];
  /** What helps to read it, such as the median beside a 99th percentile. */
  readonly beside?: string;
};

type More = {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly spread?: readonly [number, number];
  readonly beside?: string;
};

export const row = (bench: string, what: string, value: number, unit: string, { atMost, atLeast, spread, beside }: More = {}): Row => ({
  bench,
  what,
  value: rounded(value),
  unit,
  ...(atMost !== undefined && { aim: atMost, ok: value <= atMost }),
  ...(atLeast !== undefined && { aim: atLeast, least: true, ok: value >= atLeast }),
  ...(spread && { spread: [rounded(spread[0]), rounded(spread[1])] as const }),
  ...(beside && { beside }),
});

/** More than this share of a core was busy with something else when the run began. */
const busyAt = 0.5;

/** A figure means nothing without its machine. Read once, before anything runs. */
export function machine() {
  const load = loadavg()[0]!;
  return {
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    syncMilliseconds: syncTime(),
    load: rounded(load),
    ...(load > busyAt && { warning: `the machine was busy when the run began (load ${rounded(load)}): these figures are about that too` }),
  };
}
export type Machine = ReturnType<typeof machine>;

/** How long 4 kB take to be on the disk: the median of many. */
function syncTime(): number {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, () => {
    const since = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - since;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return rounded(percentile(times, 50));
}

export function asTable(rows: readonly Row[], { cores, model, memoryGb, node, syncMilliseconds, load, warning }: Machine): string {
  const lines = rows.map(({ bench, what, value, unit, aim, least, ok, spread, beside }) => [
    bench,
    what,
    `${value} ${unit}${spread ? ` (${spread[0]} to ${spread[1]})` : ''}`,
    aim === undefined ? '' : `${least ? '≥' : '≤'} ${aim} ${unit} ${ok ? 'ok' : 'MISSED'}`,
    beside ?? '',
  ]);
  const head = ['bench', 'what', 'measured', 'aim', 'beside'];
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [
    `${cores} cores, ${model}, ${memoryGb} GB, a sync ${syncMilliseconds} ms, Node ${node}, load ${load} at the start`,
    ...(warning ? [`WARNING: ${warning}`] : []),
    '',
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...lines.map(line),
  ].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Of values in any order; `share` in per cent. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)]!;
}

const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);
