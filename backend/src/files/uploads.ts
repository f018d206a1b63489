import type { UploadedFile } from '#domain/accounts/account.views.js';
import type { Clock } from '#platform/command-handling/claims.js';
import type { FileContent, FileStore } from '#platform/file-store/file-store.js';
import { type FileRecord, type FileRecords, fileKey, photoVariantsJob } from '#platform/files/file-records.js';
import type { JobQueue } from '#platform/job-queue/job-queue.js';
import type { SecretStore } from '#platform/secret-store/secret-store.js';
import { type StillMine, inTurnAcrossProcesses } from '#platform/secret-store/turn-across-processes.js';
import { buffer } from 'node:stream/consumers';
import type { Asker } from '../http/caller.js';
import { fileProblem } from './file.words.js';
import { Incoming } from './incoming.js';
import { cleaned } from './picture.js';

export { largestFile } from './incoming.js';

export type Upload = { readonly fileId: string; readonly declaredType: string; readonly content: AsyncIterable<Buffer> };
type Parts = {
  readonly files: FileStore;
  readonly records: FileRecords;
  readonly secrets: SecretStore;
  readonly jobs: JobQueue;
  readonly clock: Clock;
};

/**
 * Takes files in: checked by their bytes, decoded and stripped of where they were taken before it is answered. A picture is
 * held whole, because it is decoded; what is larger goes into the store as it comes. It needs no queue: a capture with its
 * photos goes on while there is none.
 */
export class Uploads {
  constructor(private readonly parts: Parts) {}

  /** The same file under the same id again is answered as the first time. @throws Problem, Refusal */
  async take({ fileId, declaredType, content }: Upload, asker: Asker): Promise<UploadedFile> {
    const incoming = await Incoming.begin(content, declaredType, asker);
    try {
      const held = incoming.sniffed.kind === 'video' ? undefined : await buffer(incoming);
      // One after the other, at whichever door: of two under one id the bytes of one could stand beside the record of the other.
      return await inTurnAcrossProcesses(this.parts, `upload ${fileKey(asker.organizationId, fileId)}`, (stillMine) =>
        this.keep(fileId, incoming, held, asker, stillMine),
      );
    } finally {
      await incoming.end();
    }
  }

  /**
   * So that they are there when the picture is first shown. While there is no queue, the event that speaks of it asks for them;
   * of a picture that none speaks of, whoever wants to see it does.
   */
  askForVariants(key: string): void {
    const { name, id, data } = photoVariantsJob(key);
    this.parts.jobs.add(name, id, data).catch(() => undefined);
  }

  /** @param held all of it, where it is held */
  private async keep(fileId: string, incoming: Incoming, held: Buffer | undefined, asker: Asker, stillMine: StillMine): Promise<UploadedFile> {
    const { kind, contentType } = incoming.sniffed;
    const key = fileKey(asker.organizationId, fileId);
    const earlier = await this.parts.records.find(key);
    if (earlier) {
      if (!held) for await (const _ of incoming); // Only its hash is asked for.
      // Whoever kept it may have been killed before it asked; asked for twice, it is one job.
      if (earlier.kind === 'image') this.askForVariants(key);
      return this.again(fileId, earlier, incoming.whole().sha256, asker);
    }
    const picture = held && kind === 'image' ? await cleaned(held, contentType) : undefined;
    await this.parts.records.willBeForgotten(key, this.parts.clock.now());
    const stored: FileContent = picture?.bytes ?? held ?? incoming;
    await this.parts.files.put(key, stored, contentType);
    const { bytes, sha256 } = incoming.whole();
    await stillMine();
    const record = await this.parts.records.add(key, {
      owner: asker.id,
      organizationId: asker.organizationId,
      kind,
      contentType,
      bytes: picture?.bytes.length ?? bytes,
      ...(picture && { width: picture.width, height: picture.height }),
      uploadedSha256: sha256,
      createdAt: this.parts.clock.now(),
    });
    if (picture) this.askForVariants(key);
    return this.again(fileId, record, sha256, asker);
  }

  private again(fileId: string, record: FileRecord, uploadedSha256: string, asker: Asker): UploadedFile {
    if (record.owner !== asker.id || record.uploadedSha256 !== uploadedSha256) throw fileProblem('file-id-used');
    const { kind, bytes, width, height } = record;
    return { fileId, kind, bytes, ...(width !== undefined && { width, height }) };
  }
}
