import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../product/in-process.js';
import { type Person, cookieOf, createTeam } from '../product/person.js';
import { RawConnection, sendRawRequest } from '../product/raw-connection.js';

const impossibleHosts = ['[', 'a b', `x'><script>`, '127.0.0.1:99999', '%00'];

describe('a server with a dev inbox', () => {
  let product: InProcessProduct;
  let admin: Person;
  let port: number;
  beforeAll(async () => {
    product = await InProcessProduct.start();
    port = Number(new URL(product.url).port);
    ({ admin } = await createTeam(product));
  });
  afterAll(() => product.dispose());

  const get = (path: string, host: string, headers = {}) =>
    sendRawRequest(port, 'GET', path, { Host: host, ...headers });

  test.each(['/dev/inbox', '/dev/inbox.json', '/metrics', '/api/site', '/', '/healthz'])(
    'a web page cannot reach %s by a domain of its own that resolves to this machine',
    async (path) => {
      expect((await get(path, `evil.example:${port}`)).status).toBe(421);
      expect((await get(path, `localhost:${port}`)).status).not.toBe(421);
    },
  );

  test('such a web page cannot request a code, fill a demo or open a socket', async () => {
    const evil = {
      Host: `evil.example:${port}`,
      Origin: `http://evil.example:${port}`,
      'Content-Type': 'application/json',
    };
    const post = (path: string, body: string) =>
      sendRawRequest(port, 'POST', path, { ...evil, 'Content-Length': String(body.length) }, body);
    expect((await post('/api/auth/sign-in', '{"phone":"+919876543210"}')).status).toBe(421);
    expect((await post('/dev/demo', '{}')).status).toBe(421);
    const extraHeaders = { cookie: cookieOf(admin), host: evil.Host, origin: evil.Origin };
    const socket = io(product.url, {
      transports: ['websocket'],
      extraHeaders,
      reconnection: false,
      forceNew: true,
    });
    const outcome = await new Promise(
      (resolve) =>
        void socket
          .on('connect', () => resolve('connected'))
          .on('connect_error', () => resolve('refused')),
    );
    socket.close();
    expect(outcome).toBe('refused');
  });

  test('another machine cannot reach the inbox through a proxy on this machine', async () => {
    expect(
      (await get('/dev/inbox.json', 'localhost', { 'X-Forwarded-For': '10.0.0.7' })).status,
    ).toBe(403);
    expect((await get('/metrics', 'localhost', { 'X-Forwarded-For': '10.0.0.7' })).status).toBe(
      403,
    );
    expect((await get('/api/site', 'localhost', { 'X-Forwarded-For': '10.0.0.7' })).body).toContain(
      '"devInbox":false',
    );
    expect((await get('/api/site', 'localhost')).body).toContain('"devInbox":true');
  });

  test('two hosts in one request are refused', async () => {
    const connection = await RawConnection.open(
      port,
      'GET /api/site HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n',
    );
    await connection.untilClosed(5_000);
    expect(connection.received).toMatch(/^HTTP\/1\.1 (400|421) /);
  });
});

describe('in production without PUBLIC_URL', () => {
  let product: InProcessProduct;
  let page: string;
  let port: number;
  beforeAll(async () => {
    product = await InProcessProduct.start();
    const { admin } = await createTeam(product);
    const productId = newId();
    await admin.send('ChangeOrganizationDetails', { contactPhone: '+919822041736' });
    await admin.send('AddProduct', {
      productId,
      name: 'Panel',
      description: 'A panel',
      mrpPaise: 100,
      livePricePaise: 90,
      unit: 'piece',
    });
    page = `/products/${productId}/share`;
    await product.parts.readSide.waitFor(await product.parts.log.readLastPosition(), 10_000);
    // Turns off the dev inbox of the running product, as if a message service were set up.
    Object.assign(product.parts.config, { hasDevInbox: false });
    port = Number(new URL(product.url).port);
  });
  afterAll(() => product.dispose());

  test.each(impossibleHosts)(
    'an impossible host is refused without an internal error: %j',
    async (host) => {
      expect((await sendRawRequest(port, 'GET', page, { Host: host })).status).toBe(421);
    },
  );

  test('a public page does not repeat a forged host', async () => {
    const { status, body } = await sendRawRequest(port, 'GET', page, { Host: 'evil.example' });
    expect(status).toBe(200);
    expect(body).toContain('https://wa.me/919822041736?text=');
    expect(body).not.toContain('evil.example');
    expect((await sendRawRequest(port, 'GET', page, { Host: 'localhost' })).body).toContain(
      `og:url" content="http://localhost${page}"`,
    );
  });
});
