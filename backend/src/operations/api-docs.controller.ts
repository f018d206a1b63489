import { Config } from '#platform/common/config/config.js';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sendInPieces } from '../http/in-pieces.js';
import { problem } from '../http/problems/problem.js';
import { webhookForms } from './whatsapp-webhooks.controller.js';
import { RouteForms } from './forms.js';

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const startScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, tryItOutEnabled: false });\n`;
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

/** API description for machines and people, built at the first request. */
@Controller('api')
export class ApiDocsController {
  private readonly cache = new Map<string, Promise<CompressedFile>>();

  constructor(
    private readonly config: Config,
    private readonly forms: RouteForms,
  ) {}

  @Get('openapi.json')
  openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.send(
      request,
      reply,
      'application/json; charset=utf-8',
      'openapi.json',
      async () => {
        const { openApi } = await import('./openapi.js');
        const forms = { ...this.forms.all, ...webhookForms };
        return JSON.stringify(openApi(this.config.publicUrl, forms));
      },
    );
  }

  @Get('docs')
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type('text/html; charset=utf-8');
    return page;
  }

  @Get('docs/:file')
  async file(
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (file === 'start.js') return reply.type('text/javascript; charset=utf-8').send(startScript);
    const type = Object.hasOwn(types, file) ? types[file] : undefined;
    if (!type) throw problem('unknown-path');
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    return this.send(request, reply, type, file, () => readFile(join(folder, file)));
  }

  /** Sends one shared compressed copy: the files are large and need no session. */
  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    name: string,
    make: () => Promise<string | Buffer>,
  ) {
    const compressing = this.cache.get(name) ?? compress(make);
    this.cache.set(name, compressing);
    compressing.catch(() => this.cache.delete(name));
    const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const { plain, zipped } = await compressing;
    void reply.type(type).header('vary', 'accept-encoding');
    return isZipped
      ? sendInPieces(reply.header('content-encoding', 'gzip'), zipped)
      : sendInPieces(reply, plain);
  }
}

type CompressedFile = { readonly plain: Buffer; readonly zipped: Buffer };

async function compress(make: () => Promise<string | Buffer>): Promise<CompressedFile> {
  const plain = Buffer.from(await make());
  return { plain, zipped: await promisify(gzip)(plain) };
}
