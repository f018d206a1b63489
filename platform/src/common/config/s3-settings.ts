import { z } from 'zod';

const words = 'must be an address such as https://KEY:SECRET@s3.example.com/bucket?region=ap-south-1';

/** What `S3_URL` says: who asks, where, and which bucket. */
export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Key and secret are percent-encoded, as in any address: a secret of S3 often has a `/` or a `+`. */
export function parseS3Url(text: string): S3Settings | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, username, password, pathname, searchParams } = new URL(text);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
  if (!/^https?:$/.test(protocol) || !bucket || username === '' || password === '') return undefined;
  try {
    return {
      endpoint: `${protocol}//${host}`,
      bucket,
      region: searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
}

export const s3Url = z.string().refine((text) => parseS3Url(text) !== undefined, words);
