import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';
import { FileStore, type StoredFile } from './file-store.js';
import type { S3Settings } from '../../common/config/settings.js';

/**
 * Larger files go in parts of this size, the smallest that S3 takes: two of them are held in memory
 * at once.
 */
const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;

/**
 * How long the service may take to be reached, to begin its answer, and to be silent within it; in
 * milliseconds. A frozen service is answered 503 after 20 s, well before a proxy or a browser gives
 * up.
 */
const timeouts = { connectWithin: 3_000, answerWithin: 10_000, tries: 2 };

/**
 * Files in a bucket of S3 or of what speaks like it. An object is called by the key's SHA-256, so
 * that no key has a meaning there. Each part is sent with its SHA-256, and what does not fit is
 * refused by the service.
 */
export class FileStoreOnS3 extends FileStore {
  private constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  /**
   * @throws BadConfig if the service knows no such key, secret or bucket
   * @throws Unavailable if it does not answer
   */
  static async open(
    { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings,
    { connectWithin, answerWithin, tries } = timeouts,
  ): Promise<FileStoreOnS3> {
    // The SDK warns of Node versions that its later releases need. Ours is pinned, so operators
    // cannot act on it.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: tries,
      requestHandler: {
        connectionTimeout: connectWithin,
        requestTimeout: answerWithin,
        throwOnRequestTimeout: true,
        socketTimeout: answerWithin,
      },
    });
    try {
      // The right to list is needed later too: without it, what is not there is answered as
      // forbidden.
      await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
    } catch (error) {
      client.destroy();
      throw wrongAtStart(error, bucket);
    }
    return new FileStoreOnS3(client, bucket);
  }

  protected async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<void> {
    const body = Readable.from(content, { objectMode: false });
    const params = {
      ...this.named(key),
      ContentType: contentType,
      ChecksumAlgorithm: 'SHA256' as const,
      Body: body,
    };
    try {
      await new Upload({
        client: this.client,
        partSize: partBytes,
        queueSize: partsAtOnce,
        params,
      }).done();
    } catch (error) {
      throw unavailable(error);
    } finally {
      body.destroy(); // The sender is released, also where the content was not read to its end.
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await this.client
      .send(new HeadObjectCommand(this.named(key)))
      .catch(ignoreMissing);
    return found && { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? '' };
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }) {
    const asked = range
      ? { Range: `bytes=${range.start}-${range.end}` }
      : { ChecksumMode: 'ENABLED' as const };
    try {
      const { Body } = await this.client.send(
        new GetObjectCommand({ ...this.named(key), ...asked }),
      );
      const body = Body as Readable;
      // Also where no byte is read: then the generator never begins, and would end nothing.
      return Readable.from(whole(body), { objectMode: false }).once('close', () => body.destroy());
    } catch (error) {
      if (nameOf(error) === 'InvalidRange') return Readable.from([], { objectMode: false });
      return ignoreMissing(error);
    }
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.named(key))).catch(ignoreMissing);
  }

  async close(): Promise<void> {
    this.client.destroy();
  }

  private named(key: string) {
    const name = createHash('sha256').update(key).digest('hex');
    return { Bucket: this.bucket, Key: `${name.slice(0, 2)}/${name}` };
  }
}

/**
 * An answer that is cut off, or whose bytes are not those that were kept, ends in an error: the
 * first Node sees, the second the client.
 */
async function* whole(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw unavailable(error);
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const missing: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);

function ignoreMissing(error: unknown): undefined {
  if (!missing.has(nameOf(error))) throw unavailable(error);
}

/**
 * Without the client's own error as its cause: that one holds the whole request, its signature too,
 * and errors are logged.
 */
const unavailable = (error: unknown): Unavailable =>
  new Unavailable(`Files cannot be kept or read: ${reasonOf(error)}`);

/**
 * The service's own name for it, which is what its documentation explains; of the network, what
 * happened.
 */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException)
    return `the service answers ${error.$metadata.httpStatusCode ?? ''} ${error.name}`.replace(
      '  ',
      ' ',
    );
  if (nameOf(error) === 'TimeoutError') return 'the service does not answer';
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Error codes of a wrong address or account, which no retry can fix. */
const refusals: ReadonlySet<string> = new Set([
  ...[
    'NoSuchBucket',
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'AccessDenied',
    'PermanentRedirect',
    'AuthorizationHeaderMalformed',
  ],
]);

function wrongAtStart(error: unknown, bucket: string): Error {
  if (!refusals.has(nameOf(error))) return unavailable(error);
  return new BadConfig(
    `S3_URL does not open the bucket ${bucket}: ${reasonOf(error)}. A / or a + in the secret is written %2F or %2B.`,
  );
}
