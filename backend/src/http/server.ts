import type { Config } from '#platform/config.js';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { largestFile } from '../files/uploads.js';
import { Admission, addAdmission } from './admission.js';
import { written } from './json-text.js';
import type { Logger } from './logger.js';
import { securityHeaders } from './security-headers.js';

/** Largest body of a command (architecture, "EventLog"). Files have a door and limits of their own. */
export const largestBody = 256 * 1024;

/** Fastify as every route of ours finds it: what it reads, which headers it sends, what it logs. */
export async function makeServer(
  config: Config,
  logger: Logger,
  admission = new Admission(),
): Promise<{ adapter: FastifyAdapter; server: FastifyInstance }> {
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
  server.setReplySerializer(written);
  addAdmission(server, admission);
  await server.register(cookie);
  await server.register(multipart, { limits: { fileSize: largestFile + 1, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 } });
  // Nobody sends compressed bodies: one that is small and becomes large is not unpacked.
  await server.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'] });
  const always = { ...securityHeaders(config), 'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()' };
  server.addHook('onRequest', (request, reply, next) => {
    void reply.headers(always).header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    next();
  });
  // The route's pattern, never the address: an address holds ids and what somebody searched for.
  if (logger.isLevelEnabled('info'))
    server.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
      request.log.info(
        { method: request.method, route: request.routeOptions.url, status: statusCode, milliseconds: Math.round(elapsedTime) },
        'answered',
      );
    });
  return { adapter, server };
}
