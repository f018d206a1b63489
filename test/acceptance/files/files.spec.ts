import type { FileLink } from '#domain/kernel/files/file.views.js';
import { variants } from '#domain/kernel/files/files.js';
import { fileKey, variantKey } from '#platform/files/file-records.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { sampleVideo } from '../product/sample-video.js';
import { hugePng } from '../product/hostile-files.js';
import { InProcessProduct, minutes } from '../product/in-process.js';
import { Person, captureLead, cookieOf, createTeam } from '../product/person.js';
import { uploadResumably } from '../product/resumable-upload.js';
import { until } from '../product/until.js';

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
let organizationId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  ({ admin: meera, organizationId } = people);
  [asha, ravi] = people.reps;
});
afterAll(() => product.dispose());

type Answer = {
  readonly fileId?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly width?: number;
  readonly kind?: string;
};
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
const formOf = (bytes: Buffer, name: string, type: string) => {
  const form = new FormData();
  form.append('file', new Blob([bytesOf(bytes)], { type }), name);
  return form;
};
const upload = (
  person: Person,
  bytes: Buffer,
  name = 'photo.jpg',
  type = 'image/jpeg',
  key: string = newId(),
) => {
  const body = formOf(bytes, name, type);
  return person.request<Answer>('POST', '/api/files', {
    body,
    headers: { 'idempotency-key': key },
  });
};
const drawPhoto = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#d06030' } })
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer();
const requestLink = (person: Person, fileId: string, variant = '') =>
  person.request<FileLink & { code: string }>(
    'GET',
    `/api/files/${fileId}${variant && `?variant=${variant}`}`,
  );
const fetchPicture = async (url: string) =>
  sharp(Buffer.from(await (await fetch(product.url + url)).arrayBuffer())).metadata();
