import { Clock } from '#platform/common/clock.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { isNoLongerPublished } from '#domain/kernel/files/files.js';
import { FileRecords, originalKey } from '#platform/files/file-records.js';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicOrganizations } from '../../auth/people/public-organizations.js';
import { fileProblem } from './file.problems.js';
import { type Link, Links } from './links.js';

/** Forbids scripts in a served file. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'; frame-ancestors 'none'";
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * Serves files by signed links. Content never changes, so browsers cache it until the link expires.
 */
@Injectable()
export class LinkedFiles {
  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly links: Links,
    private readonly organizations: PublicOrganizations,
    private readonly clock: Clock,
  ) {}

  addTo(server: FastifyInstance): void {
    server.get('/files/:token', (request, reply) => this.send(request, reply));
  }

  private async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { files, links, clock } = this;
    const link = links.parse((request.params as { token: string }).token, clock.now());
    const stored = link && (await this.isStillValid(link)) && (await files.stat(link.storedKey));
    if (!stored) throw fileProblem('link-expired');
    const range = parseRange(request.headers.range, stored.bytes);
    if (range === 'unsatisfiable')
      return reply.code(416).header('Content-Range', `bytes */${stored.bytes}`).send();
    const content = await files.read(link.storedKey, range);
    if (!content) throw fileProblem('link-expired');
    void reply
      .headers({
        'Content-Type': stored.contentType,
        'Content-Length': range ? range.end - range.start + 1 : stored.bytes,
        'Content-Disposition': `inline; filename*=UTF-8''${nameParameter(request.query)}.${EXTENSIONS[stored.contentType] ?? 'bin'}`,
        'Cache-Control': `private, max-age=${link.secondsLeft}, immutable`,
        'Accept-Ranges': 'bytes',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${stored.bytes}` }),
      })
      .code(range ? 206 : 200);
    return reply.send(content);
  }

  /**
   * Whether the link still opens its file. Every link ends when the lead is erased. A shared link
   * also ends when its offer stops showing the file, or the organization is closed.
   */
  private async isStillValid({ storedKey, isShared }: Link): Promise<boolean> {
    if (await this.records.isHeld(originalKey(storedKey))) return false;
    const record = isShared ? await this.records.find(storedKey) : undefined;
    return (
      record === undefined ||
      (!isNoLongerPublished(record) && this.organizations.isPublic(record.organizationId))
    );
  }
}

/** File name for saving, from the link's `name` parameter: letters and digits only. */
function nameParameter(query: unknown): string {
  const { name } = query as { name?: unknown };
  const plain = typeof name === 'string' ? name.replace(/[^\p{L}\p{M}\p{N} ]/gu, '') : '';
  // Cuts by code points, because half of a surrogate pair cannot be encoded.
  return encodeURIComponent(Array.from(plain).slice(0, 80).join('').trim() || 'file');
}

/** Byte range of a `Range` header, for videos. Several ranges are answered with the whole file. */
function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
