import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { sendInPieces } from './in-pieces.js';
import { problem } from './problems/problem.js';

const YEAR_SECONDS = 31_536_000;
/** Folder of files with a content hash in their names. */
const HASHED_FOLDER = 'assets/';
const SHELL_FILE = 'index.html';
/** Encodings of the files that the build compresses, best first, with their suffixes. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Misspelt API paths, which are no screens. */
const LIKE_API = /^\/*api(?![\w-])/i;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
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
 * Serves the built web app from memory, so that many downloads use no files or threads. Serves only
 * files that existed at start; any other path is a screen and gets the shell. `redirectOf` maps
 * misspelt addresses to known ones.
 */
export function addWebApp(
  server: FastifyInstance,
  folder: string,
  redirectOf: (path: string) => string | undefined = () => undefined,
): void {
  if (!existsSync(join(folder, SHELL_FILE))) {
    server.get('/*', () => {
      throw problem('unknown-path', { detail: 'The web app is not built yet.' });
    });
    return;
  }
  const assets = loadAssets(folder);
  server.get('/*', { compress: false }, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const redirect = redirectOf(path);
    if (redirect !== undefined)
      return reply.redirect(redirect + (/\?.*$/s.exec(request.url)?.[0] ?? ''), 301);
    const asset = assets.get(path);
    if (!asset && (LIKE_API.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)))
      throw problem('unknown-path');
    return send(asset ?? assets.get(SHELL_FILE)!, request, reply);
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

function loadAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const assets = files.filter((file) => !ENCODINGS.some(([, suffix]) => file.endsWith(suffix)));
  return new Map(
    assets.map((file) => [relative(folder, file).split(sep).join('/'), loadAsset(folder, file)]),
  );
}

function loadAsset(folder: string, file: string): Asset {
  const plain = readFileSync(file);
  const isHashed = relative(folder, file).startsWith(join(HASHED_FOLDER));
  return {
    headers: {
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
      vary: 'accept-encoding',
    },
    plain,
    encoded: ENCODINGS.flatMap(([name, suffix]) =>
      existsSync(file + suffix) ? [[name, readFileSync(file + suffix)] as const] : [],
    ),
  };
}
