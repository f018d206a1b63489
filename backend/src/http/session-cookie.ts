import type { FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'fieldtrace_session';

/** Whether a request has a session's cookie, by either name; the session is not looked up. */
export const hasSessionCookie = ({ headers }: FastifyRequest): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) === true;
