import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './problem-of.js';

/** Every error that leaves a controller, and every path that leads nowhere. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') return;
    answerProblem(
      error,
      host.switchToHttp().getRequest<FastifyRequest>(),
      host.switchToHttp().getResponse<FastifyReply>(),
    );
  }
}

/**
 * Every error of every request, logged once and answered as problem+json. Fastify calls it too, for
 * hooks and for bodies that cannot be read.
 */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const found = problemOf(error);
  const { status, body, more } =
    request.refusal && found.status < 500 ? problemOf(request.refusal) : found;
  if (found.code === 'overloaded')
    request.log.warn({ code: found.code, route: request.routeOptions.url }, 'refused for a limit');
  else if (status >= 500)
    request.log.error({ err: error }, status === 503 ? 'not available' : 'failed');
  if (reply.sent) return;
  if (more.retryAfterSeconds !== undefined)
    void reply.header('Retry-After', String(more.retryAfterSeconds));
  void reply
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .status(status)
    .send(JSON.stringify(body));
}
