import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { findLargestScript } from '../acceptance/product/largest-script.js';
import { type Person, captureLead, cookieOf, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { RawConnection } from '../acceptance/product/raw-connection.js';
import { readResidentMegabytes } from '../acceptance/product/resident-memory.js';
import { until } from '../acceptance/product/until.js';

/** Longest life of a stalled connection, in milliseconds. */
const MAX_HOLD_MS = 30_000;

let product: Product;
let quietProduct: Product;
let meera: Person;
let cookie: string;
let pdf: string;
let asset: string;
beforeAll(async () => {
  product = await Product.start();
  ({ admin: meera } = await createTeam(product));
  cookie = cookieOf(meera);
  quietProduct = await Product.start();
  const bytes = Buffer.alloc(9 * 1024 * 1024, ' ');
  bytes.write('%PDF-1.7\n');
  const { fileId } = await meera.upload(bytes, 'offer.pdf', 'application/pdf');
  pdf = new URL((await meera.get<{ url: string }>(`/api/files/${fileId}`)).url, product.url)
    .pathname;
  asset = findLargestScript();
});
afterAll(async () => {
  await product.dispose();
  await quietProduct?.dispose();
});

const repeat = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const open = (first = '', options?: { reads?: boolean }) =>
  RawConnection.open(product.port, first, options);
const hostHeader = 'Host: localhost\r\n';
const jsonHeader = 'Content-Type: application/json\r\n';

/** State of an open connection in the system's tables of connections. */
const ESTABLISHED = '01';
const portOf = (address: string) => parseInt(address.slice(address.indexOf(':') + 1), 16);

/**
 * Client ports of the connections that the product holds open. A client that does not read does not
 * notice a close.
 */
const readHeldPorts = ({ port }: Product): ReadonlySet<number> => {
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1),
  );
  const heldRows = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => portOf(local) === port && state === ESTABLISHED);
  return new Set(heldRows.map(([, , remote = '']) => portOf(remote)));
};

/**
 * Interval between commands, long enough that garbage of ordinary work does not hide the measured
 * memory.
 */
const COMMAND_INTERVAL_MS = 200;

/**
 * Sends commands of other members until stopped.
 * @returns number of refused commands, and the median duration in milliseconds
 */
async function sendForOthers(
  isOver: () => boolean,
  person = meera,
): Promise<{ readonly refusedCount: number; readonly medianMs: number }> {
  const durationsMs: number[] = [];
  let refusedCount = 0;
  await repeat(4, async () => {
    while (!isOver()) {
      const began = performance.now();
      await captureLead(person).catch(() => refusedCount++);
      durationsMs.push(performance.now() - began);
      await wait(COMMAND_INTERVAL_MS);
    }
  });
  durationsMs.sort((one, other) => one - other);
  return { refusedCount, medianMs: durationsMs[Math.floor(durationsMs.length / 2)]! };
}

const deadlineAfter = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
};

const halfRequest = `POST /api/auth/sign-in HTTP/1.1\r\n${hostHeader}${jsonHeader}Content-Length: 900\r\n\r\n{"phone":`;
/**
 * Requests that a stranger may begin and not finish. `more` is sent every second and completes none
 * of them.
 */
const stalledRequests: Readonly<
  Record<string, { readonly first: () => string; readonly more?: string; readonly reads?: boolean }>
