import { cpus, totalmem } from 'node:os';

/** One measured line. `aim` is what the issue asks for, where it asks; `ok` whether it was met. */
export type Row = {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: number;
  readonly ok?: boolean;
  /** What stands beside it, such as the floor that was measured in the same run. */
  readonly beside?: string;
};

export const row = (
  bench: string,
  what: string,
  value: number,
  unit: string,
  { atMost, beside }: { readonly atMost?: number; readonly beside?: string } = {},
): Row => ({
  bench,
  what,
  value: rounded(value),
  unit,
  ...(atMost !== undefined && { aim: atMost, ok: value <= atMost }),
  ...(beside && { beside }),
});

/** A figure means nothing without where it was measured. */
export const machine = () => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

export function asTable(rows: readonly Row[]): string {
  const { cores, model, memoryGb, node } = machine();
  const lines = rows.map(({ bench, what, value, unit, aim, ok, beside }) => [
    bench,
    what,
    `${value} ${unit}`,
    aim === undefined ? '' : `≤ ${aim} ${unit} ${ok ? 'ok' : 'MISSED'}`,
    beside ?? '',
  ]);
  const head = ['bench', 'what', 'measured', 'aim', 'beside'];
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [
    `${cores} cores, ${model}, ${memoryGb} GB, Node ${node}`,
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...lines.map(line),
  ].join('\n');
}

/** Of values in any order: below it are so many in a hundred. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)]!;
}

const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);
