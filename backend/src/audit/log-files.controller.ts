import { Notary } from '#platform/notary/notary.js';
import { parseTilePath } from '#platform/proof/tiles.js';
import { Controller, Get, Header, Param, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { problem } from '../http/problems/problem.js';
import { VerifierPage } from './verifier-page.js';

/**
 * Tiles of an origin never change, but after a restored backup another origin has the same
 * addresses.
 */
const CACHED_FOR_A_MINUTE = 'public, max-age=60';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** The log's hashes for other programs (c2sp.org/tlog-tiles), readable by everybody. */
@Controller('audit/log')
export class LogFilesController {
  constructor(
    private readonly notary: Notary,
    private readonly verifier: VerifierPage,
  ) {}

  @Get('checkpoint')
  @Header('content-type', PLAIN_TEXT)
  @Header('cache-control', 'no-cache')
  async checkpoint(): Promise<string> {
    const newest = await this.notary.readNewest();
    if (!newest) throw problem('not-found');
    return newest.note;
  }

  /** Verifier keys, newest first, one per line. */
  @Get('keys')
  @Header('content-type', PLAIN_TEXT)
  @Header('cache-control', CACHED_FOR_A_MINUTE)
  async keys(): Promise<string> {
    return (await this.notary.readVerifierKeys()).map((key) => `${key}\n`).join('');
  }

  @Get('tile/*')
  async tile(
    @Param('*') path: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const tile = parseTilePath(`tile/${path}`);
    const hashes = tile && (await this.notary.readTile(tile.level, tile.index, tile.width));
    if (!hashes) throw problem('not-found');
    void reply.header('cache-control', CACHED_FOR_A_MINUTE);
    return new StreamableFile(hashes, { type: 'application/octet-stream' });
  }

  /** Page that checks proofs without a network. It is saved, and not opened under this address. */
  @Get('verify.html')
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    const { html } = this.verifier;
    if (html === undefined) throw problem('not-found');
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="fieldtrace-verify.html"',
      'cache-control': CACHED_FOR_A_MINUTE,
    });
    return html;
  }
}
