import type { UploadedFile } from '#domain/kernel/files/file.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sampleVideo } from '../acceptance/product/sample-video.js';
import { InProcessProduct } from '../acceptance/product/in-process.js';
import {
  Person,
  type Product,
  captureLead,
  newPhone,
  signUp,
  createTeam,
} from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { NominatimStandIn } from './stand-ins/nominatim-stand-in.js';
import { S3StandIn } from './stand-ins/s3-stand-in.js';
import { WhatsAppStandIn, signedDelivery } from './stand-ins/whatsapp-stand-in.js';

/**
 * The product with all of its external services: codes by WhatsApp, files in S3, addresses from
 * Nominatim.
 */
let [whatsApp, s3, nominatim]: [WhatsAppStandIn, S3StandIn, NominatimStandIn] = [
  undefined!,
  undefined!,
  undefined!,
];
let running: InProcessProduct;
let product: Product;
let [meera, asha]: [Person, Person] = [undefined!, undefined!];

beforeAll(async () => {
  [whatsApp, s3, nominatim] = await Promise.all([
    WhatsAppStandIn.start(),
    S3StandIn.start(),
    NominatimStandIn.start(),
  ]);
  const { token, phoneNumberId, url } = whatsApp.productSettings();
  running = await InProcessProduct.start({
    WHATSAPP_TOKEN: token,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_URL: url,
    WHATSAPP_APP_SECRET: 'app secret',
    WHATSAPP_VERIFY_TOKEN: 'verify token',
    S3_URL: s3.url(),
    GEOCODER_URL: nominatim.url,
    GEOCODER_CONTACT: nominatim.contact,
  });
  const readNewestCode = async (phone: string) =>
    whatsApp.sent.findLast(({ to }) => to === phone)?.code;
  const waitForCode = (phone: string, previousCode?: string) =>
    until(
      async () => {
        const code = await readNewestCode(phone);
        return code === previousCode ? undefined : code;
      },
      { what: () => `a code for ${phone}` },
    );
  product = { url: running.url, readNewestCode, waitForCode };
  const people = await createTeam(product, 'Asha');
  ({ admin: meera } = people);
  [asha] = people.reps;
});
afterAll(async () => {
  await running.dispose();
  await Promise.all([whatsApp.stop(), s3.stop(), nominatim.stop()]);
});

const readMetric = async (name: string) =>
  (await (await fetch(`${running.url}/metrics`)).text()).match(
    new RegExp(`^${name} (\\d+)$`, 'm'),
  )?.[1];

test('codes arrive by WhatsApp, and there is no dev inbox', async () => {
  expect(whatsApp.sent.map(({ to }) => to)).toEqual([meera.phone, asha.phone]);
  expect(await meera.get('/api/site')).toMatchObject({ devInbox: false });
  expect((await meera.request('GET', '/dev/inbox.json')).status).toBe(404);
});

test('a code arrives once, although WhatsApp was down', async () => {
  whatsApp.failNext({ status: 503 }, { status: 429 });
  const vikram = await signUp(product, 'Vikram');
  expect(whatsApp.sent.filter(({ to }) => to === vikram.phone)).toHaveLength(1);
});

test('the delivery of a code is known by its challenge, and counted', async () => {
  const { id } = whatsApp.sent.find(({ to }) => to === asha.phone)!;
  const { body, signature } = signedDelivery('app secret', {
    id: 'wamid.1',
    status: 'delivered',
    timestamp: '1763717400',
    biz_opaque_callback_data: id,
  });
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  expect(
    (await fetch(`${running.url}/webhooks/whatsapp`, { method: 'POST', body, headers })).status,
  ).toBe(200);
  expect(await readMetric('fieldtrace_messages_total\\{state="delivered"\\}')).toBe('1');
  expect(
    (
      await fetch(`${running.url}/webhooks/whatsapp`, {
        method: 'POST',
        body,
        headers: { ...headers, 'x-hub-signature-256': 'x' },
      })
    ).status,
  ).toBe(403);
});

test('a number without WhatsApp is tried once, and counted as a failed job', async () => {
  const failedBefore = Number(await readMetric('fieldtrace_jobs\\{state="failed"\\}'));
  whatsApp.failNext({ status: 400, code: 131_026 });
  await new Person(product, 'Nobody', newPhone()).signUp({ verify: false });
  await until(
    async () =>
      Number(await readMetric('fieldtrace_jobs\\{state="failed"\\}')) === failedBefore + 1,
    { what: () => 'a failed job' },
  );
});

test('a video is uploaded to the bucket and served from it in parts', async () => {
  const bytes = sampleVideo(20);
  const { fileId }: UploadedFile = await meera.upload(bytes, 'film.webm', 'video/webm');
  const { url } = await meera.get<{ url: string }>(`/api/files/${fileId}`);
  const part = await fetch(running.url + url, { headers: { range: 'bytes=9000000-9000009' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
    206,
    bytes.subarray(9_000_000, 9_000_010),
  ]);
  expect(Buffer.from(await (await fetch(running.url + url)).arrayBuffer()).equals(bytes)).toBe(
    true,
  );
  // Parts of 5 MB.
  expect(s3.receivedRequests.filter((line) => /^PUT .*partNumber=/.test(line))).toHaveLength(5);
});

test('files are reported as down, and a lead is captured nevertheless', async () => {
  s3.failNext('busy', 'busy', 'busy');
  await expect(meera.upload(sampleVideo(1), 'film.webm', 'video/webm')).rejects.toMatchObject({
    status: 503,
    problem: { detail: expect.stringContaining('Files cannot be kept or read') },
  });
  await captureLead(asha);
  await meera.upload(sampleVideo(1), 'film.webm', 'video/webm');
});

test('a place gets its address, which stays with the lead; without a result it has none', async () => {
  const { address } = await asha.get<{ address: string }>('/api/geocode?lat=18.5204&lng=73.8567');
  expect(address).toBe('18.5204, North Main Road, Koregaon Park, Pune, Maharashtra');
  const leadId = await captureLead(asha, { place: { lat: 18.5204, lng: 73.8567, address } });
  expect(await asha.get(`/api/leads/${leadId}`)).toMatchObject({ place: { address } });
  expect(await asha.get('/api/geocode?lat=0&lng=0')).toEqual({});
  nominatim.failNext({ status: 500 });
  expect(await asha.get('/api/geocode?lat=19&lng=73')).toEqual({});
});

test.each(['', '?lat=18', '?lat=91&lng=0', '?lat=&lng=', '?lat=1e1&lng=2', '?lat=1&lng=2&zoom=3'])(
  'a place such as %j is refused',
  async (query) => {
    await expect(asha.get(`/api/geocode${query}`)).rejects.toMatchObject({ status: 400 });
  },
);

test('frequent lookups of places are limited', async () => {
  const statuses: number[] = [];
  for (let time = 0; time < 40; time++)
    statuses.push((await meera.request('GET', '/api/geocode?lat=18.5204&lng=73.8567')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});
