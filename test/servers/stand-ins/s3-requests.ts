import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Credentials that the stand-in accepts. */
export const accessKey = 'AKIASTANDIN';
export const secret = 'stand/in+secret';

export type S3Error = readonly [status: number, code: string];

export const sha256 = (content: string | Buffer) => createHash('sha256').update(content);
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Checks the signature of a request (AWS Signature Version 4). */
export function checkSignature({
  method,
  url = '',
  headers,
}: IncomingMessage): S3Error | undefined {
  const [, key, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== accessKey) return [403, 'InvalidAccessKeyId'];
  const [path, query = ''] = url.split('?');
  const pairs = query
    .split('&')
    .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`));
  const headerLines = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}`);
  const canonical = [
    method,
    path,
    pairs.sort().join('&'),
    ...headerLines,
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const [day = '', ...scopeParts] = scope.split('/');
  const signingKey = scopeParts.reduce((key, part) => hmac(key, part), hmac(`AWS4${secret}`, day));
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    sha256(canonical).digest('hex'),
  ].join('\n');
  return hmac(signingKey, text).toString('hex') === signature
    ? undefined
    : [403, 'SignatureDoesNotMatch'];
}

/** Checks a body against the hashes in its headers; an upload must name its SHA-256. */
export function checkBody({ method, headers }: IncomingMessage, body: Buffer): S3Error | undefined {
  const signedSha256 = String(headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(signedSha256) && sha256(body).digest('hex') !== signedSha256)
    return [400, 'XAmzContentSHA256Mismatch'];
  if (method === 'PUT' && headers['x-amz-checksum-sha256'] !== sha256(body).digest('base64'))
    return [400, 'BadDigest'];
  return undefined;
}
