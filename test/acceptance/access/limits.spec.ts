import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Socket, io } from 'socket.io-client';
import { InProcessProduct } from '../product/in-process.js';
import { RawConnection } from '../product/raw-connection.js';
import {
  type HttpAnswer,
  Person,
  type Problem,
  type Refused,
  foundOrganization,
  newPhone,
  signUp,
  createTeam,
  cookieOf,
} from '../product/person.js';
import { until } from '../product/until.js';
import { withLimits } from '../product/without-limits.js';

let product: InProcessProduct;
/** Requests are counted in windows. */
const WINDOW_SECONDS = 5;
const LOW_LIMITS_PER_SECOND = { commands: 4, queries: 8, requests: 20 };
const MAX_COMMANDS_IN_WINDOW = LOW_LIMITS_PER_SECOND.commands * WINDOW_SECONDS;
const MAX_REQUESTS_IN_WINDOW = LOW_LIMITS_PER_SECOND.requests * WINDOW_SECONDS;
/** Product with limits that are exceeded within their window even on slow servers. */
let limited: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({ ...withLimits, TRUST_PROXY: '1' });
  const lowLimits = {
    COMMANDS_PER_MEMBER_AND_SECOND: String(LOW_LIMITS_PER_SECOND.commands),
    QUERIES_PER_MEMBER_AND_SECOND: String(LOW_LIMITS_PER_SECOND.queries),
    REQUESTS_PER_ADDRESS_AND_SECOND: String(LOW_LIMITS_PER_SECOND.requests),
  };
  limited = await InProcessProduct.start({ ...withLimits, ...lowLimits, TRUST_PROXY: '1' });
});
afterAll(() => Promise.all([product.dispose(), limited.dispose()]));

