import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { PassThrough, Readable } from 'node:stream';
import { until } from '../../../../test/acceptance/product/until.js';
import { Connections } from './connections.js';

const minutes = (count: number) => count * 60_000;
/** Time for a 50 MB video on a connection of 20 kB a second. */
const SLOW_UPLOAD_MS = minutes(42);

let connections: Connections;
afterEach(async () => {
  jest.restoreAllMocks();
  await connections.close(0);
});

test('an upload or answer that progresses may take 45 minutes', async () => {
  const answer = Buffer.alloc(32 * 1024 ** 2);
  connections = new Connections((_, response) => void response.end(answer));
  expect(connections.server.requestTimeout).toBeGreaterThan(SLOW_UPLOAD_MS);

  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const reader = connect((connections.server.address() as AddressInfo).port, '127.0.0.1');
  reader.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await new Promise((resolve) => reader.once('readable', resolve));

  const { now } = performance;
  const clock = jest
    .spyOn(performance, 'now')
    .mockImplementation(() => now.call(performance) + SLOW_UPLOAD_MS);
  // Connections are checked while the answer is being sent.
  while (clock.mock.calls.length < 1) await new Promise((resolve) => setTimeout(resolve, 50));
  let bytes = 0;
  reader.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise<void>((resolve, reject) => {
    reader.on('error', reject).on('close', () => reject(new Error('The connection has ended')));
    reader.on('data', () => bytes > answer.length && resolve());
  });
  reader.destroy();
});

test('answers announce a keep-alive time that is well below the server’s own', async () => {
  connections = new Connections((_, response) => void response.end());
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { headers } = await fetch(
    `http://127.0.0.1:${(connections.server.address() as AddressInfo).port}`,
  );
  expect(headers.get('connection')).toBe('keep-alive');
  expect(headers.get('keep-alive')).toBe('timeout=10');
  expect(connections.server.keepAliveTimeout).toBe(20_000);
});

test('connections are limited, and pipelining ones count several times', async () => {
  const counted: number[] = [];
  const limit = async (_: unknown, times: number) => {
    counted.push(times);
    if (counted.reduce((sum, one) => sum + one, 0) > 21) throw new Error('too many');
  };
  connections = new Connections(() => undefined, limit);
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { port } = connections.server.address() as AddressInfo;
  const sendUntilClosed = (requests: number) =>
    new Promise(
      (resolve) =>
        void connect(port, '127.0.0.1')
          .on('error', () => undefined)
          .on('close', resolve)
          .write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(requests)),
    );
  await sendUntilClosed(2);
  expect(counted).toEqual([1, 20]);
  await sendUntilClosed(1);
  expect(counted).toEqual([1, 20, 1]);
});

