import { Unavailable } from '#platform/common/unavailable.js';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeRetrySeconds } from '../load/load-shedding.js';
import { logFields } from '../log-fields.js';
import { toProblem } from './to-problem.js';
import { problemPage } from './problem-page.js';
import type { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the problem that was answered. */
    problemCode: string | undefined;
  }
}

/** Handles errors of controllers and unknown paths. */
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
 * Logs an error once and answers it as problem+json, or as a page to a browser that opens one.
 * Fastify calls it too, for hooks and unreadable bodies.
 */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const original = toProblem(error);
  const { status, code, body, details } =
    request.refusal && original.status < 500 ? toProblem(request.refusal) : original;
  request.problemCode = code;
  if (original.code === 'overloaded')
    request.log.warn({ ...logFields(request), code: original.code }, 'refused for a limit');
  else if (status === 503) logOutage(error, request);
  else if (status >= 500) request.log.error({ ...logFields(request), err: error }, 'failed');
  if (reply.sent) return;
  const retryAfterSeconds =
    (concernsOtherCommands(original, error) ? takeRetrySeconds(request) : undefined) ??
    details.retryAfterSeconds;
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  const shown = problemPage(request, status);
  void reply
    .headers(shown?.headers ?? { 'content-type': 'application/problem+json; charset=utf-8' })
    .header('Cache-Control', 'no-store')
    .status(status)
    .send(shown?.page ?? JSON.stringify(body));
}

/** Whether all commands are refused for the same reason now, and not only those of one record. */
const concernsOtherCommands = ({ code }: Problem, error: unknown): boolean =>
  code === 'overloaded' || (code === 'unavailable' && error instanceof Unavailable);

const logged = { messages: new Set<string>(), since: 0 };

/** Logs each message once a second: an outage refuses every request for the same reason. */
function logOutage(error: unknown, request: FastifyRequest): void {
  const now = performance.now();
  if (now - logged.since >= 1_000) [logged.messages, logged.since] = [new Set(), now];
  const message = String(error);
  if (logged.messages.has(message)) return;
  logged.messages.add(message);
  request.log.error({ ...logFields(request), err: error }, 'not available');
}
