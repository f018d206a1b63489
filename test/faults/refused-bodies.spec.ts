import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../acceptance/product/in-process.js';
import { type Person, cookieOf, createTeam } from '../acceptance/product/person.js';
import { RawConnection } from '../acceptance/product/raw-connection.js';
import { until } from '../acceptance/product/until.js';

/** Size below a part of a video, and several times what Node buffers of an unread body. */
const BODY_BYTES = 900_000;
const SENT_BYTES = 600_000;

type RefusedRequest = {
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Operations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let product: InProcessProduct;
let asha: Person;
beforeAll(async () => {
  product = await InProcessProduct.start();
  ({
    reps: [asha],
  } = await createTeam(product, 'Asha'));
});
afterAll(() => product.dispose());

const tus = { 'Tus-Resumable': '1.0.0' };
const partHeaders = {
  ...tus,
  'Upload-Offset': '0',
  'Content-Type': 'application/offset+octet-stream',
};
const beginUpload = async (length: number): Promise<string> => {
  const id = newId();
  const headers = { ...tus, 'idempotency-key': id, 'upload-length': String(length) };
  expect((await asha.request('POST', '/api/uploads', { headers })).status).toBe(201);
  return `/api/uploads/${id}`;
};

/** Every documented route with a body of each kind, and every refusal of an upload's part. */
async function listRefusedRequests(): Promise<readonly RefusedRequest[]> {
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as {
    paths: Operations;
  };
  const documentedRoutes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, newId()),
      })),
  );
  const types = [
    'application/json',
    'application/offset+octet-stream',
    'multipart/form-data; boundary=x',
    'text/plain',
  ];
  const requestsOfRoutes = documentedRoutes.flatMap((route) =>
    types
      // Uploads read this body completely before they refuse it.
      .filter((type) => route.path !== '/api/files' || !type.startsWith('multipart/'))
      .map((type) => ({
        ...route,
        description: `${route.method} ${route.path} ${type}`,
        headers: { 'Content-Type': type, 'Idempotency-Key': newId() },
      })),
  );
  const patch = (description: string, path: string, headers: Readonly<Record<string, string>>) => ({
    description,
    method: 'PATCH',
    path,
    headers,
  });
  return [
    patch('part of an unknown upload', `/api/uploads/${newId()}`, partHeaders),
    patch('part at another offset', await beginUpload(BODY_BYTES), {
      ...partHeaders,
      'Upload-Offset': '7',
    }),
    patch('part that is larger than its upload', await beginUpload(1_000), partHeaders),
    patch('part of another version', await beginUpload(BODY_BYTES), {
      ...partHeaders,
      'Tus-Resumable': '0.1.0',
    }),
    patch('part without an offset', await beginUpload(BODY_BYTES), {
      ...tus,
      'Content-Type': 'application/offset+octet-stream',
    }),
    // Signing out is among these, so they come last.
    ...requestsOfRoutes,
  ];
}

test('a refused body leaves no connection after its sender has disconnected, on any route', async () => {
  const connectionsBefore = await product.connectionCount();
  const port = Number(new URL(product.url).port);
  const refusedRequests = await listRefusedRequests();
  expect(refusedRequests.length).toBeGreaterThan(100);
  const statuses: string[] = [];
  for (const { description, method, path, headers } of refusedRequests) {
    const headerEntries = Object.entries({
      ...headers,
      Host: 'localhost',
      Cookie: cookieOf(asha),
      'Content-Length': String(BODY_BYTES),
    });
    const head = `${method} ${path} HTTP/1.1\r\n${headerEntries.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const connection = await RawConnection.open(port, head);
    connection.socket.write(Buffer.alloc(SENT_BYTES, 'x'));
    await until(() => connection.received !== '', {
      withinMs: 5_000,
      what: () => `an answer to ${description}`,
    });
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(connection.received)![1]!);
    connection.drop();
  }
  expect(statuses.slice(0, 5)).toEqual(['404', '409', '413', '400', '403']);
  expect(statuses.filter((status) => status >= '500')).toEqual([]);
  await until(async () => (await product.connectionCount()) <= connectionsBefore, {
    withinMs: 10_000,
    what: () => `${connectionsBefore} connections`,
  });
});
