import { commandDefinitions } from '#domain/aggregates.js';
import type { FastifyRequest } from 'fastify';

export const commandEndpoint = '/api/commands/:name';

/** Name of the command that was sent. `undefined` for other names, which somebody typed. */
export function commandName({
  routeOptions,
  params,
}: Pick<FastifyRequest, 'routeOptions' | 'params'>): string | undefined {
  if (routeOptions.url !== commandEndpoint) return undefined;
  const { name } = params as { readonly name: string };
  return Object.hasOwn(commandDefinitions, name) ? name : undefined;
}
