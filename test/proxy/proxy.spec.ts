import type { FileLink } from '#domain/kernel/files/file.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type Server,
  createServer,
  request as httpRequest,
} from 'node:http';
import { type AddressInfo, type Socket, createConnection } from 'node:net';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { sampleVideo } from '../acceptance/product/sample-video.js';
import { cookieOf, createTeam } from '../acceptance/product/person.js';
import { Product, findFreePort } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { Nginx } from './nginx.js';

describe('the proxy, in front of a backend that only listens', () => {
  /** Requests that reached the backend. */
  const received: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
    bytes: number;
  }[] = [];
  let backend: Server;
  let proxy: Nginx;
  const openSockets: Socket[] = [];

  beforeAll(async () => {
    backend = createServer((request, response) => {
      const seenRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        bytes: 0,
      };
      received.push(seenRequest);
      request
        .on('data', (chunk: Buffer) => (seenRequest.bytes += chunk.length))
        .on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const { port } = backend.address() as AddressInfo;
    proxy = await Nginx.start([port, port], {
      'client_body_timeout 10s': 'client_body_timeout 1s',
      'client_header_timeout 10s': 'client_header_timeout 1s',
      'keepalive_timeout 20s': 'keepalive_timeout 1s',
      'limit_conn connections 1000': 'limit_conn connections 30',
      'limit_conn uploads_of_network 40': 'limit_conn uploads_of_network 3',
    });
  });
  afterAll(async () => {
    for (const socket of openSockets) socket.destroy();
    await proxy?.dispose();
    backend.closeAllConnections();
    backend.close();
  });

  /** Connection on which `text` was sent. `answer`: everything received until its close. */
  function sendText(text: string): { readonly socket: Socket; readonly answer: Promise<string> } {
    const socket = createConnection(proxy.port, '127.0.0.1');
    openSockets.push(socket);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => {});
    socket.write(text);
    return { socket, answer: new Promise((resolve) => socket.on('close', () => resolve(answer))) };
  }
  const requestsTo = (url: string) => received.filter((request) => request.url === url);

  test('a half-sent body never reaches a backend, and its connection is ended', async () => {
    const halfRequest = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: crm\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":`;
    const connections = Array.from({ length: 10 }, () =>
      sendText(halfRequest('/api/commands/Half')),
    );
    expect((await fetch(`${proxy.url}/api/whole`, { method: 'POST', body: '{}' })).status).toBe(
      200,
    );
    for (const { answer } of connections) await answer;
    expect(requestsTo('/api/whole')).toHaveLength(1);
    expect(requestsTo('/api/commands/Half')).toEqual([]);
  });

  test.each([
    ['a connection without a request', ''],
    ['half of a request’s headers', 'GET /api/half HTTP/1.1\r\nHost: crm\r\nX-Half:'],
    ['an idle connection', 'GET /api/idle HTTP/1.1\r\nHost: crm\r\n\r\n'],
  ])('%s is closed', async (_, text) => {
    await sendText(text).answer;
    expect(requestsTo('/api/half')).toEqual([]);
  });

  test('the client address is the connection’s, whatever the request claims', async () => {
    await new Promise((resolve, reject) =>
      httpRequest(`${proxy.url}/api/claims`, {
        headers: {
          'X-Forwarded-For': '203.0.113.7',
          Forwarded: 'for=203.0.113.7',
          'X-Real-IP': '203.0.113.7',
          'X-Forwarded-Host': 'evil.example',
        },
      })
        .on('response', (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end(),
    );
    const { headers } = requestsTo('/api/claims')[0]!;
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113\.7|evil/);
  });

  test('operators’ endpoints are not reachable from outside, in any spelling', async () => {
    const receivedBefore = received.length;
    const spellings = [
      '/metrics',
      '/readyz',
      '/%6detrics',
      '//metrics',
      '/x/../metrics',
      '/./readyz',
      '/metrics?a=b',
      '/metric%73',
    ];
    const answers = spellings.map(
      (path) => sendText(`GET ${path} HTTP/1.1\r\nHost: crm\r\nConnection: close\r\n\r\n`).answer,
    );
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 404/);
    expect(received.slice(receivedBefore)).toEqual([]);
  });

  test('a body larger than a command is refused as a problem, unless it is an upload', async () => {
    const receivedBefore = received.length;
    const answer = await fetch(`${proxy.url}/api/commands/CreateLead`, {
      method: 'POST',
      body: 'x'.repeat(400_000),
    });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ code: 'too-large', status: 413 });
    expect(received.slice(receivedBefore)).toEqual([]);
  });

  test('parts of resumable uploads count as uploads', async () => {
    const halfRequest =
      'PATCH /api/uploads/1 HTTP/1.1\r\nHost: crm\r\nContent-Type: x/y\r\nContent-Length: 1000\r\n\r\nhalf';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendText(halfRequest).answer),
    );
    expect(answers.filter((answer) => answer.includes('"code":"too-many-requests"'))).toHaveLength(
      2,
    );
  });

  test('connections and uploads of one network are limited, and others are answered with Retry-After', async () => {
    const halfRequest = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: crm\r\nContent-Type: x/y\r\nContent-Length: 1000\r\n\r\nhalf`;
    const uploads = Array.from({ length: 4 }, () => sendText(halfRequest('/api/files')).answer);
    expect(
      (await Promise.all(uploads)).filter((answer) =>
        answer.includes('"code":"too-many-requests"'),
      ),
    ).toHaveLength(1);

    const connections = Array.from({ length: 34 }, () => sendText(halfRequest('/api/held')).answer);
    const refusals = (await Promise.all(connections)).filter((answer) =>
      /^HTTP\/1\.1 429/.test(answer),
    );
    expect(refusals).toHaveLength(4);
    expect(refusals[0]).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect(refusals[0]).toContain('"code":"too-many-requests"');
  });
});

describe('the product behind the proxy', () => {
  let product: Product;
  let proxy: Nginx;

  beforeAll(async () => {
    product = await Product.start({ env: { TRUST_PROXY: '1' } });
    // The second backend is down.
    proxy = await Nginx.start([product.port, await findFreePort()]);
  });
  afterAll(async () => {
    await proxy?.dispose();
    await product?.dispose();
  });
  const productBehindProxy = () => ({
    url: proxy.url,
    readNewestCode: product.readNewestCode.bind(product),
    waitForCode: product.waitForCode.bind(product),
  });

  test('people sign up, keep their session, and send files of the maximum size', async () => {
    const { admin } = await createTeam(productBehindProxy());
    const video = new Uint8Array(50 * 1024 * 1024 - 1_000);
    // Head of an MP4 file.
    video.set([0, 0, 0, 24, ...Buffer.from('ftypmp42'), 0, 0, 0, 0, ...Buffer.from('mp42isom')]);
    await expect(admin.upload(video, 'roof.mp4', 'video/mp4')).resolves.toMatchObject({
      kind: 'video',
    });
  });

  test('an upload that is cut within a part resumes', async () => {
    const { admin } = await createTeam(productBehindProxy());
    const [fileId, bytes] = [newId(), sampleVideo(3)];
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `filetype ${Buffer.from('video/webm').toString('base64')}`;
    const uploadHeaders = {
      ...tus,
      'idempotency-key': fileId,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    };
    expect((await admin.request('POST', '/api/uploads', { headers: uploadHeaders })).status).toBe(
      201,
    );

    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const partHeaders = (offset: number) => ({
      ...tus,
      cookie,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    });
    const path = `/api/uploads/${fileId}`;
    const cutRequest = httpRequest(`${proxy.url}${path}`, {
      method: 'PATCH',
      headers: { ...partHeaders(0), 'content-length': bytes.length },
    });
    cutRequest.on('error', () => {}).write(bytes.subarray(0, 1024 ** 2));
    // The part is cut before its end; the proxy has forwarded the bytes so far.
    const folder = join(product.dataDir, 'unfinished-uploads');
    const hasFirstBytes = () =>
      readdirSync(folder).some(
        (name) => name.endsWith(fileId) && statSync(join(folder, name)).size > 0,
      );
    await until(async () => hasFirstBytes(), { what: () => 'the first bytes of the part' });
    cutRequest.destroy();

    const { status, headers } = await admin.request('HEAD', path, { headers: tus });
    const offset = Number(headers.get('upload-offset'));
    expect([status, offset > 0 && offset <= 1024 ** 2]).toEqual([200, true]);
    const restAnswer = await fetch(`${proxy.url}${path}`, {
      method: 'PATCH',
      headers: partHeaders(offset),
      body: new Uint8Array(bytes.subarray(offset)),
    });
    expect([restAnswer.status, restAnswer.headers.get('upload-offset')]).toEqual([
      204,
      String(bytes.length),
    ]);
    const { kind, url } = await admin.get<FileLink>(`/api/files/${fileId}`);
    expect([
      kind,
      Buffer.from(await (await fetch(`${proxy.url}${url}`)).arrayBuffer()).equals(bytes),
    ]).toEqual(['video', true]);
  });

  test('answers a refused part at once, and holds no connection for a disconnected sender', async () => {
    const { admin } = await createTeam(productBehindProxy());
    const path = `/api/uploads/${newId()}`;
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const began = performance.now();
    const answer = await admin.request('PATCH', path, {
      headers,
      body: new Uint8Array(4 * 1024 ** 2),
    });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'file-not-found' }]);
    expect(performance.now() - began).toBeLessThan(10_000);

    const countDescriptors = () => readdirSync(`/proc/${product.pid}/fd`).length;
    const descriptorsBefore = countDescriptors();
    for (let round = 0; round < 20; round++) {
      const abandonedRequest = httpRequest(`${proxy.url}${path}`, {
        method: 'PATCH',
        headers: { ...headers, cookie: cookieOf(admin), 'content-length': 900_000 },
      });
      abandonedRequest.on('error', () => {}).write(new Uint8Array(600_000));
      await Promise.race([
        once(abandonedRequest, 'response'),
        new Promise((resolve) => setTimeout(resolve, 1_000)),
      ]);
      abandonedRequest.destroy();
    }
    await until(() => countDescriptors() <= descriptorsBefore + 2, {
      withinMs: 30_000,
      what: () => `${descriptorsBefore} descriptors, not ${countDescriptors()}`,
    });
  });

  test('a stranger’s file is refused before it is sent', async () => {
    const upload = httpRequest(`${proxy.url}/api/files`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 50_000_000 },
    });
    upload.on('error', () => {}).flushHeaders();
    const [response] = (await once(upload, 'response')) as [
      { statusCode: number; headers: IncomingHttpHeaders },
    ];
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      401,
      'application/problem+json',
    ]);
    upload.destroy();
  });

  test('sockets pass through, and stay open', async () => {
    const { admin } = await createTeam(productBehindProxy());
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = io(proxy.url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      reconnection: false,
      forceNew: true,
    });
    try {
      await new Promise<void>((resolve, reject) =>
        socket.on('connect', resolve).on('connect_error', reject),
      );
      await until(
        async () =>
          (await (await fetch(`${product.url}/metrics`)).text()).includes('fieldtrace_sockets 1'),
        {
          what: () => 'the backend to have the socket',
        },
      );
      expect(await socket.timeout(5_000).emitWithAck('resume', { rooms: [] })).toHaveProperty(
        'position',
      );
    } finally {
      socket.close();
    }
  });
});
