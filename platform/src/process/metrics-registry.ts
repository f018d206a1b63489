import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { build } from './build.js';

type States = Readonly<Record<string, number>>;

/** Prometheus metrics of a process; each is registered by the provider that knows it. */
export class MetricsRegistry extends Registry {
  constructor() {
    super();
    collectDefaultMetrics({ register: this });
    new Gauge({
      name: 'fieldtrace_build_info',
      help: 'Build that runs, always 1',
      labelNames: ['version', 'commit'],
      registers: [this],
    }).set(build, 1);
  }

  /**
   * Adds a gauge that is read at each scrape.
   * @param read its value, or one per label; `undefined` keeps the last value
   * @param label name of the label, such as `part`
   */
  addGauge(
    name: string,
    help: string,
    read: () => Promise<number | States | undefined> | number,
    label = 'state',
  ): void {
    new Gauge({
      name: `fieldtrace_${name}`,
      help,
      registers: [this],
      labelNames: [label],
      async collect() {
        const reading = await read();
        if (typeof reading === 'number') return this.set(reading);
        if (reading === undefined) return;
        this.reset();
        for (const [state, count] of Object.entries(reading)) this.set({ [label]: state }, count);
      },
    });
  }
}
