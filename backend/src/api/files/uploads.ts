import type { JobPayloads } from '#domain/jobs.js';
import type { UploadedFile } from '#domain/kernel/file.views.js';
import { quotas } from '#domain/limits.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import {
  type FileRecord,
  FileRecords,
  fileKey,
  photoVariantsJob,
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
import type { Asker } from '../../auth/caller.js';
import { fileProblem } from './file.words.js';
import { FairSemaphore } from '../../http/fair-semaphore.js';
import { videoWithoutMetadata } from './video.js';
import { Incoming } from './incoming.js';
import { previewPicture } from './preview.js';
import { Spool } from './spool.js';
import type { SpooledFile } from './spooled-file.js';
import { Decoders } from './decoders.js';
import { RateLimits } from '../../http/rate-limits.js';
import { problem } from '../../http/problem.js';

export type Upload = {
  readonly fileId: string;
  readonly declaredType: string;
  readonly content: AsyncIterable<Buffer>;
};
export type Uploader = Asker & { readonly verified: boolean };
type Kept = Pick<FileRecord, 'kind' | 'contentType' | 'bytes'>;
/** Uploaded content as received, with its SHA-256. */
type Sent = Kept & { readonly sha256: string };
/** Content as stored, without metadata. */
type Prepared = { readonly content: Buffer | AsyncIterable<Buffer>; readonly bytes: number } & Pick<
  FileRecord,
  'width' | 'height' | 'placeholder'
>;
export type Made = Kept & Prepared & { readonly content: Buffer };

/**
 * A member has as many uploads under way as may be: one of them may have ended by then, in
 * milliseconds.
 */
const laterForUploads = 2_000;
const megabyte = 1024 ** 2;
/**
 * Files that are decoded at once, each held in memory whole: a picture of 50 megapixels takes 500
 * MB.
 */
const mostInMemory = 2;
/** Permits for accounts whose number is not verified: they never hold the last one. */
const mostOfUnverified = 1;
/** Milliseconds that a file waits to be decoded. */
const longestWait = 30_000;
const retryAfterSeconds = 10;
/** Most bytes of a form besides its file. */
const mostFormBytes = 4 * 1024;

/**
 * Takes files in: checked by their bytes, stripped of where they were taken before it is answered.
 * What comes waits on the disk until it has come whole. It needs no queue: a capture with its
 * photos goes on while there is none.
 */
@Injectable()
export class Uploads {
  /** How many are under way, by account. */
  private readonly underWay = new Map<string, number>();
  private readonly turns = new FairSemaphore({ inAll: mostInMemory });
  private readonly turnsOfUnverified = new FairSemaphore({ inAll: mostOfUnverified });
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

  /** Before anything of it is read: some of each account at once. @throws TooManyRequests */
  async counted<Result>(
    { id: accountId, verified }: Uploader,
    upload: () => Promise<Result>,
  ): Promise<Result> {
    const count = this.underWay.get(accountId) ?? 0;
    if (count >= (verified ? quotas.uploads : quotas.uploadsOfUnverified))
      throw new TooManyRequests(laterForUploads);
    this.underWay.set(accountId, count + 1);
    try {
      return await upload();
    } finally {
      const left = this.underWay.get(accountId)! - 1;
      if (left > 0) this.underWay.set(accountId, left);
      else this.underWay.delete(accountId);
    }
  }

  /**
   * Before anything of it is read: whether there is room for it, unless it was kept before.
   * @param declaredBytes of the whole request
   * @throws FileQuotaReached, Problem
   */
  async checkRoom(fileId: string, declaredBytes: number, asker: Uploader): Promise<void> {
    const bytes = Math.max(0, declaredBytes - mostFormBytes);
    this.spool.checkRoom(bytes);
    const key = fileKey(asker.organizationId, fileId);
    if (!(await this.records.find(key)))
      await this.usage.assertFits(
        key,
        { owner: asker.id, organizationId: asker.organizationId, bytes },
        this.quotasOf(asker),
      );
  }

