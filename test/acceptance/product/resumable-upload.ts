import { Upload } from 'tus-js-client';
import { v7 as newId } from 'uuid';
import { type Person, cookieOf } from './person.js';

const CHUNK_BYTES = 4 * 1024 ** 2;
const [MAX_RETRIES, RETRY_DELAY_MS] = [20, 10];
type UploadOptions = {
  readonly url?: string;
  readonly key?: string;
  readonly name?: string;
  readonly type?: string;
};
/**
 * Uploads a file as the browser does.
 * @returns its id
 * @throws the server's answer
 */
export function uploadResumably(
  person: Person,
  bytes: Buffer,
  {
    url = person.product.url,
    key = newId(),
    name = 'film.webm',
    type = 'video/webm',
  }: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/api/uploads`,
      chunkSize: CHUNK_BYTES,
      retryDelays: Array<number>(MAX_RETRIES).fill(RETRY_DELAY_MS),
      metadata: { filename: name, filetype: type },
      headers: { 'Idempotency-Key': key, Cookie: cookieOf(person) },
      onError: (error) =>
        reject(
          'originalResponse' in error && error.originalResponse
            ? JSON.parse(error.originalResponse.getBody())
            : error,
        ),
      onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
    });
    upload.start();
  });
}
