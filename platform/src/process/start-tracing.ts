import { hostname } from 'node:os';
import type { Config } from '../common/config/config.js';
import { traceTo } from '../common/tracing/tracing.js';
import { build } from './build.js';
import type { Logger } from './logger.js';

/**
 * Sends traces to the configured receiver; without one, the exporter is not even loaded. Returns a
 * function that sends the last spans and ends the tracing.
 */
export async function startTracing(
  { traces }: Config,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!traces) return async () => {};
  const { OtlpExporter } = await import('../common/tracing/otlp-exporter.js');
  const resource = {
    'service.name': traces.serviceName,
    'service.version': build.commit,
    'host.name': hostname(),
    'process.pid': process.pid,
  };
  const exporter = new OtlpExporter(traces, resource, (err) =>
    logger.warn({ err }, 'traces cannot be sent now'),
  );
  traceTo({ record: exporter.record, share: traces.share });
  return async () => {
    traceTo(undefined);
    await exporter.close();
  };
}
