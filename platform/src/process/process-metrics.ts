import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** A gauge that is read when the metrics are; undefined keeps the value it had. */
type Figure = { readonly help: string; readonly value: () => Promise<number | undefined> };
type FigureByState = { readonly help: string; readonly byState: () => Promise<Readonly<Record<string, number>> | undefined> };

/** The metrics of a process that serves no people, beside those of Node itself. */
export function metricsOf(figures: Readonly<Record<string, Figure | FigureByState>>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, figure] of Object.entries(figures))
    new Gauge({
      ...{ name: `fieldtrace_${name}`, help: figure.help, registers: [registry] },
      labelNames: 'byState' in figure ? ['state'] : [],
      async collect() {
        if ('byState' in figure) {
          for (const [state, now] of Object.entries((await figure.byState()) ?? {})) this.set({ state }, now);
          return;
        }
        const now = await figure.value();
        if (now !== undefined) this.set(now);
      },
    });
  return registry;
}