const MEGABYTE = 1024 ** 2;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('a photo', () => {
  test('is stored without its location, and served by a link that works for anybody until it expires', async () => {
    const original = await drawPhoto();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { body } = await upload(asha, original);
    expect(body).toMatchObject({ kind: 'image', width: 400, height: 300 });
    const { body: link } = await requestLink(asha, body.fileId!);
    const served = await fetch(product.url + link.url);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('cache-control')).toMatch(/^private/);
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).exif).toBeUndefined();
    product.advanceClock(minutes(31));
    expect((await fetch(product.url + link.url)).status).toBe(404);
  });

  test('is rotated upright', async () => {
    const rotatedPhoto = await sharp(await drawPhoto(400, 300))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await upload(asha, rotatedPhoto)).body).toMatchObject({ width: 300, height: 400 });
  });

  test('twice under one id is one photo; another photo under that id is refused', async () => {
    const key = newId();
    const first = await upload(asha, await drawPhoto(), 'a.jpg', 'image/jpeg', key);
    expect(await upload(asha, await drawPhoto(), 'a.jpg', 'image/jpeg', key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await upload(asha, await drawPhoto(500), 'a.jpg', 'image/jpeg', key)).toMatchObject({
      status: 409,
      body: { code: 'file-id-used' },
    });
    expect(await upload(ravi, await drawPhoto(), 'a.jpg', 'image/jpeg', key)).toMatchObject({
      status: 409,
      body: { code: 'file-id-used' },
    });
  });

  test('sent twice at the same time under one id is stored once, completely', async () => {
    const key = newId();
    const widths = [300, 310, 320, 330];
    const answers = await Promise.all(
      widths.map(async (width, index) =>
        upload([asha, ravi][index % 2]!, await drawPhoto(width), 'a.jpg', 'image/jpeg', key),
      ),
    );
    const [stored] = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const owner = answers.indexOf(stored!) % 2 === 0 ? asha : ravi;
    const { body } = await requestLink(owner, key.toUpperCase());
    expect((await fetchPicture(body.url)).width).toBe(stored!.body.width);
  });

  test('gets variants', async () => {
    const { fileId = '' } = (await upload(asha, await drawPhoto(2_000, 1_000))).body;
    const widths = await Promise.all(
      variants.map(async (variant) => {
        await until(
          async () =>
            (await product.parts.files.stat(variantKey(`${organizationId}_${fileId}`, variant))) !==
            undefined,
        );
        const { body } = await requestLink(asha, fileId, variant);
        return (await fetchPicture(body.url)).width;
      }),
    );
    expect(widths).toEqual([1280, 640, 320]);
  });

  test('that was uploaded without a queue, and that no lead uses, gets variants on request', async () => {
    const { jobs } = product.parts;
    const failingQueue = jest.spyOn(jobs, 'add').mockRejectedValue(new Unavailable('no queue'));
    const { fileId = '' } = (await upload(asha, await drawPhoto())).body;
    expect(failingQueue).toHaveBeenCalledTimes(1);
    failingQueue.mockRestore();
    const originalUrl = (await requestLink(asha, fileId)).body.url;
    expect((await fetch(product.url + originalUrl)).headers.get('content-type')).toBe('image/jpeg');
    const fetchSmallerType = async () =>
      (await fetch(product.url + (await requestLink(asha, fileId, '320')).body.url)).headers.get(
        'content-type',
      );
    await until(async () => (await fetchSmallerType()) === 'image/webp');
  });

  test('is served in ranges on request', async () => {
    const { body } = await upload(asha, await drawPhoto());
    const { url } = (await requestLink(asha, body.fileId!)).body;
    const part = await fetch(product.url + url, { headers: { range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(10);
    expect((await fetch(product.url + url, { headers: { range: 'bytes=99999999-' } })).status).toBe(
      416,
    );
  });
});

describe('the readers of a photo', () => {
  test('are its owner only, until a record uses it', async () => {
    const { fileId = '' } = (await upload(asha, await drawPhoto())).body;
    expect((await requestLink(asha, fileId)).status).toBe(200);
    expect((await requestLink(meera, fileId)).status).toBe(404);
    await captureLead(asha, { photoFileIds: [fileId] });
    await until(async () => (await requestLink(meera, fileId)).status === 200);
  });

  test('are members who see everything, its uploader, and the owner of its lead', async () => {
    const { fileId = '' } = (await upload(meera, await drawPhoto())).body;
    expect((await requestLink(ravi, fileId)).status).toBe(404);
    const leadId = await captureLead(meera, { assignedTo: ravi.id, photoFileIds: [fileId] });
    await until(async () => (await requestLink(ravi, fileId)).status === 200);
    expect((await requestLink(asha, fileId)).status).toBe(404);
    await meera.send('ReassignLead', { leadId, assignedTo: asha.id });
    await until(async () => (await requestLink(asha, fileId)).status === 200);
    expect((await requestLink(ravi, fileId)).status).toBe(404);
  });

  test('are nobody in another organization', async () => {
    const { fileId = '' } = (await upload(meera, await drawPhoto())).body;
    const { admin: stranger } = await createTeam(product);
    expect(await requestLink(stranger, fileId)).toMatchObject({
      status: 404,
      body: { code: 'file-not-found' },
    });
  });

  test('are nobody once the lead is erased', async () => {
    const { fileId = '' } = (await upload(meera, await drawPhoto())).body;
    const leadId = await captureLead(meera, { photoFileIds: [fileId] });
    const { url } = (await requestLink(meera, fileId)).body;
    await until(
      async () =>
        (
          await product.parts.secrets.get<{ leadId?: string }>(
            'file',
            `${organizationId}_${fileId}`,
          )
        )?.value.leadId === leadId,
    );
    await meera.send('ErasePersonalData', { leadId });
    await until(async () => (await fetch(product.url + url)).status === 404);
    expect((await requestLink(meera, fileId)).status).toBe(404);
  });
});

test('a command may refer only to its sender’s photos', async () => {
  const { fileId = '' } = (await upload(asha, await drawPhoto())).body;
  await expect(captureLead(ravi, { photoFileIds: [fileId] })).rejects.toMatchObject({
    status: 404,
    problem: { fields: { photoFileIds: expect.any(String) } },
  });
  await expect(captureLead(asha, { photoFileIds: [newId()] })).rejects.toMatchObject({
    status: 404,
  });
  // A file that was not uploaded is refused even if its id is that of a note.
  const leadId = await captureLead(ravi);
  await ravi.send('AddNote', { leadId, noteId: fileId, note: 'Called' });
  await expect(
    ravi.send('AddNote', { leadId, noteId: newId(), note: 'With a photo', photoFileIds: [fileId] }),
  ).rejects.toMatchObject({
    status: 404,
    problem: {
      code: 'unknown-reference',
      fields: { photoFileIds: 'Not found in your organization.' },
    },
  });
});

describe('a picture named like another format keeps its real format and its transparency:', () => {
  const transparentPicture = () =>
    sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    });
  const formats = {
    jpeg: () => drawPhoto(),
    png: () => transparentPicture().png().toBuffer(),
    webp: () => transparentPicture().webp().toBuffer(),
  } as const;
  const names = [
    ['x.jpg', 'image/jpeg'],
    ['X.PNG', 'image/png'],
    ['x.webp', 'image/webp'],
    ['IMG_0001.HEIC', 'image/heic'],
    ['x', ''],
    ['x', 'application/octet-stream'],
  ] as const;
  const uploadByForm = async (bytes: Buffer, name: string, type: string) =>
    (await upload(asha, bytes, name, type)).body.fileId ?? '';
  const uploadInParts = (bytes: Buffer, name: string, type: string) =>
    uploadResumably(asha, bytes, { name, type });
  test.each(
    Object.keys(formats).flatMap((format) =>
      names.map(([name, type]) => [format as keyof typeof formats, name, type] as const),
    ),
  )('%s as %s (%s)', async (format, name, type) => {
    const bytes = await formats[format]();
    for (const send of [uploadByForm, uploadInParts]) {
      const fileId = await send(bytes, name, type);
      const served = await fetch(product.url + (await requestLink(asha, fileId)).body.url);
      expect([served.status, served.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      const storedPicture = sharp(Buffer.from(await served.arrayBuffer()));
      const { format: storedFormat, hasAlpha } = await storedPicture.metadata();
      expect([storedFormat, hasAlpha]).toEqual([format, format !== 'jpeg']);
      if (hasAlpha) expect((await storedPicture.raw().toBuffer())[3]).toBe(0);
    }
  });

  test('variants stay transparent', async () => {
    const fileId = await uploadByForm(await formats.png(), 'x.png', 'image/png');
    const key = variantKey(fileKey(organizationId, fileId), '320');
    await until(async () => (await product.parts.files.stat(key)) !== undefined);
    const smaller = sharp(await buffer((await product.parts.files.read(key))!));
    expect((await smaller.raw().toBuffer())[3]).toBe(0);
  });
});

describe('refused and not stored:', () => {
  test.each([
    [
      'a text that says it is a picture',
      async () => Buffer.from('<html>'.repeat(10)),
      'x.png',
      'image/png',
      415,
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'x.svg',
      'image/svg+xml',
      415,
    ],
    ['a PDF that says it is a picture', async () => pdf, 'x.png', 'image/png', 415],
    [
      'a sequence of HEIC pictures',
      async () => Buffer.from('\0\0\0\x18ftyphevc\0\0\0\0msf1heic'.padEnd(200, '\0'), 'latin1'),
      'x.heics',
      'video/mp4',
      415,
    ],
    [
      'a HEIC picture',
      async () => Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'.padEnd(200, '\0'), 'latin1'),
      'x.heic',
      'image/heic',
      415,
    ],
    [
      'an AVIF picture',
      async () =>
        sharp(await drawPhoto())
          .avif()
          .toBuffer(),
      'x.avif',
      '',
      415,
    ],
    ['a picture of 14,000 by 14,000', async () => hugePng(14_000), 'x.png', 'image/png', 413],
    [
      'a broken picture',
      async () => (await drawPhoto()).subarray(0, 300),
      'x.jpg',
      'image/jpeg',
      400,
    ],
    [
      '10 MB and a byte',
      async () =>
        Buffer.concat([await drawPhoto(), Buffer.alloc(10 * MEGABYTE)]).subarray(
          0,
          10 * MEGABYTE + 1,
        ),
      'x.jpg',
      'image/jpeg',
      413,
    ],
    [
      '30 MB',
      async () => Buffer.concat([await drawPhoto(), Buffer.alloc(30 * MEGABYTE)]),
      'x.jpg',
      'image/jpeg',
      413,
    ],
    ['nothing', async () => Buffer.alloc(0), 'x.jpg', 'image/jpeg', 400],
    [
      'a video by a rep',
      async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(100)]),
      'x.mp4',
      'video/mp4',
      403,
    ],
  ])('%s', async (_, content, name, type, status) => {
    const key = newId();
    const { status: answered, body } = await upload(asha, await content(), name, type, key);
    expect([answered, typeof body.detail]).toEqual([status, 'string']);
    expect(await product.parts.files.stat(`${organizationId}_${key}`)).toBeUndefined();
  });

  test('a huge picture takes no more time than a small one', async () => {
    /**
     * Processor milliseconds, independent of other load; decoding the huge picture takes seconds.
     */
    const measureCpuMs = async (bytes: Buffer) => {
      const times: number[] = [];
      for (let tries = 0; tries < 4; tries++) {
        const began = process.cpuUsage();
        await upload(asha, bytes, 'x.png', 'image/png');
        const { user, system } = process.cpuUsage(began);
        times.push((user + system) / 1_000);
      }
      return Math.min(...times);
    };
    const cpuMsOfSmall = await measureCpuMs(await drawPhoto());
    expect(await measureCpuMs(hugePng(14_000))).toBeLessThan(cpuMsOfSmall + 500);
  });
});

