import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { sendInPieces } from './in-pieces.js';
import { problem } from './problem.js';

const aYear = 31_536_000;
/** Folder of files with a content hash in their names. */
const hashed = 'assets/';
const shell = 'index.html';
/** Encodings of the compressed files that the build makes, best first, with their file endings. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Another spelling of a path of the API is no screen. */
const likeApi = /^\/*api(?![\w-])/i;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

type Asset = {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly encoded: readonly (readonly [string, Buffer])[];
};

/**
 * The web app, as it was built, out of memory: a few megabytes, and a client that asks for all of
 * it hundreds of times keeps no file and no thread busy. Only what was there at start is served, so
 * no path leads anywhere else; every other address is a screen's, and gets the shell. `redirectOf`
 * knows addresses that are another spelling of one that the server answers.
 */
export function addWebApp(
  server: FastifyInstance,
  folder: string,
  redirectOf: (path: string) => string | undefined = () => undefined,
): void {
  if (!existsSync(join(folder, shell))) {
    server.get('/*', () => {
      throw problem('unknown-path', { detail: 'The web app is not built yet.' });
    });
    return;
  }
  const assets = assetsIn(folder);
  server.get('/*', { compress: false }, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const redirect = redirectOf(path);
    if (redirect !== undefined)
      return reply.redirect(redirect + (/\?.*$/s.exec(request.url)?.[0] ?? ''), 301);
    const asset = assets.get(path);
    if (!asset && (likeApi.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)))
      throw problem('unknown-path');
    return send(asset ?? assets.get(shell)!, request, reply);
  });
}

function send(
  { headers, plain, encoded }: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers(headers);
  if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding']).split(/[\s,;]+/);
  const [encoding, content] = encoded.find(([name]) => accepted.includes(name)) ?? [
    undefined,
    plain,
  ];
  return sendInPieces(encoding ? reply.header('content-encoding', encoding) : reply, content);
}

function assetsIn(folder: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const assets = files.filter((file) => !encodings.some(([, end]) => file.endsWith(end)));
  return new Map(
    assets.map((file) => [relative(folder, file).split(sep).join('/'), assetOf(folder, file)]),
  );
}

function assetOf(folder: string, file: string): Asset {
  const plain = readFileSync(file);
  const isHashed = relative(folder, file).startsWith(join(hashed));
  return {
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? `public, max-age=${aYear}, immutable` : 'no-cache',
      etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
      vary: 'accept-encoding',
    },
    plain,
    encoded: encodings.flatMap(([name, end]) =>
      existsSync(file + end) ? [[name, readFileSync(file + end)] as const] : [],
    ),
  };
}
