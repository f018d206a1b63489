import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import { connect } from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Nginx } from './nginx.js';

let certificates: string;
let backend: Server;
let proxy: Nginx;
let received: IncomingHttpHeaders = {};

beforeAll(async () => {
  certificates = mkdtempSync(join(tmpdir(), 'certificates-'));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      join(certificates, 'privkey.pem'),
      '-out',
      join(certificates, 'fullchain.pem'),
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'pipe' },
  );
  backend = createServer((request, response) => {
    received = request.headers;
    response.end('from the backend');
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const { port } = backend.address() as AddressInfo;
  proxy = await Nginx.start([port, port], {}, certificates);
});
afterAll(async () => {
  await proxy?.dispose();
  backend.close();
  rmSync(certificates, { recursive: true });
});

test('https reaches a backend, which learns of it by a header', async () => {
  const [answer] = await once(
    get({
      host: 'localhost',
      port: proxy.https!.port,
      ca: readFileSync(join(certificates, 'fullchain.pem')),
    }),
    'response',
  );
  expect(answer.statusCode).toBe(200);
  expect(received['x-forwarded-proto']).toBe('https');
  answer.resume();
});

test('https has HTTP/2', async () => {
  const session = connect(`https://localhost:${proxy.https!.port}`, {
    ca: readFileSync(join(certificates, 'fullchain.pem')),
  });
  const [headers] = await once(session.request({ ':path': '/' }), 'response');
  expect(headers[':status']).toBe(200);
  session.close();
});

test.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
  const request = get({
    host: 'localhost',
    port: proxy.https!.port,
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    // OpenSSL refuses old versions itself at its usual level.
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const [error] = await once(request, 'error');
  expect(error.message).toMatch(/protocol version/);
});

test('plain http leads to the same address by https', async () => {
  const answer = await fetch(`http://localhost:${proxy.https!.plainPort}/q/abc?x=1`, {
    redirect: 'manual',
  });
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('https://localhost/q/abc?x=1');
});
