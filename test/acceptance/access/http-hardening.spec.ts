import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { type Person, captureLead, team } from '../product/person.js';
import { Product } from '../product/product.js';
import { RawConnection, rawRequest } from '../product/raw-connection.js';
import { until } from '../product/until.js';

/** Longest life of a stalled connection, in milliseconds. */
const longestHold = 30_000;

let product: Product;
let meera: Person;
let cookie: string;
beforeAll(async () => {
  product = await Product.start();
  ({ admin: meera } = await team(product));
  cookie = [...meera.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(() => product.dispose());

const many = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const open = (first = '', options?: { reads?: boolean }) =>
  RawConnection.open(product.port, first, options);
const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';
/** Resident memory of the product, in megabytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024;

/**
 * Client ports of the connections that the product holds open. A client that does not read learns
 * nothing of a close.
 */
const heldBy = ({ port }: Product): ReadonlySet<number> => {
  const [established, portOf] = [
    '01',
    (address: string) => parseInt(address.slice(address.indexOf(':') + 1), 16),
  ];
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1),
  );
  const found = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => portOf(local) === port && state === established);
  return new Set(found.map(([, , remote = '']) => portOf(remote)));
};

/** The largest script of the app. */
function largestAsset(): string {
  const folder = 'dist/frontend/assets';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => statSync(join(folder, name)).size);
  return `/assets/${scripts[sizes.indexOf(Math.max(...sizes))]}`;
}

/**
 * Milliseconds between commands, so that garbage of ordinary work does not hide the measured
 * memory.
 */
const betweenCommands = 200;

/**
 * Lets others work until stopped.
 * @returns refused commands, and the median duration
 */
async function others(
  isOver: () => boolean,
  person = meera,
): Promise<{ readonly refused: number; readonly median: number; readonly done: number }> {
  const times: number[] = [];
  let refused = 0;
  await many(4, async () => {
    while (!isOver()) {
      const began = performance.now();
      await captureLead(person).catch(() => refused++);
      times.push(performance.now() - began);
      await pause(betweenCommands);
    }
  });
  return {
    refused,
    median: times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!,
    done: times.length,
  };
}

