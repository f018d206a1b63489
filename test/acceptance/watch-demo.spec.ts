import type { Profile } from '#domain/accounts/account.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { InProcessProduct } from './in-process.js';
import { Person, newPhone, signUp, cookieOf } from './person.js';

/** Of each visitor. */
const [sockets, queriesInWindow] = [2, 10];

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({
    DEMO: '1',
    SOCKETS_PER_MEMBER: String(sockets),
    QUERIES_PER_MEMBER_AND_SECOND: String(queriesInWindow / 5),
  });
});
afterAll(() => product.dispose());

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

async function enterDemo(name: string): Promise<Person> {
  const visitor = new Person(product, name, newPhone());
  expect(await visitor.request('GET', '/demo')).toMatchObject({ status: 303 });
  return visitor;
}

test('where the server allows it, anybody may look around among sample data, as a rep', async () => {
  const visitor = await enterDemo('Visitor');
  expect(await visitor.me()).toMatchObject({ role: 'sales', organization: { name: 'Sharma Solar' } });
  expect((await visitor.get<LeadList>('/api/leads')).total).toBeGreaterThan(0);
  const other = await enterDemo('Another visitor');
  expect((await other.me()).account.id).toBe((await visitor.me()).account.id);
  // What one of them reads, the others must not have to.
  await expect(visitor.send('ChangeLanguage', { language: 'hi-IN' })).rejects.toMatchObject({ status: 403 });

  const asha = await signUp(product, 'Asha');
  await asha.request('GET', '/demo');
  expect((await asha.me()).account.name).toBe('Asha');
});

test('of its visitors, who share one account, none uses up the limits of another; files nobody uploads', async () => {
  const open = (person: Person): Promise<unknown> => {
    const cookie = cookieOf(person);
    const socket = io(product.url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true });
    opened.push(socket);
    return new Promise((resolve) => void socket.on('connect', () => resolve('connected')).on('connect_error', ({ message }) => resolve(message)));
  };
  const resume = (socket: Socket) => socket.timeout(5_000).emitWithAck('resume', { rooms: [] }) as Promise<object>;
  const greedy = await enterDemo('Greedy');
  const other = await enterDemo('Other');

  for (let number = 0; number < sockets; number++) expect(await open(greedy)).toBe('connected');
  expect(await open(greedy)).toBe('too-many-sockets');
  expect(await open(other)).toBe('connected');

  const resumes = await Promise.all(Array.from({ length: sockets + 1 }, () => resume(opened[0]!)));
  expect(resumes).toContainEqual(expect.objectContaining({ error: 'too-many-requests' }));
  expect(await resume(opened.at(-1)!)).toHaveProperty('position');

  const ask = async (person: Person) => (await person.request('GET', '/api/me')).status;
  expect(await Promise.all(Array.from({ length: 2 * queriesInWindow + 2 }, () => ask(greedy)))).toContain(429);
  expect(await ask(other)).toBe(200);

  const paper = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
  await expect(other.upload(paper, 'paper.pdf', 'application/pdf')).rejects.toMatchObject({
    problem: { status: 403, code: 'demo-without-uploads' },
  });
});

test('of its visitors none sees, ends or locks out another one, and none takes the account out of the sandbox', async () => {
  const [visitor, other] = [await enterDemo('Visitor'), await enterDemo('Other')];
  const { sessions } = await visitor.get<Profile>('/api/profile');
  expect(sessions.map(({ current }) => current)).toEqual([true]);
  const othersId = (await other.get<Profile>('/api/profile')).sessions[0]!.sessionId;
  const doings = { 'set-password': { password: 'Kolhapur-7' }, 'remove-password': { current: 'x' }, 'end-session': { sessionId: othersId } };
  for (const [endpoint, body] of Object.entries({ ...doings, 'end-other-sessions': {} }))
    await expect(visitor.post(`/api/auth/${endpoint}`, body)).rejects.toMatchObject({ problem: { status: 403, code: 'not-allowed' } });
  await expect(visitor.send('LeaveOrganization', {})).rejects.toMatchObject({ problem: { status: 403, code: 'not-allowed' } });
  await visitor.post('/api/auth/sign-out', { everywhere: true });
  expect((await visitor.request('GET', '/api/me')).status).toBe(401);
  expect(await other.me()).toMatchObject({ role: 'sales', organization: { name: 'Sharma Solar' } });
});

test('elsewhere there is no demo', async () => {
  const elsewhere = await InProcessProduct.start();
  try {
    const visitor = new Person(elsewhere, 'Visitor', newPhone());
    expect((await visitor.request('GET', '/demo')).status).toBe(404);
    expect((await visitor.request('GET', '/api/site')).body).toMatchObject({ watchDemo: false });
  } finally {
    await elsewhere.dispose();
  }
});