> = {
  'says nothing': { first: () => '' },
  'sends half of its headers': { first: () => `GET /api/site HTTP/1.1\r\n${hostHeader}` },
  'goes on with headers, one by one': {
    first: () => `GET /api/site HTTP/1.1\r\n${hostHeader}`,
    more: 'X-More: 1\r\n',
  },
  'sends half of a body': { first: () => halfRequest },
  'goes on with its body, byte by byte': { first: () => halfRequest, more: ' ' },
  'goes on with a body in chunks that nobody wants': {
    first: () =>
      `POST /api/commands/CreateLead HTTP/1.1\r\n${hostHeader}${jsonHeader}Transfer-Encoding: chunked\r\n\r\n`,
    more: '1\r\n \r\n',
  },
  'was answered and stays': { first: () => `GET /api/site HTTP/1.1\r\n${hostHeader}\r\n` },
  'was answered and sends empty lines': {
    first: () => `GET /api/site HTTP/1.1\r\n${hostHeader}\r\n`,
    more: '\r\n',
  },
  'does not read a file of the app': {
    first: () => `GET ${asset} HTTP/1.1\r\n${hostHeader}\r\n`,
    reads: false,
  },
  'does not read the description of the API': {
    first: () => `GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\n${hostHeader}\r\n`,
    reads: false,
  },
  'does not read the file of a link': {
    first: () => `GET ${pdf} HTTP/1.1\r\n${hostHeader}\r\n`,
    reads: false,
  },
  'sends half of an upload, signed in': {
    first: () =>
      `POST /api/files HTTP/1.1\r\n${hostHeader}Cookie: ${cookie}\r\nIdempotency-Key: ${newId()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
  },
};

test('a stalled connection is closed by the server, and blocks nobody meanwhile', async () => {
  const { admin: quietAdmin } = await createTeam(quietProduct);
  await captureLead(meera);
  const megabytesBefore = readResidentMegabytes(product);
  const stalled = await Promise.all(
    Object.entries(stalledRequests).map(async ([name, { first, more, reads }]) => ({
      name,
      more,
      connections: await repeat(40, () => open(first(), { reads })),
    })),
  );
  const sendingMore = setInterval(() => {
    for (const { more, connections } of stalled)
      if (more) for (const connection of connections) connection.send(more);
  }, 1_000);
  const isOver = deadlineAfter(MAX_HOLD_MS);
  const countOpenConnections = () => {
    const heldPorts = readHeldPorts(product);
    return stalled.map(
      ({ name, connections }) =>
        [name, connections.filter(({ port }) => heldPorts.has(port)).length] as const,
    );
  };
  expect(countOpenConnections().filter(([, count]) => count === 0)).toEqual([]);
  // Compares with another product on the same busy machine, which holds no such connections.
  const [{ refusedCount, medianMs }, atQuietProduct] = await Promise.all([
    sendForOthers(isOver),
    sendForOthers(isOver, quietAdmin),
  ]);
  await until(() => countOpenConnections().every(([, count]) => count === 0), {
    everyMs: 500,
  }).catch(() => {});
  clearInterval(sendingMore);
  expect(countOpenConnections()).toEqual(Object.keys(stalledRequests).map((name) => [name, 0]));
  expect(refusedCount).toBe(0);
  expect(medianMs).toBeLessThan(3 * atQuietProduct.medianMs);
  // The other members' work leaves garbage, mostly of the log client; holding the unread files
  // would take several times as much.
  expect(readResidentMegabytes(product)).toBeLessThan(megabytesBefore + 150);
});

test('a connection that never reads costs no more memory than its answer in transit', async () => {
  const megabytesBefore = readResidentMegabytes(product);
  const strangers = await repeat(300, () =>
    open(`GET ${asset} HTTP/1.1\r\n${hostHeader}Accept-Encoding: br, gzip\r\n\r\n`, {
      reads: false,
    }),
  );
  let riseMegabytes = 0;
  const isOver = deadlineAfter(8_000);
  await sendForOthers(() => {
    riseMegabytes = Math.max(riseMegabytes, readResidentMegabytes(product) - megabytesBefore);
    return isOver();
  });
  for (const stranger of strangers) stranger.drop();
  expect(riseMegabytes).toBeLessThan(100);
});

test('a slow upload that progresses is accepted', async () => {
  const content = Buffer.alloc(200_000, ' ');
  content.write('%PDF-1.7\n');
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  const tail = '\r\n--x--\r\n';
  const upload = await open(
    `POST /api/files HTTP/1.1\r\n${hostHeader}Cookie: ${cookie}\r\nConnection: close\r\nIdempotency-Key: ${newId()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + content.length + tail.length}\r\n\r\n${head}`,
  );
  // Longer than the timeout of any other body.
  const pieceCount = 20;
  for (let piece = 0; piece < pieceCount; piece++) {
    upload.socket.write(
      content.subarray(
        (piece * content.length) / pieceCount,
        ((piece + 1) * content.length) / pieceCount,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  upload.send(tail);
  await upload.untilClosed(10_000);
  expect(upload.received).toMatch(/^HTTP\/1\.1 200 /);
});
