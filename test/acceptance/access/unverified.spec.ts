import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../product/in-process.js';
import {
  Person,
  type Problem,
  captureLead,
  foundOrganization,
  newPhone,
  expectRefusal,
  signUp,
} from '../product/person.js';
import { until } from '../product/until.js';

const COMMANDS_PER_DAY = 30;
const signUpStranger = (product: InProcessProduct) =>
  new Person(product, 'Nobody', newPhone()).signUp({ verify: false });
const lead = (more: object = {}) => ({
  leadId: newId(),
  firstName: 'A',
  lastName: 'B',
  phone: newPhone(),
  city: 'Pune',
  type: 'Builder',
  ...more,
});
const send = (person: Person, command: string, data: object) =>
  person.request<Problem>('POST', `/api/commands/${command}`, {
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  });
async function verify(person: Person, product: InProcessProduct): Promise<void> {
  const newestCode = await product.readNewestCode(person.phone);
  const { challengeId } = await person.post<{ challengeId: string }>('/api/auth/send-code', {});
  const enter = (code: string) =>
    person.request('POST', '/api/auth/verify', {
      body: JSON.stringify({ challengeId, code }),
      headers: { 'content-type': 'application/json' },
    });
  // A further code is sent only if that of the sign-up is older than a minute.
  const firstAnswer = newestCode === undefined ? undefined : await enter(newestCode);
  if (firstAnswer?.status !== 200)
    await person.post('/api/auth/verify', {
      challengeId,
      code: await product.waitForCode(person.phone, newestCode),
    });
}

describe('the log', () => {
  let product: InProcessProduct;
  beforeAll(async () => {
    product = await InProcessProduct.start({
      UNVERIFIED_COMMANDS_PER_DAY: String(COMMANDS_PER_DAY),
      UNVERIFIED_COMMAND_MEGABYTES_PER_DAY: '1',
      COMMAND_MEGABYTES_PER_DAY: '2',
    });
  });
  afterAll(() => product.dispose());

  test('accepts a limited number of commands a day from an unverified account, founders included, until it is verified', async () => {
    const founder = await signUpStranger(product);
    await foundOrganization(founder, 'Unverified Ltd');
    const answers = [];
    for (let sent = 1; sent <= COMMANDS_PER_DAY; sent++)
      answers.push(await send(founder, 'CreateLead', lead()));
    expect(answers.slice(0, -1).map(({ status }) => status)).toEqual(
      Array<number>(COMMANDS_PER_DAY - 1).fill(200),
    );
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: {
        code: 'too-many-requests',
        detail: expect.stringContaining('Verify your WhatsApp number'),
      },
    });
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(3_600);

    await verify(founder, product);
    expect((await send(founder, 'CreateLead', lead())).status).toBe(200);
  });

  test('accepts a limited number of bytes a day from an organization, fewer until an admin is verified', async () => {
    const largeLead = () => lead({ note: 'क'.repeat(1_900) });
    const sendUntilRefused = async (person: Person): Promise<number> => {
      for (let sent = 0; ; sent++) {
        const { status, body } = await send(person, 'CreateLead', largeLead());
        if (status === 429) {
          expect(body.detail).toContain('as much as it can in a day');
          return sent;
        }
        expect(status).toBe(200);
      }
    };
    const product = await InProcessProduct.start({
      UNVERIFIED_COMMANDS_PER_DAY: '100000',
      UNVERIFIED_COMMAND_MEGABYTES_PER_DAY: '1',
      COMMAND_MEGABYTES_PER_DAY: '2',
    });
    try {
      const founder = await signUpStranger(product);
      await foundOrganization(founder, 'Unverified Ltd');
      const sentBefore = await sendUntilRefused(founder);
      expect(sentBefore).toBeGreaterThan(100);
      expect(sentBefore).toBeLessThan(200);
      await verify(founder, product);
      const sentAfterVerification = await sendUntilRefused(founder);
      expect(sentAfterVerification).toBeGreaterThan(sentBefore);
      // Another organization has bytes of its own.
      const otherAdmin = await signUp(product, 'Meera');
      await foundOrganization(otherAdmin);
      expect(await captureLead(otherAdmin)).toBeTruthy();
    } finally {
      await product.dispose();
    }
  });
});

