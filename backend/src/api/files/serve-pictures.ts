import { FileStore } from '#platform/files/file-store/file-store.js';
import { type Variant, variants } from '#domain/kernel/files/files.js';
import { FileRecords, PREVIEW, variantKey } from '#platform/files/file-records.js';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicOrganizations } from '../../auth/people/public-organizations.js';
import { fileProblem } from './file.problems.js';
import { Uploads } from './uploads/uploads.js';

const YEAR_SECONDS = 31_536_000;
const ORIGINAL = 'original';
type SmallerVariant = Variant | typeof PREVIEW;
const isSmaller = (size: string): size is SmallerVariant => size === PREVIEW || isVariant(size);
const isVariant = (size: string): size is Variant => (variants as readonly string[]).includes(size);

/**
 * Serves pictures of products and packages to everybody. A file's content never changes, so it is
 * cached for a year.
 */
@Injectable()
export class PublicPictures {
  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly uploads: Uploads,
    private readonly organizations: PublicOrganizations,
  ) {}

  addTo(server: FastifyInstance): void {
    server.get('/pictures/:key/:size', (request, reply) => this.send(request, reply));
  }

  private async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { files, records, uploads, organizations } = this;
    const { key: requestedKey, size } = request.params as { key: string; size: string };
    const key = requestedKey.toLowerCase();
    const record = await records.find(key);
    if (
      record?.publishedTo !== 'everybody' ||
      record.kind !== 'image' ||
      !(isSmaller(size) || size === ORIGINAL)
    )
      throw fileProblem('file-not-found');
    if (!(await organizations.isPublic(record.organizationId))) throw fileProblem('file-not-found');
    const findSmaller = async () =>
      isSmaller(size) ? files.stat(variantKey(key, size)) : undefined;
    let smaller = await findSmaller();
    // Preview requests wait for the preview: link-preview clients ask once and cache the answer.
    if (!smaller && size === PREVIEW) {
      await uploads.makePreview(key);
      smaller = await findSmaller();
    }
    const stored = smaller ?? (await files.stat(key));
    if (!stored) throw fileProblem('file-not-found');
    // The variants' job may be missing (no queue at upload time, or an older file), so it is added
    // again.
    if (!smaller && isVariant(size)) uploads.requestVariants(key);
    // Until the variant exists, the original is sent with another ETag.
    const isFinal = smaller !== undefined || size === ORIGINAL;
    const tag = `"${record.uploadedSha256.slice(0, 32)}${smaller ? `.${size}` : ''}"`;
    void reply.headers({
      'Content-Type': stored.contentType,
      'Cache-Control': isFinal ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      ETag: tag,
    });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const content = await files.read(smaller ? variantKey(key, size as SmallerVariant) : key);
    if (!content) throw fileProblem('file-not-found');
    return reply.header('Content-Length', stored.bytes).send(content);
  }
}
