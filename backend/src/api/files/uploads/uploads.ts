import { type JobPayloads, photoVariantsJob } from '#domain/jobs.js';
import type { UploadedFile } from '#domain/kernel/files/file.views.js';
import { quotas } from '#domain/limits.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import {
  type FileRecord,
  FileRecords,
  fileKey,
  PREVIEW,
  variantKey,
} from '#platform/files/file-records.js';
import { type FileQuotas, FileUsage } from '#platform/files/file-usage.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import {
  type AssertHeld,
  withDistributedMutex,
} from '#platform/storage/key-value-store/distributed-mutex.js';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Asker } from '../../../auth/caller.js';
import { fileProblem } from '../file.problems.js';
import { FairSemaphore } from '../../../http/load/fair-semaphore.js';
import { stripVideoMetadata } from '../formats/video.js';
import { IncomingFile } from './incoming.js';
import { createPreview } from '../formats/preview.js';
import { Spool } from './spool.js';
import type { SpooledFile } from './spooled-file.js';
import { Decoders } from '../formats/decoders.js';
import { RateLimits } from '../../../http/rate-limits.js';
import { problem } from '../../../http/problems/problem.js';

export type Upload = {
  readonly fileId: string;
  readonly declaredType: string;
  readonly content: AsyncIterable<Buffer>;
};
export type Uploader = Asker & { readonly verified: boolean };
type StoredFile = Pick<FileRecord, 'kind' | 'contentType' | 'bytes'>;
/** Uploaded content as received, with its SHA-256. */
type ReceivedFile = StoredFile & { readonly sha256: string };
/** Content as stored, without metadata. */
type PreparedFile = {
  readonly content: Buffer | AsyncIterable<Buffer>;
  readonly bytes: number;
} & Pick<FileRecord, 'width' | 'height' | 'placeholder'>;
export type GeneratedFile = StoredFile & PreparedFile & { readonly content: Buffer };

/** Retry delay for a member with too many running uploads. */
const UPLOADS_RETRY_AFTER_MS = 2_000;
const MEGABYTE = 1024 ** 2;
/** Files decoded at once; each is in memory, and 50 megapixels take 500 MB. */
const MAX_DECODING = 2;
/**
 * Permits for accounts with an unverified number. One permit is always left for verified accounts.
 */
const MAX_DECODING_UNVERIFIED = 1;
/** Longest wait of a file for decoding. */
const DECODING_WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 10;
/** Limit of a form's bytes besides its file. */
const MAX_FORM_OVERHEAD_BYTES = 4 * 1024;

/**
 * Stores uploads: checks their bytes and strips metadata before it answers. Spools them on the disk
 * until complete. Needs no job queue, so captures with photos work without one.
 */
@Injectable()
export class Uploads {
  /** Running uploads by account. */
  private readonly runningByAccount = new Map<string, number>();
  private readonly decodingSlots = new FairSemaphore({ total: MAX_DECODING });
  private readonly unverifiedDecodingSlots = new FairSemaphore({ total: MAX_DECODING_UNVERIFIED });
  private readonly usage: FileUsage;
  private readonly spool: Spool;

  constructor(
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly secrets: KeyValueStore,
    private readonly jobs: JobQueue<JobPayloads>,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly decoders: Decoders,
    private readonly limits: RateLimits,
  ) {
    this.usage = new FileUsage(secrets);
    this.spool = new Spool(join(config.dataDir, 'uploads'));
  }

  /**
   * Runs an upload within the account's limit of concurrent uploads.
   * @throws TooManyRequests
   */
  async withUploadSlot<Result>(
    { id: accountId, verified }: Uploader,
    upload: () => Promise<Result>,
  ): Promise<Result> {
    const count = this.runningByAccount.get(accountId) ?? 0;
    if (count >= (verified ? quotas.uploads : quotas.uploadsOfUnverified))
      throw new TooManyRequests(UPLOADS_RETRY_AFTER_MS);
    this.runningByAccount.set(accountId, count + 1);
    try {
      return await upload();
    } finally {
      const remaining = this.runningByAccount.get(accountId)! - 1;
      if (remaining > 0) this.runningByAccount.set(accountId, remaining);
      else this.runningByAccount.delete(accountId);
    }
  }

