import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** A figure that is asked for when somebody looks; without one it keeps the one it had. */
type Figure = { readonly help: string; readonly value: () => Promise<number | undefined> };
/** The same with one for each state. */
type FigureByState = { readonly help: string; readonly byState: () => Promise<Readonly<Record<string, number>> | undefined> };

/** What an operator watches of a process without doors, beside what Node tells of itself. */
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
