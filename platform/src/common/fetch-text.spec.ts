import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fetchText } from './fetch-text.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function* endless() {
  for (;;) yield Buffer.alloc(2 ** 16, 'x');
}

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    if (path === '/silent') return;
    response.writeHead(path === '/whole' ? 201 : 200, { 'Retry-After': '7' });
    if (path === '/endless') return void Readable.from(endless()).pipe(response);
    response.write('the beginning');
    if (path === '/whole') response.end(' and the end');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('an answer is read completely', async () => {
  expect(await fetchText(`${url}/whole`, 10_000, {})).toEqual({
    ok: true,
    status: 201,
    retryAfterMs: 7_000,
    text: 'the beginning and the end',
  });
});

test('an endless answer is read up to a megabyte', async () => {
  await expect(fetchText(`${url}/endless`, 60_000, {})).rejects.toThrow(
    'more than 1048576 bytes came',
  );
});

test.each(['silent', 'stalled'])(
  'an answer that is %s is aborted after its timeout, even after garbage collection',
  async (answer) => {
    const collecting = setInterval(collect, 10);
    try {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => fetchText(`${url}/${answer}`, 500, {})),
      );
      expect(outcomes).toEqual(
        outcomes.map(() => ({
          status: 'rejected',
          reason: new Error('nothing came within 0.5 s'),
        })),
      );
    } finally {
      clearInterval(collecting);
    }
  },
);
