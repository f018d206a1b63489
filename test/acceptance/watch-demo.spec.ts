import type { Profile } from '#domain/accounts/account.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { InProcess } from './in-process.js';
import { Person, newPhone, signUp } from './person.js';

test('where the server allows it, anybody may look around among sample data, as a rep', async () => {
  const product = await InProcess.start({ DEMO: '1' });
  try {
    const visitor = new Person(product, 'Visitor', newPhone());
    expect(await visitor.request('GET', '/demo')).toMatchObject({ status: 303 });
    expect(await visitor.me()).toMatchObject({ role: 'sales', organization: { name: 'Sharma Solar' } });
    expect((await visitor.get<LeadList>('/api/leads')).total).toBeGreaterThan(0);
    const other = new Person(product, 'Another visitor', newPhone());
    await other.request('GET', '/demo');
    expect((await other.me()).account.id).toBe((await visitor.me()).account.id);
    // What one of them reads, the others must not have to.
    await expect(visitor.send('ChangeLanguage', { language: 'hi-IN' })).rejects.toMatchObject({ status: 403 });

    const asha = await signUp(product, 'Asha');
    await asha.request('GET', '/demo');
    expect((await asha.me()).account.name).toBe('Asha');
  } finally {
    await product.dispose();
  }
});

test('of its visitors, who share one account, none uses up the limits of another; files nobody uploads', async () => {
  const [sockets, queriesInWindow] = [2, 10];
  const product = await InProcess.start({
    DEMO: '1',
    SOCKETS_PER_MEMBER: String(sockets),
    QUERIES_PER_MEMBER_AND_SECOND: String(queriesInWindow / 5),
  });
  const opened: Socket[] = [];
  const open = (person: Person): Promise<unknown> => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = io(product.url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true });
    opened.push(socket);
    return new Promise((resolve) => void socket.on('connect', () => resolve('connected')).on('connect_error', ({ message }) => resolve(message)));
  };
  const resume = (socket: Socket) => socket.timeout(5_000).emitWithAck('resume', { rooms: [] }) as Promise<object>;
  try {
    const greedy = new Person(product, 'Greedy', newPhone());
    const other = new Person(product, 'Other', newPhone());
    for (const visitor of [greedy, other]) await visitor.request('GET', '/demo');

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
  } finally {
    for (const socket of opened) socket.close();
    await product.dispose();
  }
});

test('of its visitors none sees, ends or locks out another one, and none takes the account out of the sandbox', async () => {
  const product = await InProcess.start({ DEMO: '1' });
  try {
    const [visitor, other] = [new Person(product, 'Visitor', newPhone()), new Person(product, 'Other', newPhone())];
    for (const person of [visitor, other]) await person.request('GET', '/demo');
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
  } finally {
    await product.dispose();
  }
});

test('elsewhere there is no demo', async () => {
  const product = await InProcess.start();
  try {
    const visitor = new Person(product, 'Visitor', newPhone());
    expect((await visitor.request('GET', '/demo')).status).toBe(404);
    expect((await visitor.request('GET', '/api/site')).body).toMatchObject({ watchDemo: false });
  } finally {
    await product.dispose();
  }
});