  /**
   * Checks spool and quotas before reading, unless the file is stored already.
   * @param declaredBytes size of the whole request
   * @throws FileQuotaReached, Problem
   */
  async checkQuota(fileId: string, declaredBytes: number, uploader: Uploader): Promise<void> {
    const bytes = Math.max(0, declaredBytes - MAX_FORM_OVERHEAD_BYTES);
    this.spool.checkFreeSpace(bytes);
    const key = fileKey(uploader.organizationId, fileId);
    if (!(await this.records.find(key)))
      await this.usage.assertFits(
        key,
        { owner: uploader.id, organizationId: uploader.organizationId, bytes },
        this.getQuotas(uploader),
      );
  }

  /**
   * Stores an upload. A repetition with the same id and content gets the first answer.
   * @throws Problem, Refusal
   */
  async storeUpload(
    { fileId, declaredType, content }: Upload,
    uploader: Uploader,
  ): Promise<UploadedFile> {
    const incoming = await IncomingFile.begin(content, declaredType, uploader);
    try {
      const file = await this.spool.write(incoming);
      try {
        await this.countWork(uploader, file.bytes / MEGABYTE);
        // Uploads with one id run one by one in all processes, so that bytes and record belong to
        // the same upload.
        return await withDistributedMutex(
          { secrets: this.secrets, clock: this.clock },
          `upload ${fileKey(uploader.organizationId, fileId)}`,
          async (assertHeld) => {
            const { kind, contentType } = incoming.sniffed;
            const received = {
              kind,
              contentType,
              bytes: file.bytes,
              sha256: incoming.summary().sha256,
            };
            const stored = await this.storeOnce(
              fileId,
              received,
              () => this.stripMetadata(kind, contentType, file, uploader),
              uploader,
              assertHeld,
            );
            // Also for a repetition: the first process may have been killed before. Repeated
            // requests are one job.
            if (kind === 'image') this.requestVariants(fileKey(uploader.organizationId, fileId));
            return stored;
          },
        );
      } finally {
        await file.close();
      }
    } finally {
      await incoming.end();
    }
  }

  /**
   * Stores a file that this process generated, with its variants; it needs no checks.
   * @throws Problem
   */
  storeGenerated(
    fileId: string,
    { kind, contentType, ...content }: GeneratedFile,
    uploader: Uploader,
  ): Promise<UploadedFile> {
    const sha256 = createHash('sha256').update(content.content).digest('hex');
    return this.storeOnce(
      fileId,
      { kind, contentType, bytes: content.bytes, sha256 },
      () => Promise.resolve(content),
      uploader,
      () => Promise.resolve(),
    );
  }

  /**
   * Requests the variants before the picture is first shown. Without a queue, the event that refers
   * to the file requests them, or else the first request for the picture.
   */
  requestVariants(key: string): void {
    const { name, id, data } = photoVariantsJob(key);
    this.jobs.add(name, id, data).catch(() => undefined);
  }

  /** Makes previews one by one, because each takes as much memory as an uploaded picture. */
  makePreview(key: string): Promise<void> {
    return this.decodingSlots.run(PREVIEW, async () => {
      const stored = variantKey(key, PREVIEW);
      const original = (await this.files.stat(stored)) ? undefined : await this.files.read(key);
      if (!original) return;
      await this.files.put(stored, await createPreview(await buffer(original)), 'image/jpeg');
      // An erasure may have removed the file meanwhile.
      if (!(await this.records.find(key))) await this.files.remove(stored);
    });
  }

