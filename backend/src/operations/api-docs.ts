import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { problem } from '../http/problem.js';
import type { Forms } from './openapi.js';

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, tryItOutEnabled: false });\n`;
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fieldtrace API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>`;

/** The API for machines and for people. What describes it is made, and read, when somebody asks for it first. */
export function addApiDocs(server: FastifyInstance, address: string | undefined, forms: Forms): void {
  let described: Promise<string> | undefined;
  server.get('/api/openapi.json', async (_, reply) => {
    described ??= import('./openapi.js').then(({ openApi }) => JSON.stringify(openApi(address, forms)));
    return reply.type('application/json; charset=utf-8').send(await described);
  });
  server.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
  server.get('/api/docs/:file', async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    if (file === 'start.js') return reply.type('text/javascript; charset=utf-8').send(start);
    const type = Object.hasOwn(types, file) ? types[file] : undefined;
    if (!type) throw problem('unknown-path');
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    return reply.type(type).send(await readFile(join(folder, file)));
  });
}
