import { afterEach, expect, jest, test } from '@jest/globals';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { until } from '../../../test/acceptance/until.js';
import { Connections } from './connections.js';

const minutes = (count: number) => count * 60_000;
/** A film of 50 MB on a connection of 20 kB a second. */
const slowly = minutes(42);

let connections: Connections;
afterEach(async () => {
  jest.restoreAllMocks();
  await connections.close(0);
});

test('an upload and an answer that move have three quarters of an hour', async () => {
  const answer = Buffer.alloc(32 * 1024 ** 2);
  connections = new Connections((_, response) => void response.end(answer));
  expect(connections.server.requestTimeout).toBeGreaterThan(slowly);

  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const reader = connect((connections.server.address() as AddressInfo).port, '127.0.0.1');
  reader.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await new Promise((resolve) => reader.once('readable', resolve));

  const { now } = performance;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + slowly);
  // The connections are looked at while the answer is on its way.
  while (clock.mock.calls.length < 1) await new Promise((resolve) => setTimeout(resolve, 50));
  let bytes = 0;
  reader.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise<void>((resolve, reject) => {
    reader.on('error', reject).on('close', () => reject(new Error('The connection has ended')));
    reader.on('data', () => bytes > answer.length && resolve());
  });
  reader.destroy();
});

test('who is told how long a connection stays gives it up long before it is ended', async () => {
  connections = new Connections((_, response) => void response.end());
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { headers } = await fetch(`http://127.0.0.1:${(connections.server.address() as AddressInfo).port}`);
  expect(headers.get('connection')).toBe('keep-alive');
  expect(headers.get('keep-alive')).toBe('timeout=10');
  expect(connections.server.keepAliveTimeout).toBe(20_000);
});

test('connections are counted, and one that does not wait for its answer many times; who has had too many gets no more', async () => {
  const counted: number[] = [];
  const limit = async (_: unknown, times: number) => {
    counted.push(times);
    if (counted.reduce((sum, one) => sum + one, 0) > 21) throw new Error('too many');
  };
  connections = new Connections(() => undefined, limit);
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { port } = connections.server.address() as AddressInfo;
  const ended = (requests: number) =>
    new Promise(
      (resolve) =>
        void connect(port, '127.0.0.1')
          .on('error', () => undefined)
          .on('close', resolve)
          .write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(requests)),
    );
  await ended(2);
  expect(counted).toEqual([1, 20]);
  await ended(1);
  expect(counted).toEqual([1, 20, 1]);
});

test('of requests that came at once none is handled: their connection has ended', async () => {
  const handled: (string | undefined)[] = [];
  connections = new Connections(({ url }, response) => (handled.push(url), void response.end()));
  await new Promise<void>((resolve) => connections.server.listen(0, '127.0.0.1', resolve));
  const { port } = connections.server.address() as AddressInfo;
  const sent = (requests: string) =>
    new Promise((resolve) => void connect(port, '127.0.0.1').on('error', resolve).on('data', resolve).on('close', resolve).write(requests));
  await sent('GET /several HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(50));
  await sent('GET /one HTTP/1.1\r\nHost: here\r\n\r\n');
  expect(handled).toEqual(['/one']);
});

test('a request that comes once all bytes of the last answer have come waits until that has ended; a second one beside it is too many', async () => {
  const counted: number[] = [];
  const handled: (string | undefined)[] = [];
  const open: ServerResponse[] = [];
  const handle: RequestListener = ({ url }, response) => {
    handled.push(url);
    response.setHeader('content-length', 3);
    response.write('all');
    // whoever streams a file knows only after its last byte that no more follow
    if (url === '/file') open.push(response);
    else response.end();
  };
  connections = new Connections(handle, async (_, times) => void counted.push(times));
  let come = 0;
  connections.server.on('request', () => void come++);
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
  await until(() => come === 2);
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
