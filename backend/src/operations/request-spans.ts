import {
  type OpenSpan,
  beginSpan,
  isTracing,
  parseTraceparent,
  spanTime,
} from '#platform/common/tracing/tracing.js';
import { captureTime } from '#platform/write-side/request.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { parseDeviceTime } from '../api/commands/command-headers.js';
import { commandName } from '../http/command-name.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Spans of a traced request, innermost first. */
    spans: readonly OpenSpan[] | undefined;
  }
}

/**
 * Traces requests that reach a controller of the API. A command's trace has the command's id, any
 * other request's trace has the request's id.
 */
@Injectable()
export class SpansInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (isTracing() && context.getType() === 'http') {
      const http = context.switchToHttp();
      const request = http.getRequest<FastifyRequest>();
      if (request.routeOptions.url?.startsWith('/api/')) {
        const { elapsedTime } = http.getResponse<FastifyReply>();
        request.spans = beginSpans(request, spanTime() - elapsedTime);
      }
    }
    return next.handle();
  }
}

/** Ends the spans of a request that was answered. */
export function endSpans({ spans }: FastifyRequest, { statusCode }: FastifyReply): void {
  if (!spans) return;
  const attributes = { 'http.response.status_code': statusCode };
  const error = statusCode >= 500 ? String(statusCode) : undefined;
  for (const span of spans) span.end({ attributes, error });
}

/**
 * Begins the span of a request. For a command of a browser, also an outer one that begins at the
 * tap, by the browser's clock.
 */
function beginSpans(request: FastifyRequest, startedAt: number): readonly OpenSpan[] {
  const { method, headers, id, caller, routeOptions } = request;
  const command = commandName(request);
  const trace = command === undefined ? id : String(headers['idempotency-key']);
  const attributes = {
    'http.request.method': method,
    'http.route': routeOptions.url,
    command,
    organization: caller?.membership?.organization.id,
  };
  const sender = parseTraceparent(headers['traceparent']);
  const device = command === undefined ? undefined : parseDeviceTime(headers);
  const arrival = new Date(startedAt).toISOString();
  const tapSpan =
    device &&
    beginSpan('tap', {
      trace,
      parent: sender,
      attributes,
      startedAt: Math.min(startedAt, Date.parse(captureTime(arrival, device))),
    });
  const requestSpan = beginSpan(`${method} ${routeOptions.url}`, {
    trace,
    parent: tapSpan ?? sender,
    kind: 'server',
    startedAt,
    attributes,
  });
  return tapSpan ? [requestSpan, tapSpan] : [requestSpan];
}
