import type { FastifyRequest } from 'fastify';
import { commandName } from './command-name.js';

/**
 * Fields of a request's log line: the route's pattern, never the address, which holds ids and
 * search words; the command; and the organization, so that its complaint can be traced.
 */
export const logFields = ({ method, routeOptions, params, caller }: FastifyRequest) => ({
  method,
  route: routeOptions.url,
  command: commandName({ routeOptions, params }),
  organization: caller?.membership?.organization.id,
});
