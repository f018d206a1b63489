import { Uploads } from '#backend/api/files/uploads/uploads.js';
import type { FileLink } from '#domain/kernel/files/file.views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { fileKey } from '#platform/files/file-records.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { FileStore } from '@tus/file-store';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { sampleVideo, sampleVideoOfBytes } from '../product/sample-video.js';
import { InProcessProduct } from '../product/in-process.js';
import {
  Person,
  type Problem,
  foundOrganization,
  newPhone,
  createTeam,
} from '../product/person.js';
import { uploadResumably } from '../product/resumable-upload.js';

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let organizationId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha');
  ({ admin: meera, organizationId } = people);
  [asha] = people.reps;
});
afterAll(() => product.dispose());

const megabyte = 1024 ** 2;
type SentRange = { readonly from: number; to: number };

/** Network that breaks after a number of bytes, and counts how often each byte was sent. */
class FlakyNetwork {
  readonly sent: SentRange[] = [];
  cuts = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async connectTo(
    address: string,
    cutAfterBytes: number,
    maxCuts: number,
  ): Promise<FlakyNetwork> {
    const { port, hostname } = new URL(address);
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const network = new FlakyNetwork(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    server.on('connection', (client) => {
      const upstream = connect(Number(port), hostname);
      let passedBytes = 0;
      let part: SentRange | undefined;
      for (const socket of [client, upstream]) {
        network.sockets.add(socket);
        socket.on('error', () => undefined);
      }
      // Bytes in transit still arrive at the server.
      client.on('close', () => upstream.end());
      upstream.on('close', () => client.destroy()).pipe(client);
      upstream.on('data', (answer: Buffer) => {
        // The server refuses a piece while it still writes the previous one; the client then asks
        // for the offset.
        if (/^HTTP\/1\.1 4(09|23) /.test(answer.toString('latin1', 0, 13)) && part)
          network.sent.splice(network.sent.indexOf(part), 1);
      });
      client.on('data', (chunk: Buffer) => {
        if (/^(HEAD|POST) /.test(chunk.toString('latin1', 0, 5))) part = undefined;
        const offset = /^PATCH [^]*?upload-offset: (\d+)/i.exec(
          chunk.toString('latin1', 0, 2_000),
        )?.[1];
        const headBytes = offset === undefined ? 0 : chunk.indexOf('\r\n\r\n') + 4;
        if (offset !== undefined)
          network.sent.push((part = { from: Number(offset), to: Number(offset) }));
        if (part) part.to += chunk.length - headBytes;
        passedBytes += chunk.length;
        if (passedBytes >= cutAfterBytes && network.cuts < maxCuts) {
          // The chunk is lost, because the connection is cut before it is forwarded.
          network.cuts++;
          client.resetAndDestroy();
        } else if (!upstream.write(chunk)) {
          client.pause();
          upstream.once('drain', () => client.resume());
        }
      });
    });
    return network;
  }

  /**
   * Maximum number of times that a byte was sent. Computed from the ends of pieces, because
   * counting bytes would block the process.
   */
  maxTimesSent(): number {
    const edges = this.sent.flatMap(({ from, to }) => [
      { at: from, change: 1 },
      { at: to, change: -1 },
    ]);
    let [times, maxTimes] = [0, 0];
    for (const { change } of edges.toSorted(
      (one, other) => one.at - other.at || one.change - other.change,
    ))
      maxTimes = Math.max(maxTimes, (times += change));
    return maxTimes;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

const tusHeaders = { 'tus-resumable': '1.0.0' };
const MAX_UNFINISHED_UPLOADS = 5;

const requestLink = (person: Person, fileId: string) =>
  person.request<FileLink>('GET', `/api/files/${fileId}`);
async function downloadContent(person: Person, fileId: string): Promise<Buffer> {
  const { url } = (await requestLink(person, fileId)).body;
  return Buffer.from(await (await fetch(product.url + url)).arrayBuffer());
}
const listUnfinishedUploads = () =>
  readdirSync(join(product.parts.config.dataDir, 'unfinished-uploads'));
const drawPhoto = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#d06030' } })
    .jpeg()
    .toBuffer();

test('a video of 50 MB over a connection that is cut ten times arrives completely, once, and resumes each time', async () => {
  const bytes = sampleVideoOfBytes(50 * megabyte);
  const network = await FlakyNetwork.connectTo(product.url, 2.5 * megabyte, 10);
  try {
    const fileId = await uploadResumably(meera, bytes, { url: network.url });
    expect(network.cuts).toBe(10);
    const offsets = network.sent.map(({ from }) => from);
    // Each part begins after the part before it.
    expect(offsets).toEqual([...new Set(offsets)].toSorted((one, other) => one - other));
    expect(network.maxTimesSent()).toBe(2);
    expect((await downloadContent(meera, fileId)).equals(bytes)).toBe(true);
    expect(await product.parts.secrets.get('file', fileKey(organizationId, fileId))).toMatchObject({
      value: { kind: 'video', bytes: bytes.length },
    });
    expect(listUnfinishedUploads()).toEqual([]);
    // A client whose last answer was lost asks again, and learns that the file is complete.
    const { status, headers } = await meera.request('HEAD', `/api/uploads/${fileId}`, {
      headers: tusHeaders,
    });
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([
      200,
      String(bytes.length),
      String(bytes.length),
    ]);
  } finally {
    network.close();
  }
});

test('nobody else can continue, see or cancel an upload', async () => {
  const key = newId();
  const creation = await meera.request('POST', '/api/uploads', {
    headers: {
      ...tusHeaders,
      'idempotency-key': key,
      'upload-length': '1000',
      'upload-metadata': 'filetype aW1hZ2UvanBlZw==',
    },
  });
  expect([creation.status, creation.headers.get('location')]).toEqual([201, `/api/uploads/${key}`]);
  const options = { headers: tusHeaders };
  expect((await asha.request('HEAD', `/api/uploads/${key}`, options)).status).toBe(404);
  const partHeaders = {
    ...tusHeaders,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  expect(
    (await asha.request('PATCH', `/api/uploads/${key}`, { headers: partHeaders, body: 'x' }))
      .status,
  ).toBe(404);
  await asha.request('DELETE', `/api/uploads/${key}`, options);
  expect((await meera.request('HEAD', `/api/uploads/${key}`, options)).status).toBe(200);
  expect((await meera.request('DELETE', `/api/uploads/${key}`, options)).status).toBe(204);
  expect((await meera.request('HEAD', `/api/uploads/${key}`, options)).status).toBe(404);
});

const createUpload = (person: Person, key: string, length = 1000) =>
  person.request<Problem>('POST', '/api/uploads', {
    headers: { ...tusHeaders, 'idempotency-key': key, 'upload-length': String(length) },
  });
const readStatus = async (person: Person, key: string) =>
  (await person.request('HEAD', `/api/uploads/${key}`, { headers: tusHeaders })).status;
const cancelUpload = (person: Person, key: string) =>
  person.request('DELETE', `/api/uploads/${key}`, { headers: tusHeaders });

test('a member has at most five unfinished uploads: the oldest is dropped', async () => {
  const keys = Array.from({ length: MAX_UNFINISHED_UPLOADS + 1 }, () => newId());
  for (const key of keys) await createUpload(asha, key);
  expect(await Promise.all(keys.map((key) => readStatus(asha, key)))).toEqual([
    404, 200, 200, 200, 200, 200,
  ]);
  for (const key of keys) await cancelUpload(asha, key);
});

test('a member has at most five unfinished uploads, also if started at the same time', async () => {
  const keys = Array.from({ length: 12 }, () => newId());
  await Promise.all(keys.map((key) => createUpload(asha, key)));
  const statuses = await Promise.all(keys.map((key) => readStatus(asha, key)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_UNFINISHED_UPLOADS);
  for (const key of keys) await cancelUpload(asha, key);
});

test('a member with an unverified number has one unfinished upload', async () => {
  const ravi = await new Person(product, 'Ravi', newPhone()).signUp({ verify: false });
  await foundOrganization(ravi, 'Ravi Solar');
  const keys = [newId(), newId()];
  for (const key of keys) await createUpload(ravi, key);
  expect(await Promise.all(keys.map((key) => readStatus(ravi, key)))).toEqual([404, 200]);
  for (const key of keys) await cancelUpload(ravi, key);
});

test('an empty file is refused', async () => {
  const { status, body } = await createUpload(meera, newId(), 0);
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ code: 'file-missing', fields: { file: 'Choose a file.' } }),
  ]);
  expect(listUnfinishedUploads()).toEqual([]);
});

test('a query during the processing of a file answers that it is complete, and it is processed once', async () => {
  const storing = jest.spyOn(Uploads.prototype, 'storeUpload');
  const bytes = await drawPhoto();
  const key = newId();
  await createUpload(meera, key, bytes.length);
  // The state after the last part, whose answer was lost.
  writeFileSync(
    join(
      product.parts.config.dataDir,
      'unfinished-uploads',
      `${organizationId}_${meera.id}_${key}`,
    ),
    bytes,
  );
  expect(await Promise.all(Array.from({ length: 12 }, () => readStatus(meera, key)))).toEqual(
    Array(12).fill(200),
  );
  expect(storing).toHaveBeenCalledTimes(1);
  storing.mockRestore();
  expect(listUnfinishedUploads()).toEqual([]);
});

test.each([
  ['a part of the server is away', new Unavailable('The files are away'), 503],
  ['too much is asked at once', new TooManyRequests(1_000), 429],
  ['something goes wrong', new Error('a mistake'), 500],
])(
  'a complete upload during which %s is processed at the next request, without being sent again',
  async (_, error, status) => {
    const bytes = await drawPhoto();
    const key = newId();
    await createUpload(meera, key, bytes.length);
    const storing = jest
      .spyOn(Uploads.prototype, 'storeUpload')
      .mockRejectedValueOnce(error)
      .mockRejectedValueOnce(error);
    const partHeaders = {
      ...tusHeaders,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    expect(
      (
        await meera.request('PATCH', `/api/uploads/${key}`, {
          headers: partHeaders,
          body: new Uint8Array(bytes),
        })
      ).status,
    ).toBe(status);
    expect(await readStatus(meera, key)).toBe(status);
    expect(listUnfinishedUploads()).toHaveLength(2);
    expect(await readStatus(meera, key)).toBe(200);
    storing.mockRestore();
    expect(listUnfinishedUploads()).toEqual([]);
    expect((await requestLink(meera, key)).body).toMatchObject({ kind: 'image' });
  },
);

test.each([
  ['stored', 200],
  ['cancelled', 404],
])(
  'an upload that is %s by another request, after this one has read its offset, is answered %i',
  async (outcome, status) => {
    const bytes = await drawPhoto();
    const key = newId();
    await createUpload(meera, key, bytes.length);
    const { getUpload } = FileStore.prototype;
    let lookUpCount = 0;
    const slowLookUp = jest
      .spyOn(FileStore.prototype, 'getUpload')
      .mockImplementation(async function (this: FileStore, id: string) {
        if (++lookUpCount === 2) {
          if (outcome === 'stored')
            await meera.upload(new Uint8Array(bytes), 'x.jpg', 'image/jpeg', key);
          await cancelUpload(meera, key);
        }
        return getUpload.call(this, id);
      });
    expect(await readStatus(meera, key)).toBe(status);
    expect(lookUpCount).toBe(2);
    slowLookUp.mockRestore();
  },
);

describe('refused with a message, and not stored:', () => {
  const zipBomb = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(1_000)]);
  const createTooLargePhoto = async () =>
    Buffer.concat([await drawPhoto(), Buffer.alloc(10 * megabyte)]).subarray(0, 10 * megabyte + 1);
  test.each([
    [
      'HTML that says it is a picture',
      async () => Buffer.from('<html><script>alert(1)</script>'),
      'poster.jpg',
      'image/jpeg',
      'file-type-unknown',
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'x.svg',
      'image/svg+xml',
      'file-type-unknown',
    ],
    ['a packed file', async () => zipBomb, 'offer.pdf', 'application/pdf', 'file-type-unknown'],
    [
      'a picture that says it is a video',
      () => drawPhoto(),
      'x.mp4',
      'video/mp4',
      'file-not-as-declared',
    ],
    [
      'half a picture',
      async () => (await drawPhoto()).subarray(0, 300),
      'x.jpg',
      'image/jpeg',
      'file-unreadable',
    ],
    ['10 MB and a byte', createTooLargePhoto, 'x.jpg', 'image/jpeg', 'file-too-large'],
    [
      '10 MB and a byte of a picture that says nothing',
      createTooLargePhoto,
      'x.jpg',
      '',
      'file-too-large',
    ],
    ['51 MB', async () => sampleVideo(51), 'x.webm', 'video/webm', 'file-too-large'],
    [
      'a name that is a path',
      () => drawPhoto(),
      '../../owned.jpg',
      'image/jpeg',
      'file-name-refused',
    ],
  ])('%s', async (_, content, name, type, code) => {
    const key = newId();
    await expect(
      uploadResumably(meera, await content(), { key, name, type }),
    ).rejects.toMatchObject({
      code,
      detail: expect.any(String),
      fields: { file: expect.any(String) },
    });
    expect(await product.parts.files.stat(fileKey(organizationId, key))).toBeUndefined();
    expect(listUnfinishedUploads()).toEqual([]);
  });

  test('a video by a rep, before its first byte', async () => {
    await expect(uploadResumably(asha, sampleVideo(1))).rejects.toMatchObject({
      code: 'not-allowed',
    });
    expect(listUnfinishedUploads()).toEqual([]);
  });

  test('only the picture of a file with an appended program is served', async () => {
    const fileId = await uploadResumably(
      meera,
      Buffer.concat([await drawPhoto(), Buffer.from('<script>alert(1)</script>')]),
      {
        name: 'poster.jpg',
        type: 'image/jpeg',
      },
    );
    expect((await downloadContent(meera, fileId)).includes('<script>')).toBe(false);
  });
});
