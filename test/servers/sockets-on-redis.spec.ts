import { createRedisAdapter } from '#backend/api/live/sockets-on-redis.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type Server as Http, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { type Socket, io } from 'socket.io-client';
import { until } from '../acceptance/product/until.js';
import { RedisProcess } from './programs/redis-process.js';

type Backend = { readonly sockets: Server; readonly http: Http; readonly redis: RedisServer };
let redis: RedisProcess;
const backends: Backend[] = [];
const browsers: Socket[] = [];

beforeAll(async () => void (redis = await RedisProcess.start()));
afterAll(() => redis.dispose());
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.disconnect();
  for (const { sockets, redis: redisServer } of backends.splice(0)) {
    await sockets.close();
    redisServer.close();
  }
});

async function startBackend(): Promise<Backend> {
  const redisServer = await connectRedis(redis.url());
  const http = createServer();
  const sockets = new Server(http, { adapter: createRedisAdapter(redisServer) });
  sockets.on('connection', (socket) => void socket.join(String(socket.handshake.auth['session'])));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const backend = { sockets, http, redis: redisServer };
  backends.push(backend);
  return backend;
}
async function connectBrowser({ http }: Backend, session: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    auth: { session },
    reconnection: false,
    forceNew: true,
  });
  browsers.push(socket);
  await once(socket as never, 'connect');
  return socket;
}
const endSession = ({ sockets }: Backend, session: string) =>
  sockets.in(session).disconnectSockets(true);

test('a session ended at one backend ends at the other too, and no other session does', async () => {
  const [firstBackend, secondBackend] = [await startBackend(), await startBackend()];
  const [endedSocket, otherSocket, localSocket] = [
    await connectBrowser(secondBackend, 'asha'),
    await connectBrowser(secondBackend, 'ravi'),
    await connectBrowser(firstBackend, 'asha'),
  ];
  await until(
    () => (endSession(firstBackend, 'asha'), !endedSocket.connected && !localSocket.connected),
  );
  expect(otherSocket.connected).toBe(true);
});

test('messages to local sockets reach no other backend', async () => {
  const [firstBackend, secondBackend] = [await startBackend(), await startBackend()];
  const [here, there] = [
    await connectBrowser(firstBackend, 'asha'),
    await connectBrowser(secondBackend, 'asha'),
  ];
  const received: string[] = [];
  here.on('changes', () => received.push('here'));
  there.on('changes', () => received.push('there'));
  firstBackend.sockets.local.in('asha').emit('changes');
  await until(() => received.length > 0);
  await until(() => (endSession(firstBackend, 'asha'), !there.connected));
  expect(received).toEqual(['here']);
});

test('while Redis is away local sockets end, nothing fails, and messages cross again when it is back', async () => {
  const [firstBackend, secondBackend] = [await startBackend(), await startBackend()];
  const localSocket = await connectBrowser(firstBackend, 'asha');
  await redis.end('SIGKILL');
  endSession(firstBackend, 'asha');
  await until(() => !localSocket.connected);
  const there = await connectBrowser(secondBackend, 'asha');
  await redis.start();
  await until(() => (endSession(firstBackend, 'asha'), !there.connected));
});

test('an unawaited subscription may fail when its connection closes before the answer', async () => {
  const redisServer = await connectRedis(redis.url());
  const reader = redisServer.openBlocking();
  void reader.subscribe('a channel');
  const ended = once(reader, 'end');
  redisServer.close();
  await ended;
  await new Promise(setImmediate);
});