test.each(['../../../../tmp/owned.jpg', '..\\owned.jpg', '/etc/owned.jpg', '..'])(
  'a file called %s is refused, and nothing of it is stored',
  async (name) => {
    const key = newId();
    const { status, body } = await upload(asha, await drawPhoto(), name, 'image/jpeg', key);
    expect([status, body]).toMatchObject([
      400,
      { code: 'file-name-refused', fields: { file: expect.any(String) } },
    ]);
    expect(await product.parts.files.stat(fileKey(organizationId, key))).toBeUndefined();
    expect((await upload(asha, await drawPhoto(), 'photo.jpg', 'image/jpeg', key)).status).toBe(
      200,
    );
  },
);

test('a PDF is stored without its author', async () => {
  const pdfWithAuthor = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</Author (SECRET) /Shown (SECRET)>>\nendobj\n2 0 obj\n(the text)\nendobj\ntrailer\n<</Info 1 0 R>>\n%%EOF\n',
  );
  const { body } = await upload(asha, pdfWithAuthor, 'offer.pdf', 'application/pdf');
  const served = Buffer.from(
    await (
      await fetch(product.url + (await requestLink(asha, body.fileId!)).body.url)
    ).arrayBuffer(),
  );
  expect([served.length, served.includes('SECRET'), served.includes('(the text)')]).toEqual([
    pdfWithAuthor.length,
    false,
    true,
  ]);
});

