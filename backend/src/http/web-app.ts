import type { FastifyInstance } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { problem } from './problem.js';

const aYear = 31_536_000;
/** Where the web build puts what has a hash of its contents in its name. */
const hashed = '/assets/';
const shell = 'index.html';

/**
 * The web app, as it was built. Only what was there at start is served, so no path leads anywhere else; every other
 * address is a screen's, and gets the shell.
 */
export async function addWebApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, shell))) {
    server.get('/*', () => {
      throw problem('unknown-path', { detail: 'The web app is not built yet.' });
    });
    return;
  }
  const { default: fastifyStatic } = await import('@fastify/static');
  await server.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
  const files = new Set(filesIn(folder));
  server.get('/*', (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (files.has(path)) return reply.header('Cache-Control', cachingOf(`/${path}`)).sendFile(path);
    if (/\.[a-z0-9]{2,5}$/i.test(path)) throw problem('unknown-path');
    return reply.header('Cache-Control', 'no-cache').sendFile(shell);
  });
}

const cachingOf = (path: string) => (path.startsWith(hashed) ? `public, max-age=${aYear}, immutable` : 'no-cache');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
