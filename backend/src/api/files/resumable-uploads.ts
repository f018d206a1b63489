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
import { idempotencyKey } from '../commands/command-headers.js';
import { Problem, problem } from '../../http/problem.js';
import { problemOf } from '../../http/problem-of.js';
import { fileProblem } from './file.words.js';
import { checkDeclared, isPath } from './incoming.js';
import { UnfinishedUploads, idOf } from './unfinished-uploads.js';
import { type Uploader, Uploads } from './uploads.js';

const resumableRoute = '/api/uploads';

const hour = 60 * 60_000;
/** Headers of the protocol: the others are between our own client and us. */
const asked = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'content-type',
  'content-length',
];
const answered = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-expires'];
const version = { 'tus-resumable': '1.0.0' };

export type TusAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Uploads that go on after a lost connection where they stopped, by the tus protocol. What has come
 * lies on the disk of this process; once it is whole it is taken in as every other upload is, with
 * the same checks.
 */
@Injectable()
export class ResumableUploads implements OnModuleDestroy {
  private readonly store: UnfinishedUploads;
  private readonly tus: Server;
  private readonly finishing = new Map<string, Promise<void>>();
  /** By account: no more are begun at the same time than there is room for. */
  private readonly exclusively = createKeyedMutex();
  private readonly cleaning: NodeJS.Timeout;

  constructor(
    private readonly uploads: Uploads,
    private readonly records: FileRecords,
    config: Config,
    logger: Logger,
  ) {
    this.store = new UnfinishedUploads(join(config.dataDir, 'unfinished-uploads'));
    this.tus = new Server({
      path: resumableRoute,
      datastore: this.store,
      namingFunction: ({ url }) => idIn(url),
      relativeLocation: true,
    });
    const clean = () =>
      this.tus
        .cleanUpExpiredUploads()
        .catch((err: unknown) => logger.warn({ err }, 'unfinished uploads were not removed'));
    void clean();
    this.cleaning = setInterval(() => void clean(), hour).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
  }

  /**
   * Before anything of it comes: whether it may, and whether there is room. @throws Problem,
   * Refusal, FileQuotaReached
   */
  async begin(request: FastifyRequest, asker: Uploader): Promise<TusAnswer> {
    const { headers } = request;
    const fileId = idempotencyKey(headers);
    const { filename, filetype } = metadataIn(headers);
    if (isPath(filename)) throw fileProblem('file-name-refused');
    const bytes = Number(headers['upload-length']);
    if (!Number.isSafeInteger(bytes)) throw problem('bad-request');
    checkDeclared(filetype, bytes, asker);
    await this.uploads.checkRoom(fileId, bytes, asker);
    const { status, headers: sent } = await this.exclusively(asker.id, async () => {
      await this.store.makeRoom(fileId, bytes, asker);
      return this.ask(request, 'POST', idOf(asker, fileId));
    });
    return { status, headers: { ...sent, location: `${resumableRoute}/${fileId}` } };
  }

  /** How much of it is there. One that was taken in is there whole. */
  async find(request: FastifyRequest, fileId: string, asker: Uploader): Promise<TusAnswer> {
    const id = idOf(asker, fileId);
    const answer = await this.ask(request, 'HEAD', id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'file-not-found')
        return this.kept(fileId, asker);
      throw error;
    });
    await this.finishIfWhole(id, fileId, asker);
    return answer;
  }

  /** @throws Problem, Refusal: what the file is, is only known when it is whole */
  async append(request: FastifyRequest, fileId: string, asker: Uploader): Promise<TusAnswer> {
    const id = idOf(asker, fileId);
    const answer = await this.ask(request, 'PATCH', id);
    await this.finishIfWhole(id, fileId, asker);
    return answer;
  }

  remove(fileId: string, asker: Uploader): Promise<void> {
    return this.store.remove(idOf(asker, fileId));
  }

  /** @throws Problem where it was not taken in */
  private async kept(fileId: string, asker: Uploader): Promise<TusAnswer> {
    const record = await this.records.find(fileKey(asker.organizationId, fileId));
    if (record?.owner !== asker.id) throw fileProblem('file-not-found');
    const bytes = String(record.bytes);
    return { status: 200, headers: { ...version, 'upload-offset': bytes, 'upload-length': bytes } };
  }

  /**
   * Finishes an upload once its parts are complete, one call after the other per upload. A client
   * that lost the answer may ask again meanwhile. All who wait get the same refusal; with a
   * `createKeyedMutex` the next would look for an upload that is gone.
   */
  private finishIfWhole(id: string, fileId: string, asker: Uploader): Promise<void> {
    const finished = (this.finishing.get(id) ?? Promise.resolve()).then(() =>
      this.takeIfWhole(id, fileId, asker),
    );
    this.finishing.set(id, finished);
    const leave = () => this.finishing.get(id) === finished && this.finishing.delete(id);
    finished.then(leave, leave);
    return finished;
  }

  private async takeIfWhole(id: string, fileId: string, asker: Uploader): Promise<void> {
    const upload = await this.store.getUpload(id).catch((error: unknown) => {
      if (error instanceof Error) throw error;
      // what tus throws where there is none
      return undefined;
    });
    if (!upload) await this.kept(fileId, asker);
    else if (upload.offset === upload.size)
      await this.take(id, fileId, upload.metadata?.['filetype'] ?? '', asker);
  }

  private async take(
    id: string,
    fileId: string,
    declaredType: string,
    asker: Uploader,
  ): Promise<void> {
    try {
      await this.uploads.take(
        { fileId, declaredType, content: this.store.read(id) as AsyncIterable<Buffer> },
        asker,
      );
    } catch (error) {
      // what could not be kept now is taken in when it is asked for again; what is refused never is
      const { status, more } = problemOf(error);
      if (status < 500 && more.retryAfterSeconds === undefined) await this.store.remove(id);
      throw error;
    }
    await this.store.remove(id);
  }

  private async ask(
    { raw, headers }: FastifyRequest,
    method: 'POST' | 'HEAD' | 'PATCH',
    id: string,
  ): Promise<TusAnswer> {
    const passed = asked.flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
    );
    const body =
      method === 'PATCH'
        ? { body: Readable.toWeb(raw) as ReadableStream<Uint8Array>, duplex: 'half' as const }
        : {};
    const request = new Request(`http://localhost${resumableRoute}/${id}`, {
      method,
      headers: passed,
      ...body,
    });
    // where the connection is lost, what has come of it is kept
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
        answered.flatMap((name) => pair(name, response.headers.get(name))),
      ),
    };
  }
}

const pair = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]];
const idIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

function metadataIn({ 'upload-metadata': text }: IncomingHttpHeaders): {
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
