import type { Config } from '#platform/common/config/config.js';
import { parseNetwork } from '#platform/common/networks.js';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController, type RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { METHODS, type RequestListener } from 'node:http';
import {
  MAX_COMMAND_BYTES,
  MAX_CRASH_REPORT_BYTES,
  MAX_CUSTOMER_FORM_BYTES,
  MAX_FILE_BYTES,
  MAX_FORM_BYTES,
} from './body-limits.js';
import { type ConnectionLimit, Connections, refuseUnreadable } from './load/connections.js';
import { answerProblem } from './problems/problem.filter.js';
import { problem } from './problems/problem.js';
import { formFields } from './form-fields.js';
import type { RateLimits } from './rate-limits.js';
import type { RequestStep } from './request-steps.js';
import { securityHeaders } from './security-headers.js';

type ServerOptions = {
  readonly limits?: () => RateLimits;
  /** Called with each route as it is added. */
  readonly onRoute?: (route: RouteOptions) => void;
};

/** Creates Fastify with our parsers, headers, limits and logging. */
export async function createServer(
  config: Config,
  logger: Logger,
  { limits, onRoute }: ServerOptions = {},
): Promise<{ adapter: FastifyAdapter; server: FastifyInstance; connections: Connections }> {
  let connections!: Connections;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_COMMAND_BYTES,
    // Trusts only the entry that the proxy itself wrote; the client may forge the rest.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    serverFactory: (handle: RequestListener) =>
      (connections = new Connections(handle, connectionLimit(config, limits))).server,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: answerProblem,
    multipart: false,
  });
  const server: FastifyInstance = adapter.getInstance();
  // Added before the compressor, whose own hook reads these options.
  server.addHook('onRoute', (route) => {
    setRouteOptions(route);
    onRoute?.(route);
  });
  for (const method of METHODS)
    if (!server.supportedMethods.includes(method) && method !== 'CONNECT')
      server.addHttpMethod(method);
  // `text/plain` is refused with 415, because another site's form can send it without a preflight.
  server.removeContentTypeParser('text/plain');
  // A part of a file is read by its upload, which has a limit of its own.
  server.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  );
  // Only the customer's page takes plain forms, because forms of other sites can send them, too.
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    ({ routeOptions }, body, done) =>
      routeOptions.url?.startsWith('/q/')
        ? done(null, formFields(String(body)))
        : done(problem('wrong-content-type')),
  );
  await server.register(cookie);
  await server.register(multipart, {
    preservePath: true,
    limits: {
      fileSize: MAX_FILE_BYTES.video + 1,
      files: 1,
      fields: 4,
      fieldSize: 1024,
      parts: 5,
      headerPairs: 20,
    },
  });
  // Compressed bodies are refused: clients send none, and a small one may unpack to a huge one.
  await server.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
  });
  return { adapter, server, connections };
}

/** Options of routes by their paths, unless the route has its own. */
function setRouteOptions(route: RouteOptions): void {
  // Errors of Fastify and of hooks do not reach Nest.
  route.errorHandler ??= answerProblem;
  // The API description is compressed once for all requests.
  if (route.url.startsWith('/api/docs') || route.url === '/api/openapi.json')
    route.compress = false;
  if (route.url.startsWith('/api/auth/')) route.bodyLimit = MAX_FORM_BYTES;
  if (route.url.startsWith('/q/')) route.bodyLimit = MAX_CUSTOMER_FORM_BYTES;
  if (route.url === '/api/crashes') route.bodyLimit = MAX_CRASH_REPORT_BYTES;
}

/** Sets headers of every answer. Nothing is cached, unless the route says that it may be. */
export function setHeaders(config: Config): RequestStep {
  const defaultHeaders = {
    ...securityHeaders(config),
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  };
  return (request, reply) => void reply.headers(defaultHeaders).header('x-request-id', request.id);
}

/** Prefixes of routes that read another content type than JSON. */
const OTHER_TYPES = [
  ['/api/files', 'multipart/form-data'],
  ['/api/uploads', 'application/offset+octet-stream'],
] as const;

/** Refuses other content types, also for an empty body, which Fastify does not check. */
export const refuseOtherTypes: RequestStep = ({ method, headers, routeOptions: { url = '' } }) => {
  const type = headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (
    type === undefined ||
    type === 'application/json' ||
    !url.startsWith('/api/') ||
    ['GET', 'HEAD'].includes(method)
  )
    return;
  if (!OTHER_TYPES.some(([prefix, other]) => url.startsWith(prefix) && type === other))
    throw problem('wrong-content-type');
};

/**
 * Counts connections by the client's network. Behind a proxy that would be the proxy, which has its
 * own limits.
 */
const connectionLimit = (
  { trustProxy }: Config,
  limits: (() => RateLimits) | undefined,
): ConnectionLimit | undefined =>
  limits && !trustProxy
    ? (address, times) => limits().count('connections', parseNetwork(address), times)
    : undefined;

/** Escapes a path that cannot be decoded, so that it is answered as any unknown path. */
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
