import { expect, test } from '@jest/globals';
import { MetricsRegistry } from './metrics-registry.js';

test('metrics are collected on request, by state; one that cannot be collected keeps its last value', async () => {
  let depth: { waiting: number; failed: number } | undefined = { waiting: 2, failed: 1 };
  let lag: number | undefined = 3;
  const registry = new MetricsRegistry();
  registry.addGauge('jobs', 'Jobs by state', async () => depth);
  registry.addGauge('lag_seconds', 'Lag', async () => lag);
  registry.addGauge('up', 'Whether a part answers', async () => ({ files: 0 }), 'part');
  const expectValues = async () => {
    const text = await registry.metrics();
    for (const line of [
      'fieldtrace_jobs{state="waiting"} 2',
      'fieldtrace_jobs{state="failed"} 1',
      'fieldtrace_lag_seconds 3',
      'fieldtrace_up{part="files"} 0',
    ])
      expect(text).toContain(line);
  };
  await expectValues();
  depth = undefined;
  lag = undefined;
  await expectValues();
});
