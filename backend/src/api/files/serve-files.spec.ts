import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { Clock } from '#platform/common/clock.js';
import type { FileRecord, FileRecords } from '#platform/files/file-records.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { SigningKey } from '#platform/sealing/key-store/key-store.js';
import type { PublicOrganizations } from '../../auth/people/public-organizations.js';
import { Links } from './links.js';
import { LinkedFiles } from './serve-files.js';

const now = '2026-11-23T10:00:00.000Z';
const links = new Links(new SigningKey(Buffer.alloc(32)));

let server: FastifyInstance;
let origin: string;
let record: Partial<FileRecord> = {};
let isPublic = true;
beforeEach(async () => {
  const files = {
    stat: async () => ({ contentType: 'application/pdf', bytes: 5 }),
    read: async () => Readable.from([Buffer.from('paper')]),
  } as unknown as FileStore;
  server = fastify();
  const records = {
    find: async () => record,
    isHeld: async (key: string) => key === 'org_erased',
  } as unknown as FileRecords;
  new LinkedFiles(
    files,
    records,
    links,
    { isPublic: async () => isPublic } as unknown as PublicOrganizations,
    { now: () => now } as Clock,
  ).addTo(server);
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

test.each([
  ['eighty letters', 'x'.repeat(100), 'x'.repeat(80)],
  [
    'eighty letters of two code units each, none of them cut',
    `x${'𝒜'.repeat(100)}`,
    `x${'𝒜'.repeat(79)}`,
  ],
])('a file is saved under its name, cut to %s', async (_, name, saved) => {
  const { status, headers } = await fetch(
    `${origin}${links.createLink('org_one', now).url}?name=${encodeURIComponent(name)}`,
  );
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(
    `inline; filename*=UTF-8''${encodeURIComponent(saved)}.pdf`,
  );
});

test('a public link ends when nothing publishes the file any more; other links do not', async () => {
  const sharedLink = links.createSharedLink('org_one', now).url;
  const memberLink = links.createLink('org_one', now).url;
  const isOpen = async (url: string) => (await fetch(`${origin}${url}`)).ok;
  const openBoth = async (fields: Partial<FileRecord>) => {
    record = fields;
    return { shared: await isOpen(sharedLink), member: await isOpen(memberLink) };
  };
  const shown = { 'offer-org_one': 'members' } as const;
  expect(await openBoth({ publishedTo: 'members', shownBy: shown })).toEqual({
    shared: true,
    member: true,
  });
  // The reference is not recorded yet, or the file was shared before references were recorded.
  expect(await openBoth({})).toEqual({ shared: true, member: true });
  expect(await openBoth({ publishedTo: 'members' })).toEqual({ shared: true, member: true });
  expect(await openBoth({ shownBy: {} })).toEqual({ shared: false, member: true });
});

test('a public link opens nothing while its organization may publish nothing', async () => {
  record = { publishedTo: 'members', shownBy: { 'offer-org_one': 'members' } };
  isPublic = false;
  expect((await fetch(`${origin}${links.createSharedLink('org_one', now).url}`)).status).toBe(404);
  expect((await fetch(`${origin}${links.createLink('org_one', now).url}`)).status).toBe(200);
  isPublic = true;
});

test.each(['.x', '.', '.x.y'])('a link followed by %s is invalid', async (suffix) => {
  const { url } = links.createLink('org_one', now);
  expect((await fetch(`${origin}${url}`)).status).toBe(200);
  expect((await fetch(`${origin}${url}${suffix}`)).status).toBe(404);
});

test.each(['org_erased', 'org_erased.480'])(
  'a link to %s, of a lead in its erasure hold, opens nothing',
  async (key) => {
    expect((await fetch(`${origin}${links.createLink(key, now).url}`)).status).toBe(404);
    expect(
      (await fetch(`${origin}${links.createLink(key.replace('erased', 'other'), now).url}`)).status,
    ).toBe(200);
  },
);