const countStatuses = (answers: readonly HttpAnswer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const refusals = (answers: readonly HttpAnswer[]) => answers.filter(({ status }) => status === 429);
/** Expects a message and a retry time in each refusal. */
const expectRetryAfter = (answers: readonly HttpAnswer[], atMostSeconds: number) => {
  expect(answers.length).toBeGreaterThan(0);
  for (const { headers, body } of answers) {
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({
      code: 'too-many-requests',
      status: 429,
      detail: expect.stringMatching(/\w+/),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(atMostSeconds);
  }
};
/**
 * Expects as many successes as a window allows, or one less if an earlier request counted in a
 * window that has ended since.
 */
const expectLimitAccepted = (answers: readonly HttpAnswer[]) => {
  const { 200: accepted = 0, 429: refused = 0 } = countStatuses(answers);
  expect([MAX_COMMANDS_IN_WINDOW - 1, MAX_COMMANDS_IN_WINDOW]).toContain(accepted);
  expect(accepted + refused).toBe(answers.length);
};
/** Sends over 32 connections at once, too few for load shedding. */
async function sendConcurrently<Result>(
  count: number,
  ask: (number: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const answers: Result[] = [];
  let requestCount = 0;
  const sendOverConnection = async () => {
    while (requestCount < count) answers.push(await ask(requestCount++));
  };
  await Promise.all(Array.from({ length: 32 }, sendOverConnection));
  return answers;
}
const send = (person: Person, command: string, data: object) =>
  person.request<Problem>('POST', `/api/commands/${command}`, {
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  });
const fromAddress = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('commands', () => {
  test('of a member are limited, with the time to wait in the refusal', async () => {
    const { reps } = await createTeam(limited, 'Ravi', 'Asha');
    const [ravi, asha] = reps;
    const sendOwnName = (person: Person) => send(person, 'ChangeProfile', { name: person.name });
    const answers = await sendConcurrently(30, () => sendOwnName(asha));
    expectLimitAccepted(answers);
    expectRetryAfter(refusals(answers), 5);
    expect(
      countStatuses(
        await sendConcurrently(15, async () => send(ravi, 'ChangeProfile', { name: 'Ravi Kumar' })),
      ),
    ).toEqual({ 200: 15 });

    const waitSeconds = Number((await sendOwnName(asha)).headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000));
    expect((await sendOwnName(asha)).status).toBe(200);
  });

  test('of all sessions of a member count together', async () => {
    const asha = await signUp(limited, 'Asha Rao');
    const otherSession = await new Person(limited, asha.name, asha.phone, asha.id).signIn();
    await foundOrganization(asha);
    const answers = await sendConcurrently(30, (number) =>
      send(number % 2 ? asha : otherSession, 'ChangeProfile', { name: asha.name }),
    );
    expectLimitAccepted(answers);
  });

  test('of an account without an organization are limited to sixty an hour', async () => {
    const stranger = await signUp(product, 'Nobody', newPhone());
    const answers = await sendConcurrently(80, (number) =>
      send(stranger, 'ChangeProfile', { name: `Nobody ${number}` }),
    );
    expect(countStatuses(answers)).toEqual({ 200: 60, 429: 20 });
    expectRetryAfter(refusals(answers), 3_600);
  });
});

/** All spellings of one IPv4 address. */
const ipv4Spellings = [
  '198.51.100.7',
  '198.51.100.7:4711',
  '::ffff:198.51.100.7',
  '[::ffff:c633:6407]:80',
  '0:0:0:0:0:FFFF:198.51.100.7',
  '3325256711',
  '203.0.113.1, 198.51.100.7',
  'junk, 127.0.0.1, 198.51.100.7:80',
];
/** Addresses of one IPv6 network, in several spellings. */
const ipv6Spellings = [
  '2001:db8:1:2::1',
  '2001:DB8:1:2:ffff::9',
  '2001:0db8:0001:0002:0:0:0:3',
  '[2001:db8:1:2::1]:443',
  '::1, 2001:db8:1:2:a:b:c:d',
];
const invalidAddresses = [
  'unknown',
  '_hidden',
  '999.1.2.3',
  'x'.repeat(200),
  '1.2.3.4.5:80',
  '::1::2',
];

describe('a visitor without a session', () => {
  test.each([
    ['an IPv4 address', ipv4Spellings],
    ['an IPv6 /64', ipv6Spellings],
    ['an invalid address', invalidAddresses],
  ])('is limited by network, and all spellings of %s count as one', async (_, addresses) => {
    const anonymous = new Person(limited, 'Nobody', newPhone());
    const tooMany = 30;
    const answers = await sendConcurrently(MAX_REQUESTS_IN_WINDOW + tooMany, (number) =>
      anonymous.request<Problem>(
        'GET',
        '/api/site',
        fromAddress(addresses[number % addresses.length]!),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 200: MAX_REQUESTS_IN_WINDOW, 429: tooMany });
    expectRetryAfter(refusals(answers), 5);
    expect((await anonymous.request('GET', '/api/site', fromAddress('192.0.2.1'))).status).toBe(
      200,
    );
  });

  test('gets refusals more slowly than answers, so that waiting clients cannot flood', async () => {
    const anonymous = new Person(limited, 'Nobody', newPhone());
    const requestSite = (address: string) =>
      anonymous.request('GET', '/api/site', fromAddress(address));
    await sendConcurrently(MAX_REQUESTS_IN_WINDOW, () => requestSite('198.51.100.8'));
    const statusesByArrival: number[] = [];
    await Promise.all(
      ['198.51.100.8', '192.0.2.2'].map(async (address) =>
        statusesByArrival.push((await requestSite(address)).status),
      ),
    );
    expect(statusesByArrival).toEqual([200, 429]);
  });

  test('is limited by network for codes to invented numbers', async () => {
    const headersFromOneNetwork = () => ({
      'content-type': 'application/json',
      'x-forwarded-for': `2001:db8:9:9::${Math.random().toString(16).slice(2, 6)}`,
    });
    const answers = await sendConcurrently(30, () =>
      new Person(product, 'Nobody', newPhone()).request('POST', '/api/auth/sign-in', {
        body: JSON.stringify({ phone: newPhone() }),
        headers: headersFromOneNetwork(),
      }),
    );
    expect(countStatuses(answers)).toEqual({ 404: 20, 429: 10 });
  });

  test('is refused without a session lookup after too many made-up sessions', async () => {
    const address = fromAddress('192.0.2.9');
    const requestWithInventedSession = () => {
      const anonymous = new Person(limited, 'Nobody', newPhone());
      anonymous.cookies.set('fieldtrace_session', randomUUID().replaceAll('-', 'x'));
      return anonymous.request<Problem>('GET', '/api/leads', address);
    };
    const answers = await sendConcurrently(130, requestWithInventedSession);
    expect(countStatuses(answers)[401]).toBeGreaterThanOrEqual(60);
    expect(countStatuses(answers)[401]).toBeLessThan(100);
    expectRetryAfter(refusals(answers), 60);
    // A known session is still served from the limited network.
    const { reps } = await createTeam(limited, 'Asha');
    expect((await reps[0].request('GET', '/api/leads', address)).status).toBe(200);
  });
});

test('a member may query as often as screens do, any query, from any address', async () => {
  const { reps } = await createTeam(limited, 'Asha', 'Ravi');
  const paths = [
    '/api/leads',
    '/api/leads?q=pune',
    '/api/customers',
    '/api/dashboard',
    '/api/activity',
  ];
  const answers = await sendConcurrently(60, (number) =>
    reps[0].request<Problem>(
      'GET',
      paths[number % paths.length]!,
      fromAddress(`192.0.2.${number % 250}`),
    ),
  );
  expect(countStatuses(answers)[429]).toBeGreaterThanOrEqual(18);
  expectRetryAfter(refusals(answers), 5);
  expect((await reps[1].request('GET', '/api/leads')).status).toBe(200);
});

const pdf = (bytes: number) => {
  const content = Buffer.alloc(bytes, 'x');
  content.write('%PDF-1.4\n');
  return new Uint8Array(content);
};

/** Sends the beginning of a file declared as 900 kB. */
function beginUpload({ url }: { readonly url: string }, person: Person): Promise<RawConnection> {
  const cookie = cookieOf(person);
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n${'x'.repeat(50_000)}`;
  const head = [
    'POST /api/files HTTP/1.1',
    'Host: localhost',
    `Cookie: ${cookie}`,
    `Idempotency-Key: ${randomUUID()}`,
  ];
  return RawConnection.open(
    Number(new URL(url).port),
    `${head.join('\r\n')}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${body}`,
  );
}

test('a member may export twenty times a minute, because each export reads everything', async () => {
  const { admin } = await createTeam(product);
  const answers = await sendConcurrently(25, () => admin.request<Problem>('GET', '/api/bills.csv'));
  expect(countStatuses(answers)).toEqual({ 200: 20, 429: 5 });
  expectRetryAfter(refusals(answers), 60);
});

describe('files', () => {
  test('of a member and of an organization have a quota, exact under concurrency and named in its refusal', async () => {
    const smallProduct = await InProcessProduct.start({
      FILES_PER_MEMBER_MEGABYTES: '1',
      FILES_PER_ORGANIZATION_MEGABYTES: '2',
    });
    try {
      const { admin, reps } = await createTeam(smallProduct, 'Asha', 'Ravi');
      const [asha, ravi] = reps;
      const upload = (person: Person) =>
        person.upload(pdf(300_000), 'quote.pdf', 'application/pdf').then(
          () => 'stored',
          (error: Refused) => error.problem,
        );
      const countStored = (answers: readonly unknown[]) =>
        answers.filter((answer) => answer === 'stored').length;
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(asha)));
      expect(countStored(answers)).toBe(3);
      expect(answers.find((answer) => answer !== 'stored')).toMatchObject({
        status: 413,
        code: 'file-quota-reached',
        detail: 'Your files have reached 1 MB. This one was not taken.',
        fields: { file: expect.stringMatching(/1 MB/) },
      });
      expect(countStored([await upload(ravi), await upload(ravi), await upload(ravi)])).toBe(3);
      // The server refuses a file that is too large before its body arrives.
      const refusedUpload = await beginUpload(smallProduct, ravi);
      await until(async () => refusedUpload.received.includes('file-quota-reached'));
      refusedUpload.drop();
      expect(await upload(admin)).toMatchObject({
        detail: 'The files of your organization have reached 2 MB. This one was not taken.',
      });
    } finally {
      await smallProduct.dispose();
    }
  });

  test.each([
    ['twenty', 20, 'verified', async () => (await createTeam(product, 'Asha')).reps[0]],
    [
      'three',
      3,
      'not verified',
      async () => {
        const person = await new Person(product, 'Nisha Rao', newPhone()).signUp({ verify: false });
        await foundOrganization(person);
        return person;
      },
    ],
  ] as const)(
    '%s incomplete uploads (%i at once) of a member who is %s block nobody else, and free their slots when they end',
    async (_, slots, __, signUpMember) => {
      const [asha, { reps }] = [await signUpMember(), await createTeam(product, 'Ravi')];
      const [ravi] = reps;
      const uploads = await Promise.all(
        Array.from({ length: slots + 1 }, () => beginUpload(product, asha)),
      );
      // All slots are taken once the surplus upload is refused.
      await until(async () =>
        uploads.some(({ received }) => received.includes('too-many-requests')),
      );
      const upload = (person: Person) => {
        const form = new FormData();
        form.append('file', new Blob([pdf(1_000)], { type: 'application/pdf' }), 'a.pdf');
        return person.request<Problem>('POST', '/api/files', {
          body: form,
          headers: { 'idempotency-key': randomUUID() },
        });
      };
      const refusedUpload = await upload(asha);
      expect(refusedUpload.status).toBe(429);
      expectRetryAfter([refusedUpload], 5);
      expect((await upload(ravi)).status).toBe(200);
      for (const connection of uploads) connection.drop();
      await until(async () => (await upload(asha)).status === 200);
    },
  );
});

describe('sockets', () => {
  const openedSockets: Socket[] = [];
  afterEach(() => {
    for (const socket of openedSockets.splice(0)) socket.close();
  });
  const open = async (person: Person): Promise<Socket | (Error & { readonly data?: unknown })> => {
    const cookie = cookieOf(person);
    const socket = io(product.url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      reconnection: false,
      forceNew: true,
    });
    openedSockets.push(socket);
    return new Promise(
      (resolve) => void socket.on('connect', () => resolve(socket)).on('connect_error', resolve),
    );
  };

  test('of one account are limited to fifty; other accounts’ are not affected', async () => {
    const { reps } = await createTeam(product, 'Asha', 'Ravi');
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(reps[0])));
    const failures = answers.filter((answer) => answer instanceof Error);
    expect(failures).toHaveLength(10);
    for (const error of failures)
      expect(error).toMatchObject({
        message: 'too-many-sockets',
        data: { retryAfterSeconds: expect.any(Number) },
      });
    expect(await open(reps[1])).not.toBeInstanceOf(Error);
  });

  test('may resume as often as screens do; a refused resume names its retry time and leaves the socket open', async () => {
    const { reps } = await createTeam(product, 'Asha');
    const socket = (await open(reps[0])) as Socket;
    const resume = () =>
      socket
        .timeout(5_000)
        .emitWithAck('resume', { rooms: [`member:${reps[0].id}`] }) as Promise<object>;
    const answers = await Promise.all(Array.from({ length: 80 }, resume));
    expect(answers.filter((answer) => 'position' in answer)).toHaveLength(50);
    const refusedResumes = answers.filter((answer) => 'error' in answer);
    expect(refusedResumes).toHaveLength(30);
    for (const answer of refusedResumes)
      expect(answer).toEqual({ error: 'too-many-requests', retryAfterSeconds: expect.any(Number) });
    expect(socket.connected).toBe(true);
  });

  test('that send endlessly are closed', async () => {
    const { reps } = await createTeam(product, 'Asha');
    const socket = (await open(reps[0])) as Socket;
    for (let sent = 0; sent < 1_500; sent++) socket.emit('nothing', sent);
    await until(async () => !socket.connected);
  });
});
