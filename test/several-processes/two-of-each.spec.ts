import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import {
  Person,
  captureLead,
  cookieOf,
  createTeam,
  newPhone,
} from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { LiveClient } from '../faults/live-client.js';
import { Deployment } from './deployment.js';

let deployment: Deployment;
let meera: Person;
let asha: Person;
let ravi: Person;
beforeAll(async () => {
  deployment = await Deployment.start();
  const people = await createTeam(deployment.backend[0]!, 'Asha', 'Ravi');
  meera = people.admin;
  [asha, ravi] = people.reps;
});
afterAll(() => deployment?.dispose());

/** Returns the same browser at the other backend, as a load balancer may send it. */
const atOtherBackend = (person: Person): Person => {
  const atOther = new Person(
    deployment.backend[1]!,
    person.name,
    person.phone,
    person.id,
  ).afterCommandsOf(person);
  for (const [name, value] of person.cookies) atOther.cookies.set(name, value);
  return atOther;
};
const closeFunctions: (() => unknown)[] = [];
afterAll(() => closeFunctions.forEach((close) => close()));
const openFollower = async (person: Person, backend = person.product.url) => {
  const follower = new LiveClient(backend, person, [`member:${person.id}`]);
  closeFunctions.push(() => follower.close());
  await follower.untilStarted();
  return follower;
};

test('of two projection hosts one projects and the other stands by', async () => {
  await deployment.findHosts();
});

test('a command at one backend is visible to its sender’s next query at the other', async () => {
  for (let times = 0; times < 10; times++) {
    const leadId = await captureLead(asha);
    expect(
      (await atOtherBackend(asha).get<{ leadId: string }>(`/api/leads/${leadId}`)).leadId,
    ).toBe(leadId);
  }
});

test('a change made at one backend is received at the other', async () => {
  const follower = await openFollower(atOtherBackend(asha), deployment.backend[1]!.url);
  const leadId = await captureLead(asha, { city: 'Nashik' });
  await until(() => follower.leads.get(leadId)?.city === 'Nashik', {
    what: () => 'the change to be received at the other backend',
  });
});

test('a command that is repeated at the other backend has one effect and one answer', async () => {
  const [key, data] = [
    newId(),
    {
      leadId: newId(),
      firstName: 'Rajesh',
      lastName: 'Patil',
      phone: '+919812345670',
      city: 'Pune',
      type: 'Builder',
    },
  ];
  const [first, repeated] = await Promise.all([
    asha.send('CreateLead', data, { key }),
    atOtherBackend(asha).send('CreateLead', data, { key }),
  ]);
  expect(repeated).toEqual(first);
});

test('a phone number belongs to one of thirty leads created at once at both', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      captureLead(index % 2 ? asha : atOtherBackend(asha), { phone: '+919812345671' }).then(
        () => 'created',
        (error: Error) => error.message,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
  expect(answers.filter((answer) => !/^(created|409 lead-phone-taken|503)/.test(answer))).toEqual(
    [],
  );
});

describe('both backends know at once about the end of', () => {
  test('a role', async () => {
    const meeraAtOther = atOtherBackend(meera);
    await meera.send('ChangeMemberRole', { memberId: ravi.id, role: 'admin' });
    expect((await atOtherBackend(ravi).readMe()).role).toBe('admin');
    await meeraAtOther.send('ChangeMemberRole', { memberId: ravi.id, role: 'sales' });
    for (const browser of [ravi, atOtherBackend(ravi)])
      expect((await browser.readMe()).role).toBe('sales');
  });

  test('a membership, with the sockets', async () => {
    const kiran = await new Person(deployment.backend[0]!, 'Kiran', newPhone()).signUp();
    const { inviteCode } = (await meera.readMe()).organization!;
    await kiran.send('JoinOrganization', { inviteCode });
    const atOther = atOtherBackend(kiran);
    const sockets = [await connect(kiran), await connect(atOther)];
    await meera.send('RemoveMember', { memberId: kiran.id });
    for (const browser of [kiran, atOther])
      expect((await browser.request('GET', '/api/leads')).status).toBe(403);
    await until(() => sockets.every((socket) => socket.disconnected), {
      what: () => 'both sockets to end',
    });
  });

  test('every session, when a member signs out everywhere', async () => {
    const atOther = atOtherBackend(ravi);
    const sockets = [await connect(ravi), await connect(atOther)];
    await ravi.post('/api/auth/sign-out', { everywhere: true });
    for (const browser of [ravi, atOther])
      expect((await browser.request('GET', '/api/me')).status).toBe(401);
    await until(() => sockets.every((socket) => socket.disconnected), {
      what: () => 'both sockets to end',
    });
  });

  /** Socket without reconnection. */
  async function connect(person: Person): Promise<Socket> {
    const extraHeaders = { Cookie: cookieOf(person) };
    const socket = io(person.product.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders,
    });
    closeFunctions.push(() => socket.close());
    await new Promise((resolve, reject) =>
      socket.once('connect', () => resolve(undefined)).once('connect_error', reject),
    );
    return socket;
  }
});

test('an erasure at one backend is visible at the other', async () => {
  const leadId = await captureLead(asha, { firstName: 'Zubeida', note: 'Zubeida was here' });
  const atOther = atOtherBackend(meera).afterCommandsOf(asha);
  expect(JSON.stringify(await atOther.get(`/api/leads/${leadId}`))).toContain('Zubeida');
  // Makes the other backend cache the stream and its key.
  await atOther.send('AddNote', { leadId, noteId: newId(), note: 'Called Zubeida' });
  await meera.send('ErasePersonalData', { leadId });
  const isKnown = async (person: Person) => {
    const answers = await Promise.all(
      [`/api/leads/${leadId}`, `/api/leads/${leadId}/timeline`, '/api/leads'].map((path) =>
        person.request('GET', path),
      ),
    );
    return /Zubeida/.test(JSON.stringify(answers.map(({ body }) => body)));
  };
  for (const person of [meera, atOther])
    await until(async () => !(await isKnown(person)), { what: () => 'the name to be gone' });
});
