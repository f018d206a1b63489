import type { FastifyReply, FastifyRequest } from 'fastify';
import { commandEndpoint } from '../api/commands/commands.controller.js';
import { publicCommands } from '../api/commands/definitions.js';
import { logFields } from '../http/log-fields.js';

/** Logs an answer, with the command that was sent and the code of the problem, where there are. */
export function logAnswer(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  request.log.info(
    {
      ...logFields(request),
      command: commandName(request),
      status: statusCode,
      code: request.problemCode,
      milliseconds: Math.round(elapsedTime),
    },
    'answered',
  );
}

/** Name of the public command that was sent. `undefined` for other names, which somebody typed. */
export function commandName({ routeOptions, params }: FastifyRequest): string | undefined {
  if (routeOptions.url !== commandEndpoint) return undefined;
  const { name } = params as { readonly name: string };
  return publicCommands.has(name) ? name : undefined;
}
