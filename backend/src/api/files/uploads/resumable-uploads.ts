import { createKeyedMutex } from '#platform/common/keyed-mutex.js';
import { Config } from '#platform/common/config/config.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { Logger } from '#platform/process/logger.js';
import { Server } from '@tus/server';
import { Metadata } from '@tus/utils';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parseIdempotencyKey } from '../../commands/command-headers.js';
import { Problem, problem } from '../../../http/problems/problem.js';
import { toProblem } from '../../../http/problems/to-problem.js';
import { fileProblem } from '../file.problems.js';
import { checkDeclared, isPath } from './incoming.js';
import { UnfinishedUploads, uploadId } from './unfinished-uploads.js';
import { type Uploader, Uploads } from './uploads.js';

const RESUMABLE_ROUTE = '/api/uploads';

const HOUR_MS = 60 * 60_000;
/** Request headers that the tus protocol defines; only these are passed to its server. */
const REQUEST_HEADERS = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'content-type',
  'content-length',
];
const ANSWER_HEADERS = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-expires'];
const VERSION_HEADER = { 'tus-resumable': '1.0.0' };

export type TusAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Resumable uploads by the tus protocol. Parts lie on the disk of this process; a complete upload
 * is stored as any other, with the same checks.
 */
@Injectable()
export class ResumableUploads implements OnModuleDestroy {
  private readonly store: UnfinishedUploads;
  private readonly tus: Server;
  private readonly finishing = new Map<string, Promise<void>>();
  /** Serializes the uploads of an account, so that concurrent ones cannot exceed its limit. */
  private readonly runExclusively = createKeyedMutex();
  private readonly cleaningTimer: NodeJS.Timeout;

  constructor(
    private readonly uploads: Uploads,
    private readonly records: FileRecords,
    config: Config,
    logger: Logger,
  ) {
    this.store = new UnfinishedUploads(join(config.dataDir, 'unfinished-uploads'));
    this.tus = new Server({
      path: RESUMABLE_ROUTE,
      datastore: this.store,
      namingFunction: ({ url }) => parseIdInUrl(url),
      relativeLocation: true,
    });
    const removeExpired = () =>
      this.tus
        .cleanUpExpiredUploads()
        .catch((err: unknown) => logger.warn({ err }, 'unfinished uploads were not removed'));
    void removeExpired();
    this.cleaningTimer = setInterval(() => void removeExpired(), HOUR_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaningTimer);
  }

  /**
   * Starts an upload after checking rights and free space.
   * @throws Problem, Refusal, FileQuotaReached
   */
  async begin(request: FastifyRequest, uploader: Uploader): Promise<TusAnswer> {
    const { headers } = request;
    const fileId = parseIdempotencyKey(headers);
    const { filename, filetype } = parseMetadata(headers);
    if (isPath(filename)) throw fileProblem('file-name-refused');
    const bytes = Number(headers['upload-length']);
    if (!Number.isSafeInteger(bytes)) throw problem('bad-request');
    checkDeclared(filetype, bytes, uploader);
    await this.uploads.checkQuota(fileId, bytes, uploader);
    const { status, headers: tusHeaders } = await this.runExclusively(uploader.id, async () => {
      await this.store.makeRoom(fileId, bytes, uploader);
      return this.callTusServer(request, 'POST', uploadId(uploader, fileId));
    });
    return { status, headers: { ...tusHeaders, location: `${RESUMABLE_ROUTE}/${fileId}` } };
  }

