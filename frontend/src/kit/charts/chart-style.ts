/** Shared look of charts: axes, labels, tooltip. */
const label = { fontSize: 12, fill: 'var(--color-ink-3)' };
export const minimalAxis = { tickLine: false, axisLine: false, tick: label } as const;

export const tooltipStyle = {
  isAnimationActive: false,
  // keep the chart's order instead of the alphabet's
  itemSorter: (): number => 0,
  cursor: { fill: 'var(--color-hover)', stroke: 'var(--color-chart-grid)' },
  contentStyle: {
    background: 'var(--color-raised)',
    border: 0,
    borderRadius: 8,
    boxShadow: 'var(--shadow-float)',
    color: 'var(--color-ink)',
    fontSize: 13,
  },
  labelStyle: { color: 'var(--color-ink-2)' },
  itemStyle: { color: 'var(--color-ink)' },
} as const;

/**
 * Axis labels in two lines. Long words are shortened here: Recharts would cut off their beginning.
 */
export const categoryAxis = {
  tick: { ...label, fill: 'var(--color-ink-2)', maxLines: 2 },
  tickFormatter: (name: string): string =>
    name
      .split(' ')
      .map((word) => {
        // a letter with its vowel signs counts as one
        const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
        return letters.length > MAX_LETTERS
          ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…`
          : word;
      })
      .join(' '),
  interval: 0,
} as const;
const MAX_LETTERS = 11;