  private async storeOnce(
    fileId: string,
    { kind, contentType, bytes, sha256 }: ReceivedFile,
    prepare: () => Promise<PreparedFile>,
    uploader: Uploader,
    assertHeld: AssertHeld,
  ): Promise<UploadedFile> {
    const key = fileKey(uploader.organizationId, fileId);
    const earlier = await this.records.find(key);
    if (earlier) return this.toUploadAnswer(fileId, earlier, sha256, uploader);
    const fileOwner = { owner: uploader.id, organizationId: uploader.organizationId };
    const reserve = (reserved: number) =>
      this.usage.reserve(key, { ...fileOwner, bytes: reserved }, this.getQuotas(uploader));
    const isNew = await this.records.scheduleExpiry(key, fileOwner, this.clock.now());
    let [isPut, isStored] = [false, false];
    try {
      await reserve(bytes);
      const { content, ...properties } = await prepare();
      if (properties.bytes !== bytes) await reserve(properties.bytes);
      isPut = true;
      await this.files.put(key, content, contentType);
      await assertHeld();
      const newRecord: FileRecord = {
        ...fileOwner,
        kind,
        contentType,
        isCounted: true,
        ...properties,
        uploadedSha256: sha256,
        createdAt: this.clock.now(),
      };
      const record = await this.records.add(key, newRecord);
      isStored = record === newRecord;
      return this.toUploadAnswer(fileId, record, sha256, uploader);
    } finally {
      // If the reserved bytes cannot be settled now, the file's expiry settles them.
      const settling = isStored
        ? this.usage.confirm(key, fileOwner)
        : isNew && !isPut
          ? this.records.settleExpiry(key)
          : this.usage.unreserve(key, fileOwner);
      await settling.catch(() => undefined);
    }
  }

  /**
   * Strips metadata. Files that are read whole into memory wait for their account's turn.
   * @throws Problem, Unavailable
   */
  private async stripMetadata(
    kind: FileRecord['kind'],
    contentType: string,
    file: SpooledFile,
    uploader: Uploader,
  ): Promise<PreparedFile> {
    if (kind === 'video')
      return { content: stripVideoMetadata(file.readContent(), contentType), bytes: file.bytes };
    return this.withDecodingSlot(uploader, async () => {
      let megapixels = 0;
      try {
        const task = { contentType, bytes: await file.readAll() };
        const { bytes: content, ...picture } = await this.decoders.decode(
          task,
          (size) => (megapixels = size),
        );
        return { content, bytes: content.length, ...picture };
      } finally {
        // Pictures that are refused while being decoded count too. Above the limit, the next file
        // is refused.
        if (megapixels > 0) await this.countWork(uploader, megapixels).catch(() => undefined);
      }
    });
  }

  /** @throws Problem if no permit came in time */
  private async withDecodingSlot<Result>(
    uploader: Uploader,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const timeout = AbortSignal.timeout(DECODING_WAIT_MS);
    const decode = () => this.decodingSlots.run(uploader.id, work, timeout);
    try {
      return await (uploader.verified
        ? decode()
        : this.unverifiedDecodingSlots.run(uploader.id, decode, timeout));
    } catch (error) {
      throw timeout.aborted && error === timeout.reason
        ? problem('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
        : error;
    }
  }

  /**
   * @param units megabytes or megapixels
   * @throws TooManyRequests
   */
  private countWork({ id, verified }: Uploader, units: number): Promise<void> {
    return this.limits.count(
      verified ? 'file work' : 'file work of unverified',
      id,
      Math.ceil(units),
    );
  }

  private getQuotas({ verified }: Uploader): FileQuotas {
    const {
      FILES_PER_MEMBER_MEGABYTES: memberMegabytes,
      FILES_PER_ORGANIZATION_MEGABYTES: organizationMegabytes,
    } = this.config.limits;
    const ownerBytes =
      memberMegabytes === undefined ? quotas.fileBytesOfMember : memberMegabytes * MEGABYTE;
    return {
      perOwner: verified ? ownerBytes : Math.min(ownerBytes, quotas.fileBytesOfUnverified),
      perOrganization:
        organizationMegabytes === undefined
          ? quotas.fileBytesOfOrganization
          : organizationMegabytes * MEGABYTE,
    };
  }

  private toUploadAnswer(
    fileId: string,
    record: FileRecord,
    uploadedSha256: string,
    uploader: Asker,
  ): UploadedFile {
    if (record.owner !== uploader.id || record.uploadedSha256 !== uploadedSha256)
      throw fileProblem('file-id-used');
    const { kind, bytes, width, height } = record;
    return { fileId, kind, bytes, ...(width !== undefined && { width, height }) };
  }
}
