import type { FastifyRequest } from 'fastify';
import { commandName } from './command-name.js';

/**
 * Request in a line of the log: the route's pattern, never the address, which holds ids and search
 * words; the command; and whose request it is, so that the complaint of an organization can be
 * looked up.
 */
export const logFields = ({ method, routeOptions, params, caller }: FastifyRequest) => ({
  method,
  route: routeOptions.url,
  command: commandName({ routeOptions, params }),
  organization: caller?.membership?.organization.id,
});
