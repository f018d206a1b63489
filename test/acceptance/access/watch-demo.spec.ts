import type { Profile } from '#domain/accounts/account.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Socket, io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../product/in-process.js';
import { Person, type Problem, newPhone, signUp, cookieOf } from '../product/person.js';

/** Limits of each visitor: sockets, and queries in a window of some seconds. */
const [maxSockets, maxQueriesInWindow] = [2, 10];
const WINDOW_SECONDS = 5;
const CHANGES_PER_HOUR = 60;

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({
    DEMO: '1',
    SOCKETS_PER_MEMBER: String(maxSockets),
    QUERIES_PER_MEMBER_AND_SECOND: String(maxQueriesInWindow / WINDOW_SECONDS),
  });
});
afterAll(() => product.dispose());

const openedSockets: Socket[] = [];
afterEach(() => {
  for (const socket of openedSockets.splice(0)) socket.close();
});

async function enterDemo(name: string): Promise<Person> {
  const visitor = new Person(product, name, newPhone());
  const { status, headers } = await visitor.request('POST', '/demo', { body: new FormData() });
  expect([status, headers.get('location')]).toEqual([303, '/dashboard']);
  return visitor;
}

test('if the server allows it, anybody may look around in sample data, as a rep', async () => {
  const visitor = await enterDemo('Visitor');
  expect(await visitor.readMe()).toMatchObject({
    role: 'sales',
    organization: { name: 'Sharma Solar' },
  });
  expect((await visitor.get<LeadList>('/api/leads')).total).toBeGreaterThan(0);
  const otherVisitor = await enterDemo('Another visitor');
  expect((await otherVisitor.readMe()).account.id).toBe((await visitor.readMe()).account.id);
  // Visitors share one account, so none may change its language.
  await expect(visitor.send('ChangeLanguage', { language: 'hi-IN' })).rejects.toMatchObject({
    status: 403,
  });

  const asha = await signUp(product, 'Asha');
  await asha.request('POST', '/demo');
  expect((await asha.readMe()).account.name).toBe('Asha');
});

test('a link to the demo, which a browser may prefetch, signs nobody in', async () => {
  const visitor = new Person(product, 'Visitor', newPhone());
  const { status, headers } = await visitor.request('GET', '/demo');
  expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([303, '/', []]);
  expect((await visitor.request('GET', '/api/me')).status).toBe(401);
});

test('visitors share one account, but not their limits; nobody uploads files', async () => {
  const open = (person: Person): Promise<unknown> => {
    const cookie = cookieOf(person);
    const socket = io(product.url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      reconnection: false,
      forceNew: true,
    });
    openedSockets.push(socket);
    return new Promise(
      (resolve) =>
        void socket
          .on('connect', () => resolve('connected'))
          .on('connect_error', ({ message }) => resolve(message)),
    );
  };
  const resume = (socket: Socket) =>
    socket.timeout(5_000).emitWithAck('resume', { rooms: [] }) as Promise<object>;
  const greedy = await enterDemo('Greedy');
  const otherVisitor = await enterDemo('Other');

  for (let number = 0; number < maxSockets; number++) expect(await open(greedy)).toBe('connected');
  expect(await open(greedy)).toBe('too-many-sockets');
  expect(await open(otherVisitor)).toBe('connected');

  const resumes = await Promise.all(
    Array.from({ length: maxSockets + 1 }, () => resume(openedSockets[0]!)),
  );
  expect(resumes).toContainEqual(expect.objectContaining({ error: 'too-many-requests' }));
  expect(await resume(openedSockets.at(-1)!)).toHaveProperty('position');

  const readStatus = async (person: Person) => (await person.request('GET', '/api/me')).status;
  expect(
    await Promise.all(Array.from({ length: 2 * maxQueriesInWindow + 2 }, () => readStatus(greedy))),
  ).toContain(429);
  expect(await readStatus(otherVisitor)).toBe(200);

  const paper = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
  await expect(otherVisitor.upload(paper, 'paper.pdf', 'application/pdf')).rejects.toMatchObject({
    problem: { status: 403, code: 'demo-without-uploads' },
  });
});