test('a PDF is a document, and no photo', async () => {
  const { body } = await upload(asha, pdf, 'offer.pdf', 'application/pdf');
  expect(body).toMatchObject({ kind: 'pdf' });
  await expect(captureLead(asha, { photoFileIds: [body.fileId!] })).rejects.toMatchObject({
    status: 404,
  });
  const leadId = await captureLead(asha);
  await asha.send('UploadQuotation', {
    leadId,
    quotationId: newId(),
    amountPaise: 100_000,
    fileId: body.fileId,
  });
});

describe('a video', () => {
  /** WebM tags with the text `SECRET 18.559`, like those in which phones write a place. */
  const tags = Buffer.from('1254c3678d5345435245542031382e353539', 'hex');

  test('is stored and served unchanged', async () => {
    const bytes = sampleVideo(20);
    const { status, body } = await upload(meera, bytes, 'film.webm', 'video/webm');
    expect([status, body]).toMatchObject([200, { kind: 'video', bytes: bytes.length }]);
    const served = await fetch(product.url + (await requestLink(meera, body.fileId!)).body.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('twice under one id, or twice at once, is one video; another one under that id is refused', async () => {
    const key = newId();
    const send = (bytes: Buffer) => upload(meera, bytes, 'film.webm', 'video/webm', key);
    expect(
      (await Promise.all([send(sampleVideo(1)), send(sampleVideo(1))])).map(({ status }) => status),
    ).toEqual([200, 200]);
    expect((await send(sampleVideo(1))).status).toBe(200);
    expect(await send(sampleVideo(2))).toMatchObject({
      status: 409,
      body: { code: 'file-id-used' },
    });
  });

  test('that is too large is refused half-way, and nothing of it is stored', async () => {
    const key = newId();
    expect(await upload(meera, sampleVideo(51), 'film.webm', 'video/webm', key)).toMatchObject({
      status: 413,
      body: { code: 'file-too-large' },
    });
    expect(await product.parts.files.stat(fileKey(organizationId, key))).toBeUndefined();
    expect((await upload(meera, sampleVideo(1), 'film.webm', 'video/webm', key)).status).toBe(200);
  });

  test('whose sender disconnects half-way is not stored, and may be sent again', async () => {
    const key = newId();
    const form = new Response(formOf(sampleVideo(5), 'film.webm', 'video/webm'));
    const body = Buffer.from(await form.arrayBuffer());
    const sending = request(`${product.url}/api/files`, {
      method: 'POST',
      headers: {
        'content-type': form.headers.get('content-type')!,
        'content-length': body.length,
        'idempotency-key': key,
        cookie: cookieOf(meera),
      },
    });
    const disconnected = new Promise((resolve) => sending.on('error', resolve));
    sending.write(body.subarray(0, body.length / 2), () => sending.destroy());
    await disconnected;
    const secondUpload = await upload(meera, sampleVideo(1), 'film.webm', 'video/webm', key);
    expect(secondUpload.body).toMatchObject({ fileId: key, bytes: sampleVideo(1).length });
  });

  test('is stored without its location', async () => {
    const bytes = Buffer.concat([sampleVideo(1), tags]);
    const { body } = await upload(meera, bytes, 'film.webm', 'video/webm');
    const served = Buffer.from(
      await (
        await fetch(product.url + (await requestLink(meera, body.fileId!)).body.url)
      ).arrayBuffer(),
    );
    expect([served.length, served.includes('SECRET'), bytes.includes('SECRET')]).toEqual([
      bytes.length,
      false,
      true,
    ]);
    expect(served.subarray(0, sampleVideo(1).length).equals(sampleVideo(1))).toBe(true);
  });

  test('that is invalid is refused, and nothing of it is stored', async () => {
    const key = newId();
    const brokenVideo = Buffer.concat([sampleVideo(1), Buffer.alloc(20)]);
    expect(await upload(meera, brokenVideo, 'film.webm', 'video/webm', key)).toMatchObject({
      status: 400,
      body: { code: 'film-unreadable' },
    });
    expect(await product.parts.files.stat(fileKey(organizationId, key))).toBeUndefined();
    expect((await upload(meera, sampleVideo(1), 'film.webm', 'video/webm', key)).status).toBe(200);
  });

  test('cannot be uploaded by sales', async () =>
    expect((await upload(asha, sampleVideo(1), 'film.webm', 'video/webm')).status).toBe(403));
});

test('a changed link is invalid', async () => {
  const { body } = await upload(asha, await drawPhoto());
  const { url } = (await requestLink(asha, body.fileId!)).body;
  for (const forged of [
    url.slice(0, -2) + 'xx',
    '/files/x',
    '/files/x.y',
    '/files/.',
    url.replace('/files/', '/files/a'),
  ])
    expect([forged, await asha.request('GET', forged)]).toMatchObject([
      forged,
      { status: 404, body: { code: expect.any(String), detail: expect.any(String) } },
    ]);
});

test('an upload without an id, a part, or a form is refused', async () => {
  const body = new FormData();
  body.append('file', new Blob([bytesOf(await drawPhoto())], { type: 'image/jpeg' }), 'x.jpg');
  expect((await asha.request('POST', '/api/files', { body })).status).toBe(400);
  expect(
    (
      await asha.request('POST', '/api/files', {
        body: new FormData(),
        headers: { 'idempotency-key': newId() },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await asha.request('POST', '/api/files', {
        body: '{}',
        headers: { 'idempotency-key': newId(), 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(400);
});

test('an upload caused by another site is refused', async () => {
  const body = new FormData();
  body.append('file', new Blob([bytesOf(await drawPhoto())], { type: 'image/jpeg' }), 'x.jpg');
  const headers = { 'idempotency-key': newId(), origin: 'https://evil.example' };
  expect(await asha.request('POST', '/api/files', { body, headers })).toMatchObject({
    status: 403,
    body: { code: 'another-site' },
  });
});
