import { countRuns } from '#platform/testing/times.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { METHODS } from 'node:http';
import { v7 as newId } from 'uuid';
import { type Person, captureLead, cookieOf, createTeam } from '../product/person.js';
import { Product } from '../product/product.js';
import { findLargestScript } from '../product/largest-script.js';
import { RawConnection, sendRawRequest } from '../product/raw-connection.js';
import { readResidentMegabytes } from '../product/resident-memory.js';

let product: Product;
let meera: Person;
let cookie: string;
beforeAll(async () => {
  product = await Product.start();
  ({ admin: meera } = await createTeam(product));
  cookie = cookieOf(meera);
});
afterAll(() => product.dispose());

const repeat = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const open = (firstBytes = '', options?: { reads?: boolean }) =>
  RawConnection.open(product.port, firstBytes, options);
const hostHeader = 'Host: localhost\r\n';

describe('pipelined requests', () => {
  test('end the connection, hold no memory, and block nobody when they are cut off', async () => {
    const megabytesBefore = readResidentMegabytes(product);
    const requests = `GET /api/site HTTP/1.1\r\n${hostHeader}\r\n`.repeat(600);
    for (let round = 0; round < 5; round++) {
      const connections = await repeat(10, () => open(requests, { reads: false }));
      await captureLead(meera);
      for (const connection of connections) connection.read();
      await Promise.all(connections.map((connection) => connection.untilClosed(5_000)));
    }
    expect(readResidentMegabytes(product) - megabytesBefore).toBeLessThan(100);
    expect((await meera.request('GET', '/api/leads')).status).toBe(200);
  });
});

