import { Unavailable } from '#platform/common/unavailable.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, throwError, timeout } from 'rxjs';
import { kindOf } from './load-shedding.js';

/** Limits in milliseconds from a request's first byte; people are answered within 12 s. */
const LIMITS_MS = { request: 11_000, leastWork: 2_000 };

/**
 * Answers 503 where a command or a query takes too long: each part that it asks has a deadline of
 * its own, but it may ask several that hang. A command may still be recorded; repeated under its id
 * it has one effect. A download is limited until its first byte.
 */
@Injectable()
export class TimeLimitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    if (context.getType() !== 'http' || !kindOf(http.getRequest<FastifyRequest>()))
      return next.handle();
    // the body may have arrived slowly
    const leftMs = LIMITS_MS.request - http.getResponse<FastifyReply>().elapsedTime;
    return next.handle().pipe(
      timeout({
        first: Math.max(leftMs, LIMITS_MS.leastWork),
        with: () => throwError(() => new Unavailable('The answer took too long')),
      }),
    );
  }
}