  /**
   * Stores an upload. A repetition with the same id and content gets the first answer.
   * @throws Problem, Refusal
   */
  async take({ fileId, declaredType, content }: Upload, asker: Uploader): Promise<UploadedFile> {
    const incoming = await Incoming.begin(content, declaredType, asker);
    try {
      const file = await this.spool.take(incoming);
      try {
        await this.countWork(asker, file.bytes / megabyte);
        // Uploads with one id run one after the other, in all processes. Otherwise the bytes of one
        // could be stored with the record of the other.
        return await withDistributedMutex(
          { secrets: this.secrets, clock: this.clock },
          `upload ${fileKey(asker.organizationId, fileId)}`,
          async (assertHeld) => {
            const { kind, contentType } = incoming.sniffed;
            const sent = { kind, contentType, bytes: file.bytes, sha256: incoming.whole().sha256 };
            const kept = await this.keep(
              fileId,
              sent,
              () => this.withoutMetadata(kind, contentType, file, asker),
              asker,
              assertHeld,
            );
            // Also of one that was kept before: the process that kept it may have been killed
            // before it asked. Asked for twice, it is one job.
            if (kind === 'image') this.askForVariants(fileKey(asker.organizationId, fileId));
            return kept;
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
   * A file that this process has made itself, with its smaller ones, and that needs no check.
   * @throws Problem
   */
  takeMade(
    fileId: string,
    { kind, contentType, ...content }: Made,
    asker: Uploader,
  ): Promise<UploadedFile> {
    const sha256 = createHash('sha256').update(content.content).digest('hex');
    return this.keep(
      fileId,
      { kind, contentType, bytes: content.bytes, sha256 },
      () => Promise.resolve(content),
      asker,
      () => Promise.resolve(),
    );
  }

  /**
   * So that they are there when the picture is first shown. While there is no queue, the event that
   * speaks of it asks for them; of a picture that none speaks of, the first request for it does.
   */
  askForVariants(key: string): void {
    const { name, id, data } = photoVariantsJob(key);
    this.jobs.add(name, id, data).catch(() => undefined);
  }

  /**
   * Makes previews one after the other, each once: each takes as much memory as an uploaded
   * picture.
   */
  makePreview(key: string): Promise<void> {
    return this.turns.run(PREVIEW, async () => {
      const stored = variantKey(key, PREVIEW);
      const original = (await this.files.stat(stored)) ? undefined : await this.files.read(key);
      if (!original) return;
      await this.files.put(stored, await previewPicture(await buffer(original)), 'image/jpeg');
      // An erasure may have removed the file meanwhile.
      if (!(await this.records.find(key))) await this.files.remove(stored);
    });
  }

  private async keep(
    fileId: string,
    { kind, contentType, bytes, sha256 }: Sent,
    prepare: () => Promise<Prepared>,
    asker: Uploader,
    assertHeld: AssertHeld,
  ): Promise<UploadedFile> {
    const key = fileKey(asker.organizationId, fileId);
    const earlier = await this.records.find(key);
    if (earlier) return this.again(fileId, earlier, sha256, asker);
    const whose = { owner: asker.id, organizationId: asker.organizationId };
    const reserve = (reserved: number) =>
      this.usage.reserve(key, { ...whose, bytes: reserved }, this.quotasOf(asker));
    const isNew = await this.records.scheduleExpiry(key, whose, this.clock.now());
    let [isPut, isKept] = [false, false];
    try {
      await reserve(bytes);
      const { content, ...known } = await prepare();
      if (known.bytes !== bytes) await reserve(known.bytes);
      isPut = true;
      await this.files.put(key, content, contentType);
      await assertHeld();
      const wanted: FileRecord = {
        ...whose,
        ...{ kind, contentType, isCounted: true },
        ...known,
        uploadedSha256: sha256,
        createdAt: this.clock.now(),
      };
      const record = await this.records.add(key, wanted);
      isKept = record === wanted;
      return this.again(fileId, record, sha256, asker);
    } finally {
      // A usage that cannot be settled now is settled by the expiry note on its day.
      const settled = isKept
        ? this.usage.confirm(key, whose)
        : isNew && !isPut
          ? this.records.settleExpiry(key)
          : this.usage.unreserve(key, whose);
      await settled.catch(() => undefined);
    }
  }

  /**
   * Files that are read whole into memory wait for their account's turn. @throws Problem,
   * Unavailable
   */
  private async withoutMetadata(
    kind: FileRecord['kind'],
    contentType: string,
    file: SpooledFile,
    asker: Uploader,
  ): Promise<Prepared> {
    if (kind === 'video')
      return { content: videoWithoutMetadata(file.content(), contentType), bytes: file.bytes };
    return this.inTurn(asker, async () => {
      let megapixels = 0;
      try {
        const task = { contentType, bytes: await file.whole() };
        const { bytes: content, ...picture } = await this.decoders.decode(
          task,
          (size) => (megapixels = size),
        );
        return { content, bytes: content.length, ...picture };
      } finally {
        // Pictures that are refused half way cost as much. The next file is refused where this one
        // was too much.
        if (megapixels > 0) await this.countWork(asker, megapixels).catch(() => undefined);
      }
    });
  }

  /** @throws Problem where no permit came in time */
  private async inTurn<Result>(asker: Uploader, work: () => Promise<Result>): Promise<Result> {
    const patience = AbortSignal.timeout(longestWait);
    const decode = () => this.turns.run(asker.id, work, patience);
    try {
      return await (asker.verified
        ? decode()
        : this.turnsOfUnverified.run(asker.id, decode, patience));
    } catch (error) {
      throw patience.aborted && error === patience.reason
        ? problem('overloaded', { retryAfterSeconds })
        : error;
    }
  }

  /** @param units megabytes or megapixels @throws TooManyRequests */
  private countWork({ id, verified }: Uploader, units: number): Promise<void> {
    return this.limits.count(
      verified ? 'file work' : 'file work of unverified',
      id,
      Math.ceil(units),
    );
  }

  private quotasOf({ verified }: Uploader): FileQuotas {
    const {
      FILES_PER_MEMBER_MEGABYTES: ofMember,
      FILES_PER_ORGANIZATION_MEGABYTES: ofOrganization,
    } = this.config.limits;
    const ofOwner = ofMember === undefined ? quotas.fileBytesOfMember : ofMember * megabyte;
    return {
      perOwner: verified ? ofOwner : Math.min(ofOwner, quotas.fileBytesOfUnverified),
      perOrganization:
        ofOrganization === undefined ? quotas.fileBytesOfOrganization : ofOrganization * megabyte,
    };
  }

  private again(
    fileId: string,
    record: FileRecord,
    uploadedSha256: string,
    asker: Asker,
  ): UploadedFile {
    if (record.owner !== asker.id || record.uploadedSha256 !== uploadedSha256)
      throw fileProblem('file-id-used');
    const { kind, bytes, width, height } = record;
    return { fileId, kind, bytes, ...(width !== undefined && { width, height }) };
  }
}
