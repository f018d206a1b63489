import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Content of `observability/alerts.yml`. */
type AlertFile = {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
};
const alertFile = load(readFileSync('observability/alerts.yml', 'utf8')) as AlertFile;
const alertRules = alertFile.groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(readFileSync('observability/dashboard.json', 'utf8')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
};

const sourceCode = ['platform/src', 'backend/src', 'projections/src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  )
  .join('\n');
/** Names of the metrics that the code declares. */
const metrics = new Set([
  ...[...sourceCode.matchAll(/addGauge\(\s*'(\w+)'/g)].map(([, name]) => `fieldtrace_${name}`),
  ...[...sourceCode.matchAll(/name: '(fieldtrace_\w+)'/g)].map(([, name]) => name!),
]);

const metricsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/fieldtrace_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

describe('observability', () => {
  test('the metrics are found in the code', () => expect(metrics.size).toBeGreaterThanOrEqual(13));

  test.each(alertRules)('alert $alert uses metrics that exist', ({ expr }) =>
    expect([...metrics]).toEqual(expect.arrayContaining([...metricsIn(expr)])),
  );

  test.each(panels)('panel “$title” uses metrics that exist', ({ targets }) => {
    for (const { expr } of targets)
      expect([...metrics]).toEqual(expect.arrayContaining([...metricsIn(expr)]));
  });

  test('the runbook has a section for each alert, and for no other', () => {
    const sections = readFileSync('docs/runbook.md', 'utf8').matchAll(/^### (\w+)$/gm);
    expect([...sections].map(([, name]) => name)).toEqual(alertRules.map(({ alert }) => alert));
  });
});