test('visitors cannot see, end or lock out each other, nor remove the account from the sandbox', async () => {
  const [visitor, other] = [await enterDemo('Visitor'), await enterDemo('Other')];
  const { sessions } = await visitor.get<Profile>('/api/profile');
  expect(sessions.map(({ current }) => current)).toEqual([true]);
  const otherSessionId = (await other.get<Profile>('/api/profile')).sessions[0]!.sessionId;
  const refusedRequests = {
    'set-password': { password: 'Kolhapur-7' },
    'remove-password': { current: 'x' },
    'end-session': { sessionId: otherSessionId },
    'end-other-sessions': {},
  };
  for (const [endpoint, body] of Object.entries(refusedRequests))
    await expect(visitor.post(`/api/auth/${endpoint}`, body)).rejects.toMatchObject({
      problem: { status: 403, code: 'not-allowed' },
    });
  await expect(visitor.send('LeaveOrganization', {})).rejects.toMatchObject({
    problem: { status: 403, code: 'not-allowed' },
  });
  await visitor.post('/api/auth/sign-out', { everywhere: true });
  expect((await visitor.request('GET', '/api/me')).status).toBe(401);
  expect(await other.readMe()).toMatchObject({
    role: 'sales',
    organization: { name: 'Sharma Solar' },
  });
});

describe('a sandbox that visitors change', () => {
  const readFirstLeads = async (visitor: Person, count: number) =>
    (await visitor.get<LeadList>('/api/leads')).items.slice(0, count).map(({ leadId }) => leadId);

  test('keeps its name, and has unassigned numbers', async () => {
    const visitor = await enterDemo('Visitor');
    await expect(
      visitor.send('ChangeProfile', { name: 'A VISITOR WROTE THIS' }),
    ).rejects.toMatchObject({ status: 403 });
    expect((await visitor.readMe()).account).toMatchObject({
      name: 'Asha Kulkarni',
      phone: expect.stringMatching(/^\+910/),
    });
    const { items } = await visitor.get<LeadList>('/api/leads');
    expect(
      items.map(({ phone }) => phone).filter((phone) => !/^\+1\d{3}55501\d\d$/.test(phone ?? '')),
    ).toEqual([]);
  });

  test('is new for the next visitor after three deletions', async () => {
    const visitor = await enterDemo('Visitor');
    const accountId = (await visitor.readMe()).account.id;
    for (const leadId of await readFirstLeads(visitor, 2))
      await visitor.send('DeleteLead', { leadId });
    expect((await (await enterDemo('Second')).readMe()).account.id).toBe(accountId);
    for (const leadId of await readFirstLeads(visitor, 1))
      await visitor.send('DeleteLead', { leadId });
    const nextVisitor = await enterDemo('Third');
    expect((await nextVisitor.readMe()).account.id).not.toBe(accountId);
    // The number of the rep's leads in new sample data depends on the day.
    expect((await nextVisitor.get<LeadList>('/api/leads')).total).toBeGreaterThan(3);
    expect(await visitor.readMe()).toMatchObject({ organization: { name: 'Sharma Solar' } });
  });

  test('accepts sixty changes an hour from one network, over all sessions, and refuses more with the reason', async () => {
    const visitors = [await enterDemo('One'), await enterDemo('Two'), await enterDemo('Three')];
    const [leadId] = await readFirstLeads(visitors[0]!, 1);
    const answers = [];
    const tooMany = 6;
    for (let sent = 0; sent < CHANGES_PER_HOUR + tooMany; sent++) {
      const body = JSON.stringify({ leadId, noteId: newId(), text: 'Note' });
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      answers.push(
        await visitors[sent % visitors.length]!.request<Problem>('POST', '/api/commands/AddNote', {
          body,
          headers,
        }),
      );
    }
    const refusedAnswers = answers.filter(({ status }) => status === 429);
    expect(refusedAnswers.length).toBeGreaterThanOrEqual(tooMany);
    expect(refusedAnswers.at(-1)!.body).toMatchObject({
      code: 'too-many-requests',
      detail: expect.stringContaining('demo takes no more changes'),
    });
  });
});

test('unless the server allows it, there is no demo', async () => {
  const otherProduct = await InProcessProduct.start();
  try {
    const visitor = new Person(otherProduct, 'Visitor', newPhone());
    expect((await visitor.request('GET', '/demo')).status).toBe(404);
    expect((await visitor.request('GET', '/api/site')).body).toMatchObject({ watchDemo: false });
  } finally {
    await otherProduct.dispose();
  }
});
