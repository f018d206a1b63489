import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** A figure that is asked for when somebody looks; without one it keeps the one it had. */
type Figure = { readonly help: string; readonly value: () => Promise<number | undefined> };

/** What an operator watches of a process without doors, beside what Node tells of itself. */
export function metricsOf(figures: Readonly<Record<string, Figure>>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, value }] of Object.entries(figures))
    new Gauge({
      ...{ name: `fieldtrace_${name}`, help, registers: [registry] },
      async collect() {
        const now = await value();
        if (now !== undefined) this.set(now);
      },
    });
  return registry;
}