describe('people without an account see nothing', () => {
  let product: InProcessProduct;
  let image: Uint8Array<ArrayBuffer>;
  const closedOrganizationId = newId();
  beforeAll(async () => {
    product = await InProcessProduct.start({
      CLOSED_PAGES: `${newId()}, ${closedOrganizationId.toUpperCase()}`,
    });
    image = new Uint8Array(
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2060a0' } })
        .jpeg()
        .toBuffer(),
    );
  });
  afterAll(() => product.dispose());

  const openPath = (path: string) => fetch(`${product.url}${path}`);
  const readStatus = async (path: string) => (await openPath(path)).status;

  async function publish(admin: Person, organizationId: string) {
    await admin.send('FoundOrganization', { organizationId, name: 'Some Bank Ltd' });
    const { fileId } = await admin.upload(image, 'panel.jpg', 'image/jpeg');
    const { fileId: poster } = await admin.upload(image, 'poster.jpg', 'image/jpeg');
    const [productId, packageId, offerId] = [newId(), newId(), newId()];
    await admin.send('AddProduct', {
      productId,
      name: 'Panel',
      description: 'Call us',
      mrpPaise: 100,
      livePricePaise: 90,
      imageFileIds: [fileId],
    });
    await admin.send('AddPackage', {
      packageId,
      name: 'Kit',
      description: 'Call us',
      items: [{ productId, quantity: 1 }],
    });
    await admin.send('AddOffer', {
      offerId,
      title: 'Diwali',
      description: 'Call us',
      fileId: poster,
      fileType: 'image',
    });
    await admin.get('/api/products');
    const readPublishedTo = async () =>
      (
        await product.parts.secrets.get<{ publishedTo?: string }>(
          'file',
          `${organizationId}_${fileId}`,
        )
      )?.value.publishedTo;
    await until(readPublishedTo, { what: () => 'the picture to be published' });
    const picture = `/pictures/${organizationId}_${fileId}`;
    return {
      paths: [
        `/products/${productId}/share`,
        `/packages/${packageId}/share`,
        `${picture}/original`,
        `${picture}/preview`,
        `${picture}/320`,
      ],
      productId,
      offerId,
    };
  }

  test('of an organization before one of its admins has verified a number', async () => {
    const founder = await signUpStranger(product);
    const { paths, productId, offerId } = await publish(founder, newId());
    expect(await Promise.all(paths.map(readStatus))).toEqual(paths.map(() => 404));
    const missing = await (await openPath(`/products/${newId()}/share`)).text();
    expect(await (await openPath(paths[0]!)).text()).toBe(missing);
    expect(missing).toContain('<meta name="robots" content="noindex"');
    expect(await founder.get<OfferItem>(`/api/offers/${offerId}`)).not.toHaveProperty('sharePath');
    expect(await founder.get('/api/products')).toMatchObject({
      items: [expect.not.objectContaining({ cover: expect.anything() })],
    });
    const share = founder.send('ShareProduct', { shareId: newId(), productId, method: 'link' });
    expect((await expectRefusal(share)).problem).toMatchObject({ code: 'verification-needed' });

    await verify(founder, product);
    expect(await Promise.all(paths.map(readStatus))).toEqual(paths.map(() => 200));
    expect(await (await openPath(paths[0]!)).text()).not.toContain('noindex');
    const { sharePath } = await founder.get<OfferItem>(`/api/offers/${offerId}`);
    expect(await readStatus(sharePath!)).toBe(200);
  });

  test('of an organization whose pages the operator has closed', async () => {
    const admin = await signUp(product, 'Meera');
    const { paths } = await publish(admin, closedOrganizationId);
    expect(await Promise.all(paths.map(readStatus))).toEqual(paths.map(() => 404));
    const otherItems = await publish(await signUp(product, 'Asha'), newId());
    expect(await Promise.all(otherItems.paths.map(readStatus))).toEqual(paths.map(() => 200));
    const page = await (await openPath(otherItems.paths[0]!)).text();
    expect(page).toContain('name="fieldtrace:organization"');
  });
});
