import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { FileRecord, FileRecords } from '#platform/files/file-records.js';
import { afterEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { PublicOrganizations } from '../../auth/people/public-organizations.js';
import { PublicPictures } from './serve-pictures.js';
import type { Uploads } from './uploads/uploads.js';

let server: FastifyInstance;
afterEach(() => server.close());

const stored = { contentType: 'image/jpeg', bytes: 5 };
const organizations = { isPublic: async () => true } as unknown as PublicOrganizations;

/**
 * Requests sizes of a picture.
 * @returns the keys whose variants were requested, and the caching of each answer
 */
async function serve(storedKeys: readonly string[], ...sizes: readonly string[]) {
  const files = {
    stat: async (key: string) => (storedKeys.includes(key) ? stored : undefined),
    read: async () => Readable.from([Buffer.alloc(stored.bytes)]),
  } as unknown as FileStore;
  const record = { kind: 'image', publishedTo: 'everybody', uploadedSha256: 'x' } as FileRecord;
  const keys: string[] = [];
  const uploads = {
    requestVariants: (key: string) => void keys.push(key),
    makePreview: async () => undefined,
  };
  server = fastify();
  const records = { find: async () => record } as unknown as FileRecords;
  new PublicPictures(files, records, uploads as unknown as Uploads, organizations).addTo(server);
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const answers = [];
  for (const size of sizes) answers.push(await fetch(`${origin}/pictures/org_one/${size}`));
  return { keys, caching: answers.map(({ headers }) => headers.get('cache-control')) };
}

test('a missing variant is requested, and the original is served meanwhile', async () => {
  expect(await serve(['org_one'], '640')).toEqual({ keys: ['org_one'], caching: ['no-cache'] });
});

test('an existing variant or an original is served without a request for variants', async () => {
  const { keys, caching } = await serve(['org_one', 'org_one.640'], '640', 'original');
  expect(keys).toEqual([]);
  expect(caching).toEqual([
    expect.stringContaining('immutable'),
    expect.stringContaining('immutable'),
  ]);
});

test('an address in capitals leads to the same picture', async () => {
  await serve(['org_one'], 'original');
  expect((await fetch(`${server.listeningOrigin}/pictures/ORG_One/original`)).status).toBe(200);
});
