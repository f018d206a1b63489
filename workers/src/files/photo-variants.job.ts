import { FileStore } from '#platform/files/file-store/file-store.js';
import { type Variant, mayHavePicture, variants } from '#domain/kernel/files/files.js';
import { FileRecords, variantKey } from '#platform/files/file-records.js';
import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import type { JobHandler, JobOf } from '../job-handler.js';
import { PdfMaker } from '../documents/pdf-maker.js';
import { removeFile } from './remove-file.js';

/** Limit of attempts to draw a PDF's page, because a slow page delays all other documents. */
const MAX_DRAW_ATTEMPTS = 2;
const QUALITY_PERCENT = 78;

/**
 * Makes smaller variants of a picture, or of the first page of a PDF. Idempotent; a removed file
 * gets none.
 */
@Injectable()
export class PhotoVariants implements JobHandler<'photo-variants'> {
  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly maker: PdfMaker,
  ) {}

  async handle({ data, attempt = 1 }: JobOf<'photo-variants'>): Promise<void> {
    const { files, records } = this;
    const { key } = data;
    const storedVariants = await Promise.all(
      variants.map((variant) => files.stat(variantKey(key, variant))),
    );
    const missing = variants.filter((_, index) => !storedVariants[index]);
    if (missing.length === 0) return;
    const original = await this.readPicture(key, attempt);
    if (!original) return;
    for (const variant of missing)
      await files.put(
        variantKey(key, variant),
        await resizePicture(original, variant),
        'image/webp',
      );
    // An erasure may have removed the original meanwhile; then its new variants go too.
    if (!(await records.find(key))) await removeFile({ files, records }, key);
  }

  private async readPicture(key: string, attempt: number): Promise<Uint8Array | undefined> {
    const record = await this.records.find(key);
    const content = record && mayHavePicture(record) && (await this.files.read(key));
    if (!content) return undefined;
    const bytes = await buffer(content);
    if (record.kind === 'image') return bytes;
    const page = await this.maker.drawFirstPage(bytes).catch((error: unknown) => {
      if (attempt < MAX_DRAW_ATTEMPTS) throw error;
      return undefined;
    });
    if (!page) await this.records.change(key, (known) => ({ ...known, hasNoPicture: true }));
    return page;
  }
}

/**
 * Smaller WebP picture for lists and small screens; deterministic.
 * @throws Error if it cannot be decoded
 */
async function resizePicture(original: Uint8Array, variant: Variant): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const side = Number(variant);
  return sharp(original)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY_PERCENT })
    .toBuffer();
}
