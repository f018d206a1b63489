import type { FastifyReply, FastifyRequest } from 'fastify';
import { logFields } from '../http/log-fields.js';

/** Logs an answer, with the code of the problem, if there is one. */
export function logAnswer(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  request.log.info(
    {
      ...logFields(request),
      status: statusCode,
      code: request.problemCode,
      milliseconds: Math.round(elapsedTime),
    },
    'answered',
  );
}
