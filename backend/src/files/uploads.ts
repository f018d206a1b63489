import type { UploadedFile } from '#domain/accounts/account.views.js';
import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { policy } from '#domain/policy.js';
import type { Clock } from '#platform/command-handling/claims.js';
import { turns } from '#platform/command-handling/in-turn.js';
import type { FileStore } from '#platform/file-store/file-store.js';
import { type FileRecord, type FileRecords, fileKey } from '#platform/files/file-records.js';
import type { JobQueue } from '#platform/job-queue/job-queue.js';
import { createHash } from 'node:crypto';
import type { Asker } from '../http/caller.js';
import { fileProblem } from './file.words.js';
import { cleaned } from './picture.js';
import { type Sniffed, enoughToSniff, isAsDeclared, sniff } from './sniff.js';

const megabyte = 1024 * 1024;
const largest = { image: 10 * megabyte, pdf: 10 * megabyte, video: 50 * megabyte } as const;
/** Most that any file may have. */
export const largestFile = largest.video;
/** A file that nothing refers to by then goes. */
const forgottenAfter = 60 * 24 * 60 * 60_000;

export type Upload = { readonly fileId: string; readonly declaredType: string; readonly content: AsyncIterable<Buffer> };
type Parts = { readonly files: FileStore; readonly records: FileRecords; readonly jobs: JobQueue; readonly clock: Clock };

/** Takes files in: checked by their bytes, decoded and stripped of where they were taken before it is answered. */
export class Uploads {
  private readonly inTurn = turns();

  constructor(private readonly parts: Parts) {}

  /** The same file under the same id again is answered as the first time. @throws Problem, Refusal */
  async take({ fileId, declaredType, content }: Upload, asker: Asker): Promise<UploadedFile> {
    const { bytes, sniffed } = await read(content, declaredType, asker);
    // One after the other, or of two under one id the bytes of one could stand beside the record of the other.
    return this.inTurn(fileKey(asker.organizationId, fileId), () => this.keep(fileId, bytes, sniffed, asker));
  }

  private async keep(fileId: string, bytes: Buffer, sniffed: Sniffed, asker: Asker): Promise<UploadedFile> {
    const key = fileKey(asker.organizationId, fileId);
    const uploadedSha256 = createHash('sha256').update(bytes).digest('hex');
    const earlier = await this.parts.records.find(key);
    if (earlier) return this.again(fileId, earlier, uploadedSha256, asker);

    const picture = sniffed.kind === 'image' ? await cleaned(bytes, sniffed.contentType) : undefined;
    const stored = picture?.bytes ?? bytes;
    // Asked for first: were this process to end now, the job would still take away what nobody refers to.
    await this.parts.jobs.add('forget-file', `forget-file-${key}`, { key }, { delayMilliseconds: forgottenAfter });
    await this.parts.files.put(key, stored, sniffed.contentType);
    const record = await this.parts.records.add(key, {
      owner: asker.id,
      organizationId: asker.organizationId,
      kind: sniffed.kind,
      contentType: sniffed.contentType,
      bytes: stored.length,
      ...(picture && { width: picture.width, height: picture.height }),
      uploadedSha256,
      createdAt: this.parts.clock.now(),
    });
    if (picture) await this.parts.jobs.add('photo-variants', `photo-variants-${key}`, { key });
    return this.again(fileId, record, uploadedSha256, asker);
  }

  private again(fileId: string, record: FileRecord, uploadedSha256: string, asker: Asker): UploadedFile {
    if (record.owner !== asker.id || record.uploadedSha256 !== uploadedSha256) throw fileProblem('file-id-used');
    const { kind, bytes, width, height } = record;
    return { fileId, kind, bytes, ...(width !== undefined && { width, height }) };
  }
}

/** Reads no more than a file of its kind may have. */
async function read(content: AsyncIterable<Buffer>, declaredType: string, asker: Asker): Promise<{ bytes: Buffer; sniffed: Sniffed }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let sniffed: Sniffed | undefined;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (!sniffed && size >= enoughToSniff) sniffed = allowed(Buffer.concat(chunks), declaredType, asker);
    if (sniffed && size > largest[sniffed.kind]) throw fileProblem('file-too-large');
  }
  if (!sniffed) throw fileProblem(size === 0 ? 'file-missing' : 'file-type-unknown');
  return { bytes: Buffer.concat(chunks), sniffed };
}

function allowed(bytes: Buffer, declaredType: string, { role }: Asker): Sniffed {
  const sniffed = sniff(bytes);
  if (!sniffed) throw fileProblem('file-type-unknown');
  if (!isAsDeclared(sniffed, declaredType)) throw fileProblem('file-not-as-declared');
  if (!mayEver(policy.files[sniffed.kind], role)) refuse('not-allowed', 'file');
  return sniffed;
}
