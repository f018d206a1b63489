import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { sendInPieces } from './in-pieces.js';

const small = randomBytes(1_000);
const large = randomBytes(1_000_000);
let server: FastifyInstance;

beforeEach(async () => {
  server = fastify();
  server.get('/small', (_, reply) => sendInPieces(reply, small));
  server.get('/large', (_, reply) => sendInPieces(reply, large));
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

test.each([
  ['/small', small],
  ['/large', large],
])('%s arrives complete, with its length', async (url, bytes) => {
  const { payload, headers } = await get(url);
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(payload.equals(bytes)).toBe(true);
});

test('a HEAD answers the length', async () => {
  const { headers, payload } = await get('/large', 'HEAD');
  expect([headers['content-length'], payload.length]).toEqual([String(large.length), 0]);
});

test('in each turn of the loop, only a small part of simultaneous answers is written', async () => {
  const bytesByTurn = [0];
  let isOver = false;
  const nextTurn = () => {
    bytesByTurn.push(0);
    if (!isOver) setImmediate(nextTurn);
  };
  server.server.on('connection', (socket) => {
    const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
    socket.write = (...sent: unknown[]) => {
      bytesByTurn[bytesByTurn.length - 1]! += (sent[0] as string | Buffer).length;
      return write(...sent);
    };
  });
  nextTurn();
  await Promise.all(Array.from({ length: 40 }, () => get('/large')));
  isOver = true;
  expect(bytesByTurn.reduce((sum, bytes) => sum + bytes)).toBeGreaterThan(40 * large.length);
  expect(Math.max(...bytesByTurn)).toBeLessThan(large.length);
});

type Answer = { readonly headers: NodeJS.Dict<string | string[]>; readonly payload: Buffer };
function get(path: string, method = 'GET'): Promise<Answer> {
  const { port } = server.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ headers: answer.headers, payload: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
