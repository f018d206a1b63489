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

/** Part size of an upload, S3's minimum. Two parts are held in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const CONCURRENT_PARTS = 2;

/**
 * Limits in milliseconds. A frozen service is answered 503 after 20 s, before proxies and browsers
 * give up.
 */
const TIMEOUTS = { connectMs: 3_000, answerMs: 10_000, tries: 2 };

/**
 * Files in a bucket of S3 or a compatible service. The object name is the SHA-256 of the key. Each
 * part is sent with its SHA-256, which the service checks.
 */
export class FileStoreOnS3 extends FileStore {
  private constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  /**
   * @throws BadConfig if key, secret or bucket are wrong
   * @throws Unavailable if the service does not answer
   */
  static async open(
    { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings,
    { connectMs, answerMs, tries } = TIMEOUTS,
  ): Promise<FileStoreOnS3> {
    // The SDK warns about Node versions of its later releases; ours is pinned.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: tries,
      requestHandler: {
        connectionTimeout: connectMs,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
        socketTimeout: answerMs,
      },
    });
    try {
      // Listing needs a right of its own: without it, S3 answers 403 for a missing object.
      await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
    } catch (error) {
      client.destroy();
      throw startUpError(error, bucket);
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
      ...this.objectName(key),
      ContentType: contentType,
      ChecksumAlgorithm: 'SHA256' as const,
      Body: body,
    };
    try {
      await new Upload({
        client: this.client,
        partSize: PART_BYTES,
        queueSize: CONCURRENT_PARTS,
        params,
      }).done();
    } catch (error) {
      throw unavailable(error);
    } finally {
      body.destroy(); // Ends the sender even if the content was not read to its end.
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await this.client
      .send(new HeadObjectCommand(this.objectName(key)))
      .catch(ignoreMissing);
    return found && { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? '' };
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }) {
    const rangeOrChecksum = range
      ? { Range: `bytes=${range.start}-${range.end}` }
      : { ChecksumMode: 'ENABLED' as const };
    try {
      const { Body } = await this.client.send(
        new GetObjectCommand({ ...this.objectName(key), ...rangeOrChecksum }),
      );
      const body = Body as Readable;
      // Destroys the body even if nothing is read: then the generator never starts.
      return Readable.from(wrapErrors(body), { objectMode: false }).once('close', () =>
        body.destroy(),
      );
    } catch (error) {
      if (errorName(error) === 'InvalidRange') return Readable.from([], { objectMode: false });
      return ignoreMissing(error);
    }
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.objectName(key))).catch(ignoreMissing);
  }

  async close(): Promise<void> {
    this.client.destroy();
  }

  private objectName(key: string) {
    const name = createHash('sha256').update(key).digest('hex');
    return { Bucket: this.bucket, Key: `${name.slice(0, 2)}/${name}` };
  }
}

/** Throws `Unavailable` for a cut-off answer or a wrong checksum. */
async function* wrapErrors(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw unavailable(error);
  }
}

const errorName = (error: unknown): string => (error instanceof Error ? error.name : '');
const MISSING_OBJECT_ERRORS: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);

function ignoreMissing(error: unknown): undefined {
  if (!MISSING_OBJECT_ERRORS.has(errorName(error))) throw unavailable(error);
}

/** Omits the client's error as cause: errors are logged, and it holds the request's signature. */
const unavailable = (error: unknown): Unavailable =>
  new Unavailable(`Files cannot be kept or read: ${describeError(error)}`);

/** Error name as in the service's documentation, or the network error. */
function describeError(error: unknown): string {
  if (error instanceof S3ServiceException)
    return `the service answers ${error.$metadata.httpStatusCode ?? ''} ${error.name}`.replace(
      '  ',
      ' ',
    );
  if (errorName(error) === 'TimeoutError') return 'the service does not answer';
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Error codes of a wrong address or account, which no retry can fix. */
const REFUSALS: ReadonlySet<string> = new Set([
  'NoSuchBucket',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
]);

function startUpError(error: unknown, bucket: string): Error {
  if (!REFUSALS.has(errorName(error))) return unavailable(error);
  return new BadConfig(
    `S3_URL does not open the bucket ${bucket}: ${describeError(error)}. A / or a + in the secret is written %2F or %2B.`,
  );
}
