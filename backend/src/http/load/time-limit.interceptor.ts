import { Unavailable } from '#platform/common/unavailable.js';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, throwError, timeout } from 'rxjs';
import { findWorkKind } from './load-shedding.js';

/** Limits in milliseconds from a request's first byte; people are answered within 12 s. */
const LIMITS_MS = { request: 11_000, leastWork: 2_000 };

/**
 * Answers 503 if a command or a query takes too long. Each part has a deadline of its own, but a
 * request may use several hanging parts. A command may still be recorded; a repetition under its id
 * has no second effect. A download is limited until its first byte.
 */
@Injectable()
export class TimeLimitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    if (context.getType() !== 'http' || !findWorkKind(http.getRequest<FastifyRequest>()))
      return next.handle();
    // The body may have arrived slowly.
    const remainingMs = LIMITS_MS.request - http.getResponse<FastifyReply>().elapsedTime;
    return next.handle().pipe(
      timeout({
        first: Math.max(remainingMs, LIMITS_MS.leastWork),
        with: () => throwError(() => new Unavailable('The answer took too long')),
      }),
    );
  }
}