test('none of several pipelined requests is handled: their connection is closed', async () => {
  const handled: (string | undefined)[] = [];
  connections = new Connections(({ url }, response) => {
    handled.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { port } = connections.server.address() as AddressInfo;
  const sendForAnswer = (requests: string) =>
    new Promise(
      (resolve) =>
        void connect(port, '127.0.0.1')
          .on('error', resolve)
          .on('data', resolve)
          .on('close', resolve)
          .write(requests),
    );
  await sendForAnswer('GET /several HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(50));
  await sendForAnswer('GET /one HTTP/1.1\r\nHost: here\r\n\r\n');
  expect(handled).toEqual(['/one']);
});

test('a request sent after the last byte of an answer waits for its end; a second one is too many', async () => {
  const counted: number[] = [];
  const handled: (string | undefined)[] = [];
  const open: ServerResponse[] = [];
  const handle: RequestListener = ({ url }, response) => {
    handled.push(url);
    response.setHeader('content-length', 3);
    response.write('all');
    // A handler that streams a file knows its end only after the last byte.
    if (url === '/file') open.push(response);
    else response.end();
  };
  connections = new Connections(handle, async (_, times) => void counted.push(times));
  let arrived = 0;
  connections.server.on('request', () => void arrived++);
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { port } = connections.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  let text = '';
  client.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise((resolve) => client.on('close', resolve));
  const request = (path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  const answers = () => text.split('HTTP/1.1 200 OK').length - 1;

  request('/file');
  await until(() => text.endsWith('all'));
  request('/next');
  await until(() => arrived === 2);
  expect(handled).toEqual(['/file']);
  open[0]!.end();
  await until(() => answers() === 2 && text.endsWith('all'));
  expect(handled).toEqual(['/file', '/next']);
  expect(counted).toEqual([1]);

  request('/file');
  await until(() => open.length === 2);
  request('/next');
  request('/more');
  await ended;
  expect(handled).toEqual(['/file', '/next', '/file']);
  expect(counted).toEqual([1, 20]);
});

describe('a body that is refused half-way', () => {
  const bodyBytes = 900_000;
  const sentBytes = 600_000;
  const overBodyTimeoutMs = 16_000;
  /** Milliseconds after which a handler has read as much of the body as it wants. */
  const pausedAfterMs = 50;
  const refuse = (response: ServerResponse) =>
    void response.writeHead(404, { 'content-length': 2 }).end('no');
  /**
   * Ways in which a handler stops reading a body. Each holds the socket unless the server drains
   * the body.
   */
  const handlers: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>
  > = {
    'nobody has read': (_, response) => refuse(response),
    'a web stream holds back': (request, response) => {
      Readable.toWeb(request);
      setTimeout(() => refuse(response), pausedAfterMs);
    },
    'a pipe holds back': (request, response) => {
      request.pipe(new PassThrough());
      refuse(response);
    },
    'was paused': (request, response) =>
      request.once('data', () => {
        request.pause();
        refuse(response);
      }),
    'an iterator has left': async (request, response) => {
      await request[Symbol.asyncIterator]().next();
      refuse(response);
    },
    'an upload holds back': (request, response) => {
      connections.expectUpload(request);
      Readable.toWeb(request);
      setTimeout(() => refuse(response), pausedAfterMs);
    },
  };
  const begin = async (handler: string): Promise<Socket> => {
    connections = new Connections((request, response) =>
      request.method === 'GET' ? refuse(response) : handlers[handler]!(request, response),
    );
    await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
    const client = connect((connections.server.address() as AddressInfo).port, '127.0.0.1').on(
      'error',
      () => undefined,
    );
    client.write(`PATCH / HTTP/1.1\r\nHost: here\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
    client.write(Buffer.alloc(sentBytes));
    await new Promise((resolve) => client.once('data', resolve));
    return client;
  };
  const countConnections = () =>
    new Promise<number>((resolve, reject) =>
      connections.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  test.each(Object.keys(handlers))(
    'is read and dropped if %s: a disconnected client leaves no connection',
    async (handler) => {
      const client = await begin(handler);
      expect(await countConnections()).toBe(1);
      client.destroy();
      await until(async () => (await countConnections()) === 0, {
        withinMs: 5_000,
        what: () => 'the connection to end',
      });
    },
  );

  test.each(Object.keys(handlers))(
    'is read and dropped if %s: the connection can be reused',
    async (handler) => {
      const client = await begin(handler);
      const answered = new Promise<string>((resolve) =>
        client.on('data', (chunk: Buffer) => resolve(chunk.toString())),
      );
      client.write(Buffer.alloc(bodyBytes - sentBytes));
      client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
      expect(await answered).toMatch(/^HTTP\/1\.1 404/);
      client.destroy();
    },
  );

  test.each(Object.keys(handlers))(
    'is closed after the ordinary body timeout if %s, however slowly it arrives',
    async (handler) => {
      const client = await begin(handler);
      const { now } = performance;
      const ended = new Promise((resolve) => client.once('close', resolve));
      jest
        .spyOn(performance, 'now')
        .mockImplementation(() => now.call(performance) + overBodyTimeoutMs);
      const trickle = setInterval(() => client.write('x'), 200);
      await ended;
      clearInterval(trickle);
      expect(await countConnections()).toBe(0);
    },
  );
});