describe('a stalled connection', () => {
  const half = `POST /api/auth/sign-in HTTP/1.1\r\n${host}${json}Content-Length: 900\r\n\r\n{"phone":`;
  let quiet: Product;
  let pdf: string;
  let asset: string;

  beforeAll(async () => {
    quiet = await Product.start();
    const bytes = new Uint8Array(9 * 1024 * 1024).fill(32);
    bytes.set(Buffer.from('%PDF-1.7\n'));
    const { fileId } = await meera.upload(bytes, 'offer.pdf', 'application/pdf');
    pdf = new URL((await meera.get<{ url: string }>(`/api/files/${fileId}`)).url, product.url)
      .pathname;
    asset = largestAsset();
  });
  afterAll(() => quiet?.dispose());

  /**
   * Requests that a stranger may begin and leave. `more` is sent every second and completes none.
   */
  const held: Readonly<
    Record<
      string,
      { readonly first: () => string; readonly more?: string; readonly reads?: boolean }
    >
  > = {
    'says nothing': { first: () => '' },
    'sends half of its headers': { first: () => `GET /api/site HTTP/1.1\r\n${host}` },
    'goes on with headers, one by one': {
      first: () => `GET /api/site HTTP/1.1\r\n${host}`,
      more: 'X-More: 1\r\n',
    },
    'sends half of a body': { first: () => half },
    'goes on with its body, byte by byte': { first: () => half, more: ' ' },
    'goes on with a body in chunks that nobody wants': {
      first: () =>
        `POST /api/commands/CreateLead HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`,
      more: '1\r\n \r\n',
    },
    'was answered and stays': { first: () => `GET /api/site HTTP/1.1\r\n${host}\r\n` },
    'was answered and sends empty lines': {
      first: () => `GET /api/site HTTP/1.1\r\n${host}\r\n`,
      more: '\r\n',
    },
    'does not read a file of the app': {
      first: () => `GET ${asset} HTTP/1.1\r\n${host}\r\n`,
      reads: false,
    },
    'does not read the description of the API': {
      first: () => `GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\n${host}\r\n`,
      reads: false,
    },
    'does not read the file of a link': {
      first: () => `GET ${pdf} HTTP/1.1\r\n${host}\r\n`,
      reads: false,
    },
    'sends half of an upload, signed in': {
      first: () =>
        `POST /api/files HTTP/1.1\r\n${host}Cookie: ${cookie}\r\nIdempotency-Key: ${newId()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    },
  };

  test('is closed by the server, and blocks nobody meanwhile', async () => {
    const { admin: undisturbed } = await team(quiet);
    await captureLead(meera);
    const before = memory();
    const opened = await Promise.all(
      Object.entries(held).map(async ([name, { first, more, reads }]) => ({
        name,
        more,
        connections: await many(40, () => open(first(), { reads })),
      })),
    );
    const trickle = setInterval(() => {
      for (const { more, connections } of opened)
        if (more) for (const connection of connections) connection.send(more);
    }, 1_000);
    const isOver = after(longestHold);
    const stillOpen = () => {
      const held = heldBy(product);
      return opened.map(
        ({ name, connections }) =>
          [name, connections.filter(({ port }) => held.has(port)).length] as const,
      );
    };
    expect(stillOpen().filter(([, count]) => count === 0)).toEqual([]);
    // Compares with an equally busy machine whose product holds no such connections.
    const [{ refused, median }, there] = await Promise.all([
      others(isOver),
      others(isOver, undisturbed),
    ]);
    await until(() => stillOpen().every(([, count]) => count === 0), { every: 500 }).catch(
      () => {},
    );
    clearInterval(trickle);
    expect(stillOpen()).toEqual(Object.keys(held).map((name) => [name, 0]));
    expect(refused).toBe(0);
    expect(median).toBeLessThan(3 * there.median);
    // Others' work leaves garbage, mostly of the log client; holding the unread files would take
    // several times as much.
    expect(memory()).toBeLessThan(before + 150);
  });

  test('that never reads costs no more memory than its answer in transit', async () => {
    const before = memory();
    const strangers = await many(300, () =>
      open(`GET ${asset} HTTP/1.1\r\n${host}Accept-Encoding: br, gzip\r\n\r\n`, { reads: false }),
    );
    let rise = 0;
    const isOver = after(8_000);
    await others(() => {
      rise = Math.max(rise, memory() - before);
      return isOver();
    });
    for (const stranger of strangers) stranger.drop();
    expect(rise).toBeLessThan(100);
  });

  test('a slow upload that progresses is accepted', async () => {
    const content = Buffer.alloc(200_000, 32);
    content.write('%PDF-1.7\n');
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
    const tail = '\r\n--x--\r\n';
    const upload = await open(
      `POST /api/files HTTP/1.1\r\n${host}Cookie: ${cookie}\r\nConnection: close\r\nIdempotency-Key: ${newId()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + content.length + tail.length}\r\n\r\n${head}`,
    );
    // Longer than the timeout of any other body.
    const pieces = 20;
    for (let piece = 0; piece < pieces; piece++) {
      upload.socket.write(
        content.subarray(
          (piece * content.length) / pieces,
          ((piece + 1) * content.length) / pieces,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    upload.send(tail);
    await upload.ended(10_000);
    expect(upload.received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

const after = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
};

describe('pipelined requests', () => {
  test('end the connection, hold no memory, and block nobody when they are cut off', async () => {
    const before = memory();
    const requests = `GET /api/site HTTP/1.1\r\n${host}\r\n`.repeat(600);
    for (let round = 0; round < 5; round++) {
      const connections = await many(10, () => open(requests, { reads: false }));
      await captureLead(meera);
      for (const connection of connections) connection.read();
      await Promise.all(connections.map((connection) => connection.ended(5_000)));
    }
    expect(memory() - before).toBeLessThan(100);
    expect((await meera.request('GET', '/api/leads')).status).toBe(200);
  });
});

describe('a position to wait for', () => {
  test('is awaited only for signed-in callers, and only if the log contains it', async () => {
    const asked = async (position: Readonly<Record<string, string>>) => {
      const began = performance.now();
      const answers = await many(100, () => rawRequest(product.port, 'GET', '/api/site', position));
      const stale = await meera.request('GET', '/api/leads', { headers: position });
      return { answers, stale, took: performance.now() - began };
    };
    const { took: usual } = await asked({});
    const { answers, stale, took } = await asked({ 'x-after-position': 'zzzz' });
    expect(took).toBeLessThan(2 * usual + 1_500);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([stale.status, stale.headers.get('x-stale')]).toEqual([200, 'true']);
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
  async function paths(): Promise<readonly string[]> {
    const { paths: described } = (await (
      await fetch(`${product.url}/api/openapi.json`)
    ).json()) as { paths: Operations };
    const known = Object.keys(described)
      .filter((path) => path.startsWith('/api'))
      .map((path) => path.replaceAll(/\{\w+\}/g, newId()));
    return [
      ...known,
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
    'with a letter in code': (path) => path.replace('/api', '/%61pi'),
    'with its address': (path) => `http://localhost${path}`,
    'with what cannot be decoded': (path) => `${path}/%zz`,
    'with bytes that are no text': (path) => `${path}/%ff`,
    'with a question': (path) => `${path}?q=%`,
  };
  const wrongIn = (
    { status, headers, body }: Awaited<ReturnType<typeof rawRequest>>,
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

  test.each(Object.keys(spellings))(
    'is never cached, and refuses with a code, %s',
    async (spelling) => {
      const wrong: string[] = [];
      for (const path of await paths())
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
          for (const session of [cookie, '']) {
            const answer = await rawRequest(product.port, method, spellings[spelling]!(path), {
              ...(session && { Cookie: session }),
              'Content-Length': '0',
            });
            const found = wrongIn(answer, method);
            if (found !== undefined)
              wrong.push(
                `${session ? 'signed in' : 'signed out'} ${method} ${spellings[spelling]!(path).slice(0, 80)}: ${found}`,
              );
          }
      expect(wrong).toEqual([]);
    },
  );

  test('is 401 without a session, with any method', async () => {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    for (const path of ['/api/leads', '/%61pi/leads', '/api/nothing', '/api/%zz']) {
      const answers = await many(methods.length, (index) =>
        rawRequest(product.port, methods[index]!, path),
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
      const { status, headers } = await rawRequest(product.port, 'GET', path, { Cookie: cookie });
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    },
  );

  test.each([
    ['no request at all', 'G@T /api/leads HTTP/1.1\r\n\r\n', 400],
    [
      'headers that are too large',
      `GET /api/leads HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      `POST /api/auth/sign-in HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
  ])('refuses %s with a code', async (_, text, status) => {
    const connection = await open(text);
    await connection.ended(5_000);
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
    const sent = {
      Cookie: cookie,
      'Content-Type': type,
      'Content-Length': '4',
      'Idempotency-Key': newId(),
    };
    const { status, headers } = await rawRequest(product.port, 'POST', '/api/files', sent, 'abcd');
    expect([Math.floor(status / 100), headers.get('content-type')]).toEqual([
      4,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('figures at /metrics', () => {
  test('are shown to this machine, and to nobody behind a proxy', async () => {
    expect((await rawRequest(product.port, 'GET', '/metrics')).status).toBe(200);
    const { status, body } = await rawRequest(product.port, 'GET', '/metrics', {
      'X-Forwarded-For': '203.0.113.7',
    });
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'metrics-closed' }]);
  });
});

test('the app is sent as compressed by the build', async () => {
  const asset = largestAsset();
  const [plain, ...compressed] = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) =>
      rawRequest(product.port, 'GET', asset, { 'Accept-Encoding': encoding }),
    ),
  );
  expect(compressed.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br']);
  for (const { headers } of compressed)
    expect(Number(headers.get('content-length'))).toBeLessThan(
      Number(plain!.headers.get('content-length')) / 2,
    );
  expect((await rawRequest(product.port, 'GET', `${asset}.br`)).status).toBe(404);
});

test('browsers cache hashed files of the app for good, and others until they change', async () => {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(product.port, method, path, headers);
  const asset = await ask(largestAsset());
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const screen = await ask('/leads/some-lead');
  expect([
    screen.status,
    screen.headers.get('cache-control'),
    screen.headers.get('content-type'),
  ]).toEqual([200, 'no-cache', 'text/html; charset=utf-8']);
  expect((await ask('/', {}, 'HEAD')).headers.get('content-length')).toBe(
    screen.headers.get('content-length'),
  );
  expect(await ask('/', { 'If-None-Match': screen.headers.get('etag')! })).toMatchObject({
    status: 304,
    body: '',
  });
  expect((await ask('/', { 'If-None-Match': asset.headers.get('etag')! })).status).toBe(200);
  expect((await ask('/nothing.js')).status).toBe(404);
});
