import type { Config } from '#platform/common/config/config.js';
import { networkOf } from '#platform/common/network-of.js';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { METHODS, type RequestListener } from 'node:http';
import { largestBody, largestCrashReport, largestFile, largestForm } from './body-limits.js';
import { type ConnectionLimit, Connections, refuseUnreadable } from './connections.js';
import { answerProblem } from './problem.filter.js';
import { problem } from './problem.js';
import type { RateLimits } from './rate-limits.js';
import type { RequestStep } from './request-steps.js';
import { securityHeaders } from './security-headers.js';

/** Fastify as every route of ours finds it: what it reads, which headers it sends, what it logs. */
export async function makeServer(
  config: Config,
  logger: Logger,
  { limits }: { readonly limits?: () => RateLimits } = {},
): Promise<{ adapter: FastifyAdapter; server: FastifyInstance; connections: Connections }> {
  let connections!: Connections;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    // Only what the proxy itself wrote: the client may have made up everything before that.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    serverFactory: (handle: RequestListener) =>
      (connections = new Connections(handle, limitOfConnections(config, limits))).server,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: answerProblem,
    multipart: false,
  });
  const server: FastifyInstance = adapter.getInstance();
  for (const method of METHODS)
    if (!server.supportedMethods.includes(method) && method !== 'CONNECT')
      server.addHttpMethod(method);
  // `text/plain` is refused with 415, because another site's form can send it without a preflight.
  server.removeContentTypeParser('text/plain');
  // A part of a file is read by the upload that it belongs to, of which each has a limit of its
  // own.
  server.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );
  await server.register(cookie);
  await server.register(multipart, {
    preservePath: true,
    limits: {
      fileSize: largestFile.video + 1,
      files: 1,
      fields: 4,
      fieldSize: 1024,
      parts: 5,
      headerPairs: 20,
    },
  });
  // Clients do not compress bodies: one that is small and becomes large is not unpacked.
  await server.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
  });
  return { adapter, server, connections };
}

/** Options of routes by their paths, unless the route has its own. */
export function setRouteOptions(route: RouteOptions): void {
  // errors of Fastify and of hooks do not reach Nest
  route.errorHandler ??= answerProblem;
  // these have one compressed copy for all
  if (route.url.startsWith('/api/docs') || route.url === '/api/openapi.json')
    route.compress = false;
  if (route.url.startsWith('/api/auth/')) route.bodyLimit = largestForm;
  if (route.url === '/api/crashes') route.bodyLimit = largestCrashReport;
}

/** Sets headers of every answer. Nothing is cached, unless the route says that it may be. */
export function setHeaders(config: Config): RequestStep {
  const always = {
    ...securityHeaders(config),
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  };
  return (request, reply) => void reply.headers(always).header('x-request-id', request.id);
}

/** Logs the route's pattern, never the address: an address holds ids and search words. */
export function logAnswer(
  request: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: statusCode,
      milliseconds: Math.round(elapsedTime),
    },
    'answered',
  );
}

/** Prefixes of routes that read something else than JSON. */
const otherTypes = [
  ['/api/files', 'multipart/form-data'],
  ['/api/uploads', 'application/offset+octet-stream'],
] as const;

/**
 * Fastify looks at a content type only where there is a body: refused is also one that an empty or
 * a foreign body declares.
 */
export const refuseOtherTypes: RequestStep = ({ method, headers, routeOptions: { url = '' } }) => {
  const type = headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (
    type === undefined ||
    type === 'application/json' ||
    !url.startsWith('/api/') ||
    ['GET', 'HEAD'].includes(method)
  )
    return;
  if (!otherTypes.some(([prefix, other]) => url.startsWith(prefix) && type === other))
    throw problem('wrong-content-type');
};

/** By the network of the client: behind a proxy that is the proxy itself, which limits its own. */
const limitOfConnections = (
  { trustProxy }: Config,
  limits: (() => RateLimits) | undefined,
): ConnectionLimit | undefined =>
  limits && !trustProxy
    ? (address, times) => limits().count('connections', networkOf(address), times)
    : undefined;

/**
 * A path that cannot be decoded is read literally, so that it leads where every unknown path leads.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
