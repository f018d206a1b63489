import type { FastifyRequest } from 'fastify';

/**
 * Request in a line of the log: the route's pattern, never the address, which holds ids and search
 * words; and whose request it is, so that the complaint of an organization can be looked up.
 */
export const logFields = ({ method, routeOptions: { url: route }, caller }: FastifyRequest) => ({
  ...{ method, route },
  organization: caller?.membership?.organization.id,
});
