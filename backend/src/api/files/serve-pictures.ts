import { FileStore } from '#platform/files/file-store/file-store.js';
import { type Variant, variants } from '#domain/kernel/files.js';
import { FileRecords, PREVIEW, variantKey } from '#platform/files/file-records.js';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicOrganizations } from '../../auth/public-organizations.js';
import { fileProblem } from './file.words.js';
import { Uploads } from './uploads.js';

const aYear = 31_536_000;
const original = 'original';
type Smaller = Variant | typeof PREVIEW;
const isSmaller = (size: string): size is Smaller => size === PREVIEW || isVariant(size);
const isVariant = (size: string): size is Variant => (variants as readonly string[]).includes(size);

/**
 * Pictures of products and packages, for everybody: the only files that are. What is under a file’s
 * id never changes: it may be kept for good.
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
    const { key: asked, size } = request.params as { key: string; size: string };
    const key = asked.toLowerCase();
    const record = await records.find(key);
    if (
      record?.publishedTo !== 'everybody' ||
      record.kind !== 'image' ||
      !(isSmaller(size) || size === original)
    )
      throw fileProblem('file-not-found');
    if (!(await organizations.isPublic(record.organizationId))) throw fileProblem('file-not-found');
    const find = async () => (isSmaller(size) ? files.stat(variantKey(key, size)) : undefined);
    let smaller = await find();
    // Preview requests wait for the preview: link-preview clients ask once and cache the answer.
    if (!smaller && size === PREVIEW) {
      await uploads.makePreview(key);
      smaller = await find();
    }
    const stored = smaller ?? (await files.stat(key));
    if (!stored) throw fileProblem('file-not-found');
    // There may have been no queue when it was asked for, or it is older than its sizes: the next
    // request for it finds it.
    if (!smaller && isVariant(size)) uploads.askForVariants(key);
    // Until the smaller one is made the whole one stands for it, under another tag.
    const isFinal = smaller !== undefined || size === original;
    const tag = `"${record.uploadedSha256.slice(0, 32)}${smaller ? `.${size}` : ''}"`;
    void reply.headers({
      'Content-Type': stored.contentType,
      'Cache-Control': isFinal ? `public, max-age=${aYear}, immutable` : 'no-cache',
      ETag: tag,
    });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const content = await files.read(smaller ? variantKey(key, size as Smaller) : key);
    if (!content) throw fileProblem('file-not-found');
    return reply.header('Content-Length', stored.bytes).send(content);
  }
}