describe('a position to wait for', () => {
  test('is awaited only for signed-in callers, and only if the log contains it', async () => {
    const askManyTimes = async (position: Readonly<Record<string, string>>) => {
      const began = performance.now();
      const answers = await repeat(100, () =>
        sendRawRequest(product.port, 'GET', '/api/site', position),
      );
      const leads = await meera.request('GET', '/api/leads', { headers: position });
      return { answers, leads, tookMs: performance.now() - began };
    };
    const { tookMs: usualMs } = await askManyTimes({});
    const { answers, leads, tookMs } = await askManyTimes({ 'x-after-position': 'zzzz' });
    expect(tookMs).toBeLessThan(2 * usualMs + 1_500);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([leads.status, leads.headers.get('x-stale')]).toEqual([200, 'true']);
  });

  test('includes the caller’s last command', async () => {
    for (let round = 0; round < 5; round++) {
      const leadId = await captureLead(meera);
      expect(await meera.get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
    }
  });
});

describe('every answer under /api', () => {
  type Operations = Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>
  >;
  /** Every documented path, and undocumented ones. */
  async function readPaths(): Promise<readonly string[]> {
    const { paths: described } = (await (
      await fetch(`${product.url}/api/openapi.json`)
    ).json()) as { paths: Operations };
    const documentedPaths = Object.keys(described)
      .filter((path) => path.startsWith('/api'))
      .map((path) => path.replaceAll(/\{\w+\}/g, newId()));
    return [
      ...documentedPaths,
      '/api',
      '/api/',
      '/api/nothing',
      '/api//leads',
      '/api/leads/',
      '/api/leads/%00',
      `/api/leads/${'x'.repeat(2_000)}`,
    ];
  }
  const spellings: Readonly<Record<string, (path: string) => string>> = {
    'as it is': (path) => path,
    'with a percent-encoded letter': (path) => path.replace('/api', '/%61pi'),
    'as a full URL': (path) => `http://localhost${path}`,
    'with an invalid percent-encoding': (path) => `${path}/%zz`,
    'with bytes that are not UTF-8': (path) => `${path}/%ff`,
    'with a query string': (path) => `${path}?q=%`,
  };
  const findViolation = (
    { status, headers, body }: Awaited<ReturnType<typeof sendRawRequest>>,
    method: string,
  ): string | undefined => {
    if (headers.get('cache-control') !== 'no-store')
      return `cache-control ${headers.get('cache-control')}`;
    if (status < 400) return undefined;
    if (!headers.get('content-type')?.startsWith('application/problem+json'))
      return `${status} ${headers.get('content-type')}`;
    if (status >= 500) return String(status);
    return method === 'HEAD' || /"code":"[a-z-]+"/.test(body) ? undefined : `no code in ${body}`;
  };

  /** Each method, signed in and not. */
  const senders = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].flatMap((method) =>
    [true, false].map((isSignedIn) => ({ method, isSignedIn })),
  );
  /** All senders for the usual spelling of a path; else a few, which differ by path. */
  const sendersOf = (index: number, spelling: string) => {
    const count = spelling === 'as it is' ? senders.length : countRuns(senders.length);
    return Array.from({ length: count }, (_, turn) => senders[(index + turn) % senders.length]!);
  };

  test.each(Object.keys(spellings))(
    'is never cached, and refuses with a code, %s',
    async (spelling) => {
      const violations: string[] = [];
      for (const [index, path] of (await readPaths()).entries())
        for (const { method, isSignedIn } of sendersOf(index, spelling)) {
          const answer = await sendRawRequest(product.port, method, spellings[spelling]!(path), {
            ...(isSignedIn && { Cookie: cookie }),
            'Content-Length': '0',
          });
          const violation = findViolation(answer, method);
          if (violation !== undefined)
            violations.push(
              `${isSignedIn ? 'signed in' : 'signed out'} ${method} ${spellings[spelling]!(path).slice(0, 80)}: ${violation}`,
            );
        }
      expect(violations).toEqual([]);
    },
  );

  test('is 401 without a session, with any method', async () => {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    for (const path of ['/api/leads', '/%61pi/leads', '/api/nothing', '/api/%zz']) {
      const answers = await repeat(methods.length, (index) =>
        sendRawRequest(product.port, methods[index]!, path),
      );
      expect(
        answers.map(({ status, headers }, index) => [
          methods[index],
          status,
          headers.get('content-type'),
        ]),
      ).toEqual(methods.map((method) => [method, 401, 'application/problem+json; charset=utf-8']));
    }
  });

  test.each(['//api/leads', '/API/leads', '/api;x/leads'])(
    '%s is neither an endpoint nor a screen',
    async (path) => {
      const { status, headers } = await sendRawRequest(product.port, 'GET', path, {
        Cookie: cookie,
      });
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    },
  );

  test.each([
    ['a malformed request line', 'G@T /api/leads HTTP/1.1\r\n\r\n', 400],
    [
      'headers that are too large',
      `GET /api/leads HTTP/1.1\r\n${hostHeader}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      `POST /api/auth/sign-in HTTP/1.1\r\n${hostHeader}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
  ])('refuses %s with a code', async (_, text, status) => {
    const connection = await open(text);
    await connection.untilClosed(5_000);
    expect(connection.received).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]*application/problem\\+json[^]*"code":"`),
    );
  });

  test.each(['sign-in', 'sign-up', 'verify'])(
    'refuses an oversized form without a session: %s',
    async (form) => {
      const { status, body } = await meera.request('POST', `/api/auth/${form}`, {
        body: JSON.stringify({ phone: 'x'.repeat(20_000) }),
        headers: { 'content-type': 'application/json' },
      });
      expect([status, body]).toMatchObject([413, { code: 'too-large' }]);
    },
  );

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
  ])('refuses an invalid file that is sent as %s with a code', async (type) => {
    const headersSent = {
      Cookie: cookie,
      'Content-Type': type,
      'Content-Length': '4',
      'Idempotency-Key': newId(),
    };
    const { status, headers } = await sendRawRequest(
      product.port,
      'POST',
      '/api/files',
      headersSent,
      'abcd',
    );
    expect([Math.floor(status / 100), headers.get('content-type')]).toEqual([
      4,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('figures at /metrics', () => {
  test('are shown to this machine, and to nobody behind a proxy', async () => {
    expect((await sendRawRequest(product.port, 'GET', '/metrics')).status).toBe(200);
    const { status, body } = await sendRawRequest(product.port, 'GET', '/metrics', {
      'X-Forwarded-For': '203.0.113.7',
    });
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'metrics-closed' }]);
  });
});

test('the app is sent as compressed by the build', async () => {
  const asset = findLargestScript();
  const [plainAnswer, ...compressed] = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) =>
      sendRawRequest(product.port, 'GET', asset, { 'Accept-Encoding': encoding }),
    ),
  );
  expect(compressed.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br']);
  for (const { headers } of compressed)
    expect(Number(headers.get('content-length'))).toBeLessThan(
      Number(plainAnswer!.headers.get('content-length')) / 2,
    );
  expect((await sendRawRequest(product.port, 'GET', `${asset}.br`)).status).toBe(404);
});

test('browsers cache hashed files of the app for good, and others until they change', async () => {
  const request = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    sendRawRequest(product.port, method, path, headers);
  const asset = await request(findLargestScript());
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const screen = await request('/leads/some-lead');
  expect([
    screen.status,
    screen.headers.get('cache-control'),
    screen.headers.get('content-type'),
  ]).toEqual([200, 'no-cache', 'text/html; charset=utf-8']);
  expect((await request('/', {}, 'HEAD')).headers.get('content-length')).toBe(
    screen.headers.get('content-length'),
  );
  expect(await request('/', { 'If-None-Match': screen.headers.get('etag')! })).toMatchObject({
    status: 304,
    body: '',
  });
  expect((await request('/', { 'If-None-Match': asset.headers.get('etag')! })).status).toBe(200);
  expect((await request('/nothing.js')).status).toBe(404);
});
