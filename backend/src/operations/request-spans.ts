import {
  type OpenSpan,
  beginSpan,
  isTracing,
  parseTraceparent,
  spanTime,
} from '#platform/common/tracing/tracing.js';
import { captureTime } from '#platform/write-side/request.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deviceTime } from '../api/commands/command-headers.js';
import { commandName } from '../http/command-name.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Spans of a traced request, innermost first. */
    spans: readonly OpenSpan[] | undefined;
  }
}

/**
 * Traces requests to the API whose body was read. A command's trace has the command's id, any
 * other request's trace has the request's id.
 */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  server.decorateRequest('spans', undefined);
  server.addHook('preHandler', async (request, { elapsedTime }) => {
    if (request.routeOptions.url?.startsWith('/api/'))
      request.spans = beginSpans(request, spanTime() - elapsedTime);
  });
  server.addHook('onResponse', async ({ spans = [] }, { statusCode }) => {
    const attributes = { 'http.response.status_code': statusCode };
    const error = statusCode >= 500 ? String(statusCode) : undefined;
    for (const span of spans) span.end({ attributes, error });
  });
}

/** Span of a request and, if a browser sent a command, of all since the tap by its own clock. */
function beginSpans(request: FastifyRequest, startedAt: number): readonly OpenSpan[] {
  const { method, headers, id, caller, routeOptions } = request;
  const command = commandName(request);
  const trace = command === undefined ? id : String(headers['idempotency-key']);
  const attributes = {
    ...{ 'http.request.method': method, 'http.route': routeOptions.url, command },
    organization: caller?.membership?.organization.id,
  };
  const sender = parseTraceparent(headers['traceparent']);
  const device = command === undefined ? undefined : deviceTime(headers);
  const arrival = new Date(startedAt).toISOString();
  const tap =
    device &&
    beginSpan('tap', {
      ...{ trace, parent: sender, attributes },
      startedAt: Math.min(startedAt, Date.parse(captureTime(arrival, device))),
    });
  const served = beginSpan(`${method} ${routeOptions.url}`, {
    ...{ trace, parent: tap ?? sender, kind: 'server', startedAt, attributes },
  });
  return tap ? [served, tap] : [served];
}
