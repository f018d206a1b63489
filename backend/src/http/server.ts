import type { Config } from '#platform/config.js';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { largestFile } from '../files/uploads.js';
import type { Logger } from './logger.js';

/** Largest body of a command (architecture, "EventLog"). Files have a door and limits of their own. */
export const largestBody = 256 * 1024;

/** Fastify as every route of ours finds it: what it reads, which headers it sends, what it logs. */
export async function makeServer(config: Config, logger: Logger): Promise<{ adapter: FastifyAdapter; server: FastifyInstance }> {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    // Only what the proxy itself wrote: everything before that whoever asks may have made up.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    multipart: false,
  });
  const server: FastifyInstance = adapter.getInstance();
  // What a form of another site can send without asking is not read at all: 415.
  server.removeContentTypeParser('text/plain');
  await server.register(cookie);
  await server.register(helmet, securityHeaders(config));
  await server.register(multipart, { limits: { fileSize: largestFile + 1, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 } });
  await server.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  server.addHook('onRequest', async (request, reply) => {
    void reply
      .header('X-Request-Id', request.id)
      .header('Permissions-Policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()');
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store');
  });
  // The route's pattern, never the address: an address holds ids and what somebody searched for.
  server.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url, status: statusCode, milliseconds: Math.round(elapsedTime) },
      'answered',
    );
  });
  return { adapter, server };
}

const securityHeaders = ({ publicUrl }: Config) => {
  const overHttps = publicUrl?.startsWith('https:') === true;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(overHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: overHttps ? { maxAge: 365 * 24 * 60 * 60 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' as const },
    frameguard: { action: 'deny' as const },
  };
};
