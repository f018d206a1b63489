import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  type S3Error,
  accessKey,
  secret,
  sha256,
  checkBody,
  checkSignature,
} from './s3-requests.js';
import { StandInServer } from './stand-in-server.js';

/**
 * Fault that the next request meets. `cut answer`: half an answer, then its end. `stalled answer`:
 * half an answer, then nothing more. `damaged …`: a byte changes on its way.
 */
export type S3Fault =
  'busy' | 'silent' | 'cut answer' | 'stalled answer' | 'damaged upload' | 'damaged answer';

type StoredFile = {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly checksum: string;
};
type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string;
};

const bucket = 'fieldtrace-files';
const MIN_PART_BYTES = 5 * 1024 * 1024;
const etagOf = (bytes: Buffer) => `"${sha256(bytes).digest('hex').slice(0, 32)}"`;
const middleOf = (bytes: Buffer) => bytes.length >> 1;
/** Changes a bit in the middle. */
function damageByte(bytes: Buffer): void {
  bytes[middleOf(bytes)]! ^= 1;
}
const xml = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`;

/**
 * Stand-in for S3 with the requests that the file store makes: one bucket, in memory, path style.
 * Stricter than S3 where a mistake would cost files: the stand-in checks signatures, and refuses an
 * upload without its SHA-256.
 */
export class S3StandIn extends StandInServer<S3Fault> {
  private readonly objects = new Map<string, StoredFile>();
  private readonly uploads = new Map<
    string,
    { readonly contentType: string; readonly parts: Map<number, Buffer> }
  >();
  /** Requests so far, as `PUT /bucket/key?query`. */
  readonly receivedRequests: string[] = [];

  url({ key = accessKey, password = secret, bucketName = bucket } = {}): string {
    return `http://${key}:${encodeURIComponent(password)}@127.0.0.1:${this.port}/${bucketName}?region=ap-south-1`;
  }

  /** Number of multipart uploads that were neither completed nor aborted, which cost storage. */
  get unfinished(): number {
    return this.uploads.size;
  }

  protected async answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.receivedRequests.push(`${request.method} ${request.url}`);
    const fault = this.takeFault();
    const receivedBytes = await buffer(request);
    if (fault === 'silent') return;
    if (fault === 'damaged upload' && receivedBytes.length > 0) damageByte(receivedBytes);
    const error: S3Error | undefined =
      fault === 'busy'
        ? [503, 'SlowDown']
        : (checkSignature(request) ?? checkBody(request, receivedBytes));
    const {
      status = 200,
      headers = {},
      body = '',
    } = error ? refusal(...error) : this.answer(request, receivedBytes);

    const answerContent = Buffer.from(body);
    if (fault === 'damaged answer' && answerContent.length > 0) damageByte(answerContent);
    response.writeHead(status, { 'Content-Length': answerContent.length, ...headers });
    const firstHalf = answerContent.subarray(0, middleOf(answerContent));
    if (fault === 'stalled answer') response.write(firstHalf);
    else if (fault === 'cut answer') response.write(firstHalf, () => response.destroy());
    else response.end(request.method === 'HEAD' ? undefined : answerContent);
  }

  private answer({ method, url = '', headers }: IncomingMessage, receivedBytes: Buffer): Answer {
    const { pathname, searchParams } = new URL(url, 'http://stand-in');
    const [, pathBucket, ...keyParts] = pathname.split('/');
    const key = keyParts.join('/');
    if (pathBucket !== bucket) return refusal(404, 'NoSuchBucket');
    if (key === '')
      return {
        headers: { 'Content-Type': 'application/xml' },
        body: xml('ListBucketResult', `<Name>${bucket}</Name><KeyCount>0</KeyCount>`),
      };
    const contentType = headers['content-type'] ?? 'binary/octet-stream';
    const uploadId = searchParams.get('uploadId');
    switch (
      `${method} ${searchParams.has('uploads') ? 'begin' : uploadId === null ? 'object' : 'part'}`
    ) {
      case 'PUT object':
        this.objects.set(key, {
          bytes: receivedBytes,
          contentType,
          checksum: sha256(receivedBytes).digest('base64'),
        });
        return { headers: { ETag: etagOf(receivedBytes) } };
      case 'GET object':
      case 'HEAD object':
        return this.answerObject(key, headers);
      case 'DELETE object':
        this.objects.delete(key);
        return { status: 204 };
      case 'POST begin':
        return this.beginUpload(key, contentType);
      case 'PUT part':
        return this.storePart(uploadId!, Number(searchParams.get('partNumber')), receivedBytes);
      case 'POST part':
        return this.completeUpload(key, uploadId!, receivedBytes.toString());
      case 'DELETE part':
        return { status: this.uploads.delete(uploadId!) ? 204 : 404 };
      default:
        return refusal(405, 'MethodNotAllowed');
    }
  }

  private answerObject(key: string, headers: IncomingMessage['headers']): Answer {
    const stored = this.objects.get(key);
    if (!stored) return refusal(404, 'NoSuchKey');
    const { bytes, contentType, checksum } = stored;
    const describingHeaders = {
      'Content-Type': contentType,
      ETag: etagOf(bytes),
      'Accept-Ranges': 'bytes',
    };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined)
      return {
        headers: {
          ...describingHeaders,
          ...(headers['x-amz-checksum-mode'] && { 'x-amz-checksum-sha256': checksum }),
        },
        body: bytes,
      };
    const part = bytes.subarray(Number(from), Number(to) + 1);
    if (part.length === 0) return refusal(416, 'InvalidRange');
    return {
      status: 206,
      headers: {
        ...describingHeaders,
        'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
      },
      body: part,
    };
  }

  private beginUpload(key: string, contentType: string): Answer {
    const uploadId = `upload-${this.receivedRequests.length}`;
    this.uploads.set(uploadId, { contentType, parts: new Map() });
    return {
      body: xml(
        'InitiateMultipartUploadResult',
        `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${uploadId}</UploadId>`,
      ),
    };
  }

  private storePart(uploadId: string, number: number, receivedBytes: Buffer): Answer {
    const upload = this.uploads.get(uploadId);
    if (!upload) return refusal(404, 'NoSuchUpload');
    upload.parts.set(number, receivedBytes);
    return {
      headers: {
        ETag: etagOf(receivedBytes),
        'x-amz-checksum-sha256': sha256(receivedBytes).digest('base64'),
      },
    };
  }

  /**
   * Completes a multipart upload: each named part must exist and match, in order, and only the last
   * may be small.
   */
  private completeUpload(key: string, uploadId: string, partList: string): Answer {
    const upload = this.uploads.get(uploadId);
    if (!upload) return refusal(404, 'NoSuchUpload');
    const listedParts = [...partList.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      checksum: /<ChecksumSHA256>([^<]+)</.exec(part)?.[1],
    }));
    if (
      listedParts.some(({ number }, index) => index > 0 && number <= listedParts[index - 1]!.number)
    )
      return refusal(400, 'InvalidPartOrder');
    const parts = listedParts.map(({ number }) => upload.parts.get(number));
    const checksums = parts.map((part) => part && sha256(part).digest());
    if (
      checksums.some(
        (checksum, index) => checksum?.toString('base64') !== listedParts[index]!.checksum,
      )
    )
      return refusal(400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => part!.length < MIN_PART_BYTES))
      return refusal(400, 'EntityTooSmall');
    const bytes = Buffer.concat(parts as Buffer[]);
    const checksum = `${sha256(Buffer.concat(checksums as Buffer[])).digest('base64')}-${parts.length}`;
    this.uploads.delete(uploadId);
    this.objects.set(key, { bytes, contentType: upload.contentType, checksum });
    return {
      body: xml(
        'CompleteMultipartUploadResult',
        `<Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${etagOf(bytes)}</ETag>`,
      ),
    };
  }
}

const refusal = (status: number, code: string): Answer => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: xml('Error', `<Code>${code}</Code><Message>${code}</Message>`),
});