  /** Answers the offset of an upload; a stored file is complete. */
  async find(request: FastifyRequest, fileId: string, uploader: Uploader): Promise<TusAnswer> {
    const id = uploadId(uploader, fileId);
    const answer = await this.callTusServer(request, 'HEAD', id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'file-not-found')
        return this.answerStored(fileId, uploader);
      throw error;
    });
    await this.storeIfComplete(id, fileId, uploader);
    return answer;
  }

  /**
   * Appends a part. The content is checked when the upload is complete.
   * @throws Problem, Refusal
   */
  async append(request: FastifyRequest, fileId: string, uploader: Uploader): Promise<TusAnswer> {
    const id = uploadId(uploader, fileId);
    const answer = await this.callTusServer(request, 'PATCH', id);
    await this.storeIfComplete(id, fileId, uploader);
    return answer;
  }

  remove(fileId: string, uploader: Uploader): Promise<void> {
    return this.store.remove(uploadId(uploader, fileId));
  }

  /** @throws Problem if the file is not stored */
  private async answerStored(fileId: string, uploader: Uploader): Promise<TusAnswer> {
    const record = await this.records.find(fileKey(uploader.organizationId, fileId));
    if (record?.owner !== uploader.id) throw fileProblem('file-not-found');
    const bytes = String(record.bytes);
    return {
      status: 200,
      headers: { ...VERSION_HEADER, 'upload-offset': bytes, 'upload-length': bytes },
    };
  }

  /**
   * Stores an upload once it is complete; calls for one upload run one by one. All waiting calls
   * get the same refusal. With a keyed mutex, the next call would not find the upload, which is
   * removed by then.
   */
  private storeIfComplete(id: string, fileId: string, uploader: Uploader): Promise<void> {
    const finished = (this.finishing.get(id) ?? Promise.resolve()).then(() =>
      this.storeIfCompleteNow(id, fileId, uploader),
    );
    this.finishing.set(id, finished);
    const removeIfLast = () => this.finishing.get(id) === finished && this.finishing.delete(id);
    finished.then(removeIfLast, removeIfLast);
    return finished;
  }

  private async storeIfCompleteNow(id: string, fileId: string, uploader: Uploader): Promise<void> {
    const upload = await this.store.getUpload(id).catch((error: unknown) => {
      if (error instanceof Error) throw error;
      // tus throws a plain object if there is no upload.
      return undefined;
    });
    if (!upload) await this.answerStored(fileId, uploader);
    else if (upload.offset === upload.size)
      await this.storeUpload(id, fileId, upload.metadata?.['filetype'] ?? '', uploader);
  }

  private async storeUpload(
    id: string,
    fileId: string,
    declaredType: string,
    uploader: Uploader,
  ): Promise<void> {
    try {
      await this.uploads.storeUpload(
        { fileId, declaredType, content: this.store.read(id) as AsyncIterable<Buffer> },
        uploader,
      );
    } catch (error) {
      // A refused upload is removed; one that could not be stored now is retried at the next
      // request.
      const { status, details } = toProblem(error);
      if (status < 500 && details.retryAfterSeconds === undefined) await this.store.remove(id);
      throw error;
    }
    await this.store.remove(id);
  }

  private async callTusServer(
    { raw, headers }: FastifyRequest,
    method: 'POST' | 'HEAD' | 'PATCH',
    id: string,
  ): Promise<TusAnswer> {
    const requestHeaders = REQUEST_HEADERS.flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
    );
    const body =
      method === 'PATCH'
        ? { body: Readable.toWeb(raw) as ReadableStream<Uint8Array>, duplex: 'half' as const }
        : {};
    const request = new Request(`http://localhost${RESUMABLE_ROUTE}/${id}`, {
      method,
      headers: requestHeaders,
      ...body,
    });
    // If the connection is lost, the received bytes are kept.
    const response = await this.tus.handleWeb(
      Object.assign(request, { runtime: { name: 'node', node: { req: raw } } }) as never,
    );
    if (response.status === 404 || response.status === 410) throw fileProblem('file-not-found');
    if (response.status >= 400)
      throw new Problem(
        response.status,
        'upload-not-continued',
        'This upload cannot go on. Send the file again.',
      );
    return {
      status: response.status,
      headers: Object.fromEntries(
        ANSWER_HEADERS.flatMap((name) => optionalPair(name, response.headers.get(name))),
      ),
    };
  }
}

const optionalPair = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]];
const parseIdInUrl = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

function parseMetadata({ 'upload-metadata': text }: IncomingHttpHeaders): {
  readonly filename: string;
  readonly filetype: string;
} {
  try {
    const { filename, filetype } = typeof text === 'string' ? Metadata.parse(text) : {};
    return { filename: filename ?? '', filetype: filetype ?? '' };
  } catch {
    throw problem('bad-request');
  }
}
