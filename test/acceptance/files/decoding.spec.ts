import { Decoders } from '#backend/api/files/formats/decoders.js';
import { fileProblem } from '#backend/api/files/file.problems.js';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../product/in-process.js';
import { Person, foundOrganization, newPhone, createTeam } from '../product/person.js';
import { until } from '../product/until.js';
import { withLimits } from '../product/without-limits.js';

let product: InProcessProduct;
let limited: InProcessProduct;
let meera: Person;
let photo: Buffer;
beforeAll(async () => {
  product = await InProcessProduct.start();
  limited = await InProcessProduct.start(withLimits);
  ({ admin: meera } = await createTeam(product));
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#d06030' } })
    .jpeg()
    .toBuffer();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => Promise.all([product.dispose(), limited.dispose()]));

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const upload = (person: Person, bytes: Buffer, type = 'image/jpeg') => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return person.request<{ readonly code?: string }>('POST', '/api/files', {
    body,
    headers: { 'idempotency-key': newId() },
  });
};
const signUpUnverified = async (inProduct: InProcessProduct): Promise<Person> => {
  const person = await new Person(inProduct, 'Ravi', newPhone()).signUp({ verify: false });
  await foundOrganization(person);
  return person;
};

/** Delays the decoding of PDFs, not of pictures, until they are released. */
function holdPdfs(): { readonly heldCount: () => number; readonly release: () => void } {
  const { decode } = Decoders.prototype;
  const heldDecodings: (() => void)[] = [];
  jest.spyOn(Decoders.prototype, 'decode').mockImplementation(async function (
    this: Decoders,
    task,
    onMegapixels,
  ) {
    if (task.contentType === 'application/pdf')
      await new Promise<void>((resolve) => heldDecodings.push(resolve));
    return decode.call(this, task, onMegapixels);
  });
  return {
    heldCount: () => heldDecodings.length,
    release: () => heldDecodings.splice(0).forEach((release) => release()),
  };
}

/** Milliseconds that an upload of the product waits for a decoding slot. */
const WAIT_FOR_DECODING_MS = 30_000;
function shortenWaitForDecoding(): void {
  const { timeout } = AbortSignal;
  jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((milliseconds) =>
      timeout.call(AbortSignal, milliseconds === WAIT_FOR_DECODING_MS ? 100 : milliseconds),
    );
}

test('unverified accounts leave one decoding slot to the others', async () => {
  const pdfs = holdPdfs();
  const strangers = await Promise.all([
    signUpUnverified(product),
    signUpUnverified(product),
    signUpUnverified(product),
  ]);
  const slowUploads = strangers.map((stranger) => upload(stranger, pdf, 'application/pdf'));
  await until(() => pdfs.heldCount() === 1);
  expect((await upload(meera, photo)).status).toBe(200);
  expect(pdfs.heldCount()).toBe(1);
  while (pdfs.heldCount() > 0) {
    pdfs.release();
    await until(() => pdfs.heldCount() > 0, { withinMs: 1_000 }).catch(() => undefined);
  }
  expect((await Promise.all(slowUploads)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('an upload that waited too long for decoding is refused with the time to retry', async () => {
  const pdfs = holdPdfs();
  const { admin: other } = await createTeam(product);
  const slowUploads = [
    upload(meera, pdf, 'application/pdf'),
    upload(other, pdf, 'application/pdf'),
  ];
  await until(() => pdfs.heldCount() === 2);
  shortenWaitForDecoding();
  const { status, body, headers } = await upload(meera, photo);
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '10']);
  pdfs.release();
  expect((await Promise.all(slowUploads)).map(({ status: answered }) => answered)).toEqual([
    200, 200,
  ]);
});

test.each([
  ['taken', 200],
  ['refused half way', 400],
])(
  'megapixels of pictures that are %s count towards the account’s hourly limit, which is lower for unverified accounts',
  async (outcome, status) => {
    const { decode } = Decoders.prototype;
    jest.spyOn(Decoders.prototype, 'decode').mockImplementation(async function (
      this: Decoders,
      task,
      onMegapixels,
    ) {
      onMegapixels(49);
      if (outcome !== 'taken') throw fileProblem('file-unreadable');
      return decode.call(this, task, () => undefined);
    });
    const [stranger, { admin }] = [await signUpUnverified(limited), await createTeam(limited)];
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await upload(stranger, photo));
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, 429]);
    expect(answers.at(-1)!.body.code).toBe('too-many-requests');
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(3_000);
    for (let count = 0; count < 10; count++)
      expect((await upload(admin, photo)).status).toBe(status);
  },
);
