import type { Profile, SessionItem } from '#domain/accounts/account.views.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { InProcessProduct, days, minutes } from '../product/in-process.js';
import { Person, newPhone, signUp, createTeam, cookieOf } from '../product/person.js';
import { until } from '../product/until.js';

/** A password as a second factor, and the sessions that it guards. */

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({ TRUST_PROXY: '1' });
});
afterAll(() => product.dispose());
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const password = 'Kolhapur-7';
type Answer = {
  readonly status: string;
  readonly challengeId: string;
  readonly code: string;
  readonly detail: string;
  readonly fields?: object;
};
const post = (
  person: Person,
  endpoint: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  person.request<Answer>('POST', `/api/auth/${endpoint}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const isSignedIn = async (person: Person) =>
  (await person.request('GET', '/api/me')).status === 200;
const readProfile = (person: Person) => person.get<Profile>('/api/profile');

async function connect(person: Person): Promise<Socket> {
  const socket = io(product.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: cookieOf(person) },
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) =>
    socket.on('connect', resolve).on('connect_error', reject),
  );
  return socket;
}

/** Enters the code, which leads to the password or to a session. */
async function enterCode(person: Person) {
  product.advanceClock(minutes(2));
  const formerCode = await product.readNewestCode(person.phone);
  const { challengeId } = (await post(person, 'sign-in', { phone: person.phone })).body;
  const { body } = await post(person, 'verify', {
    challengeId,
    code: await product.waitForCode(person.phone, formerCode),
  });
  return { challengeId, status: body.status };
}
async function signInWith(person: Person, typed: string) {
  const { challengeId, status } = await enterCode(person);
  expect(status).toBe('password-needed');
  return post(person, 'enter-password', { challengeId, password: typed });
}
/** Account with a password, signed in again in the same browser. */
async function signUpWithPassword(name = 'Asha') {
  const person = await signUp(product, name);
  expect((await post(person, 'set-password', { password })).status).toBe(200);
  expect((await signInWith(person, password)).status).toBe(200);
  return person;
}

describe('setting a password', () => {
  test('ends all sessions and trusted browsers, this one included; then a new browser needs code and password', async () => {
    const asha = await signUp(product, 'Asha');
    const phone = asha.inAnotherBrowser();
    expect((await enterCode(phone)).status).toBe('signed-in');
    expect(await readProfile(asha)).toMatchObject({ hasPassword: false });
    const answer = await post(asha, 'set-password', { password });
    expect(answer).toMatchObject({ status: 200, body: { status: 'signed-out' } });
    expect([await isSignedIn(asha), await isSignedIn(phone)]).toEqual([false, false]);

    const { challengeId, status } = await enterCode(asha);
    expect(status).toBe('password-needed');
    expect(await isSignedIn(asha)).toBe(false);
    expect(
      (await post(asha, 'enter-password', { challengeId, password: 'Kolhapur-8' })).body,
    ).toMatchObject({
      code: 'password-wrong',
      fields: { password: 'Incorrect password' },
    });
    expect((await post(asha, 'enter-password', { challengeId, password })).body).toEqual({
      status: 'signed-in',
    });
    expect(await readProfile(asha)).toMatchObject({ hasPassword: true });
  });

  test('leaves browsers that become trusted afterwards signing in without it', async () => {
    const asha = await signUpWithPassword();
    expect((await post(asha, 'sign-in', { phone: asha.phone })).body).toEqual({
      status: 'signed-in',
    });
  });

  test('a second time needs the current password', async () => {
    const asha = await signUpWithPassword();
    const change = (current?: string) =>
      post(asha, 'set-password', { current, password: 'Kolhapur-9' });
    expect((await change()).body).toMatchObject({
      code: 'password-wrong',
      fields: { current: 'Incorrect password' },
    });
    expect((await change('Kolhapur-8')).body.code).toBe('password-wrong');
    expect(await isSignedIn(asha)).toBe(true);
    expect((await change(password)).status).toBe(200);
    expect((await signInWith(asha, password)).body.code).toBe('password-wrong');
    expect((await signInWith(asha, 'Kolhapur-9')).status).toBe(200);
  });

  test('a second time may be tried ten times an hour', async () => {
    const asha = await signUpWithPassword();
    const change = () =>
      post(asha, 'set-password', { current: 'Kolhapur-8', password: 'Kolhapur-9' });
    const tries = await Promise.all(Array.from({ length: 12 }, change));
    // Setting the password was one of the tries.
    expect(tries.filter(({ body }) => body.code === 'password-wrong')).toHaveLength(9);
    const refusedTries = tries.filter(({ status }) => status === 429);
    expect(refusedTries).toHaveLength(3);
    expect(Number(refusedTries[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await isSignedIn(asha)).toBe(true);
  });

  test.each([
    [{ password: 'short' }, { password: 'New password must be at least 6 characters' }],
    [{}, { password: 'New password must be at least 6 characters' }],
    [{ password: 'Password1' }, { password: 'This password is easy to guess. Choose another one' }],
    [{ password: 'x'.repeat(201) }, { password: 'At most 200 characters' }],
    [{ password: 'Kolhapur-7', confirm: 'Kolhapur-7' }, { confirm: 'There is no such field.' }],
  ])('%j is refused', async (body, fields) => {
    const asha = await signUp(product, 'Asha');
    expect(await post(asha, 'set-password', body)).toMatchObject({ status: 400, body: { fields } });
    expect(await isSignedIn(asha)).toBe(true);
  });

  test('equal to the account’s number is refused', async () => {
    const asha = await signUp(product, 'Asha');
    expect(
      await post(asha, 'set-password', { password: asha.phone.replace('+91', '') }),
    ).toMatchObject({
      status: 409,
      body: { code: 'password-too-common' },
    });
  });

  test('needs a verified number and a session', async () => {
    const asha = await new Person(product, 'Asha', newPhone()).signUp({ verify: false });
    expect(await post(asha, 'set-password', { password })).toMatchObject({
      status: 403,
      body: { code: 'verification-needed' },
    });
    expect(await readProfile(asha)).toMatchObject({ hasPassword: false });
    for (const endpoint of ['set-password', 'remove-password', 'end-session', 'end-other-sessions'])
      expect((await post(new Person(product, 'Nobody', newPhone()), endpoint, {})).status).toBe(
        401,
      );
  });

  test('twice at the same time sets only one of the passwords', async () => {
    const asha = await signUp(product, 'Asha');
    const answers = await Promise.all(
      ['Kolhapur-8', 'Kolhapur-9'].map((typed) => post(asha, 'set-password', { password: typed })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const acceptedPassword = answers[0]!.status === 200 ? 'Kolhapur-8' : 'Kolhapur-9';
    expect((await signInWith(asha.inAnotherBrowser(), acceptedPassword)).status).toBe(200);
  });

  test('while another browser signs in leaves that browser no session without the password', async () => {
    const asha = await signUp(product, 'Asha');
    const thief = asha.inAnotherBrowser();
    product.advanceClock(minutes(2));
    const formerCode = await product.readNewestCode(asha.phone);
    const { challengeId } = (await post(thief, 'sign-in', { phone: asha.phone })).body;
    const code = await product.waitForCode(asha.phone, formerCode);
    await Promise.all([
      post(asha, 'set-password', { password }),
      post(thief, 'verify', { challengeId, code }),
    ]);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await post(thief, 'sign-in', { phone: asha.phone })).body.status).not.toBe('signed-in');
  });

  test('is recorded in the account’s history, without the password', async () => {
    const asha = await signUpWithPassword();
    await post(asha, 'remove-password', { current: password });
    const events = await product.parts.log.read(`account-${asha.id}`);
    expect(events.map(({ type }) => type).slice(3)).toEqual([
      'PasswordSet',
      'SignedOut',
      'SignedIn',
      'PasswordRemoved',
    ]);
    expect(JSON.stringify(events)).not.toContain('Kolhapur');
    expect(
      JSON.stringify(await product.parts.secrets.findByOwner('password', asha.id)),
    ).not.toContain('Kolhapur');
  });
});

describe('removing a password', () => {
  test('needs the password, and then a code suffices again', async () => {
    const asha = await signUpWithPassword();
    expect((await post(asha, 'remove-password', {})).status).toBe(400);
    expect((await post(asha, 'remove-password', { current: 'Kolhapur-8' })).body.code).toBe(
      'password-wrong',
    );
    expect((await post(asha, 'remove-password', { current: password })).body).toEqual({
      status: 'password-removed',
    });
    expect(await isSignedIn(asha)).toBe(true);
    expect((await enterCode(asha.inAnotherBrowser())).status).toBe('signed-in');
  });
});

describe('entering a password', () => {
  test('may be tried five times; then a new code is needed, even for the right one', async () => {
    const asha = await signUpWithPassword();
    const browser = asha.inAnotherBrowser();
    const { challengeId } = await enterCode(browser);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(browser, 'enter-password', { challengeId, password: 'Kolhapur-8' }),
      ),
    );
    expect(tries.filter(({ body }) => body.code === 'password-wrong')).toHaveLength(5);
    expect((await post(browser, 'enter-password', { challengeId, password })).body.code).toBe(
      'password-tries-used',
    );
    expect((await signInWith(browser, password)).status).toBe(200);
  });

  test('works once, in the browser whose code was right, within ten minutes, and not without a code', async () => {
    const asha = await signUpWithPassword();
    const [browser, thief] = [asha.inAnotherBrowser(), asha.inAnotherBrowser()];
    const { challengeId } = await enterCode(browser);
    const enter = (person: Person, id = challengeId) =>
      post(person, 'enter-password', { challengeId: id, password });
    expect((await enter(thief)).body.code).toBe('sign-in-expired');
    const answers = await Promise.all([enter(browser), enter(browser)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await enter(browser)).body.code).toBe('sign-in-expired');

    const { challengeId: lateChallengeId } = await enterCode(thief);
    product.advanceClock(minutes(10));
    expect((await enter(thief, lateChallengeId)).body.code).toBe('sign-in-expired');
    const { body: codeNotEntered } = await post(thief, 'sign-in', { phone: asha.phone });
    expect((await enter(thief, codeNotEntered.challengeId)).body.code).toBe('sign-in-expired');
  });

  test('that was changed meanwhile signs nobody in', async () => {
    const asha = await signUpWithPassword();
    const browser = asha.inAnotherBrowser();
    const { challengeId } = await enterCode(browser);
    await post(asha, 'set-password', { current: password, password: 'Kolhapur-9' });
    expect((await post(browser, 'enter-password', { challengeId, password })).body.code).toBe(
      'password-wrong',
    );
    expect(
      (await post(browser, 'enter-password', { challengeId, password: 'Kolhapur-9' })).status,
    ).toBe(200);
  });

  test('in a wrong format costs no try', async () => {
    const asha = await signUpWithPassword();
    const browser = asha.inAnotherBrowser();
    const { challengeId } = await enterCode(browser);
    for (let times = 0; times < 6; times++)
      expect(await post(browser, 'enter-password', { challengeId, password: '' })).toMatchObject({
        status: 400,
        body: { fields: { password: 'Enter your password' } },
      });
    expect((await post(browser, 'enter-password', { challengeId, password })).status).toBe(200);
  });
});

test('of thirty guesses of a password by strangers, twenty a day are compared, and the owner is not locked out', async () => {
  const headersFrom = (address: string) => ({ 'x-forwarded-for': address });
  const asha = await signUpWithPassword();
  const [thief, otherThief] = [asha.inAnotherBrowser(), asha.inAnotherBrowser()];
  const { challengeId } = await enterCode(thief);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      post(
        thief,
        'enter-password',
        { challengeId, password: `guess ${number}` },
        headersFrom('49.36.101.7'),
      ),
    ),
  );
  const answersWithCode = (expectedCode: string) =>
    answers.filter(({ body: { code } }) => code === expectedCode);
  expect(
    ['password-wrong', 'password-tries-used', 'too-many-requests'].map(
      (code) => answersWithCode(code).length,
    ),
  ).toEqual([5, 15, 10]);
  for (const { headers } of answersWithCode('too-many-requests'))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // Uses another code, browser and network, because unknown browsers have no tries left.
  const { challengeId: otherChallengeId } = await enterCode(otherThief);
  const otherAnswer = await post(
    otherThief,
    'enter-password',
    { challengeId: otherChallengeId, password },
    headersFrom('103.21.4.9'),
  );
  expect(otherAnswer.status).toBe(429);
  // The owner signs in from a known browser.
  await post(asha, 'sign-out');
  expect((await signInWith(asha, password)).status).toBe(200);
});

describe('the sessions of an account', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
  const signInFrom = async (person: Person, userAgent: string, address: string) => {
    product.advanceClock(minutes(2));
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
    const formerCode = await product.readNewestCode(person.phone);
    const { challengeId } = (await post(person, 'sign-in', { phone: person.phone }, headers)).body;
    await post(
      person,
      'verify',
      { challengeId, code: await product.waitForCode(person.phone, formerCode) },
      headers,
    );
    return person;
  };
  const findOtherSession = async (person: Person): Promise<SessionItem> =>
    (await readProfile(person)).sessions.find(({ current }) => !current)!;

  test('are listed with browser, network, last use, and a mark on the current one', async () => {
    const asha = await signUp(product, 'Asha');
    const phone = await signInFrom(asha.inAnotherBrowser(), chrome, '49.36.101.7');
    await signInFrom(asha.inAnotherBrowser(), safari, '2405:201:1:2::9');
    const { sessions } = await readProfile(phone);
    expect(sessions[0]).toMatchObject({
      browser: 'Chrome on Android',
      network: '49.36',
      current: true,
    });
    expect(sessions.slice(1)).toContainEqual(
      expect.objectContaining({ browser: 'Safari on iOS', network: '2405:201', current: false }),
    );
    expect(sessions).toHaveLength(3);
    const { lastSeenAt } = sessions[0]!;
    product.advanceClock(minutes(16));
    await phone.readMe();
    await until(async () =>
      (await readProfile(asha)).sessions.some(
        (session) => session.network === '49.36' && session.lastSeenAt > lastSeenAt,
      ),
    );
  });

  test('are listed without their tokens', async () => {
    const asha = await signUp(product, 'Asha');
    const token = asha.cookies.get('fieldtrace_session')!;
    const profileText = JSON.stringify(await readProfile(asha));
    const [keptSession] = await product.parts.secrets.findByOwner('session', asha.id);
    expect(profileText).not.toContain(token);
    expect(profileText).not.toContain(keptSession!.id);
    const stolen = new Person(product, 'Thief', newPhone());
    stolen.cookies.set('fieldtrace_session', (await readProfile(asha)).sessions[0]!.sessionId);
    expect(await isSignedIn(stolen)).toBe(false);
  });

  test('can be ended singly: requests and sockets stop, and the browser is not trusted any more', async () => {
    const asha = await signUp(product, 'Asha');
    const phone = await signInFrom(asha.inAnotherBrowser(), chrome, '49.36.101.7');
    const [ownSocket, phonesSocket] = [await connect(asha), await connect(phone)];
    const { sessionId } = await findOtherSession(asha);
    expect((await post(asha, 'end-session', { sessionId })).status).toBe(200);
    await until(async () => !phonesSocket.connected);
    expect([await isSignedIn(asha), await isSignedIn(phone)]).toEqual([true, false]);
    expect(ownSocket.connected).toBe(true);
    product.advanceClock(minutes(2));
    expect((await post(phone, 'sign-in', { phone: asha.phone })).body.status).toBe('code-sent');
    expect((await post(asha, 'end-session', { sessionId })).status).toBe(200);
  });

  test('include a browser that another account uses now, but where this account can return without a code', async () => {
    const [asha, ravi] = [await signUp(product, 'Asha'), await signUp(product, 'Ravi')];
    const phone = await signInFrom(asha.inAnotherBrowser(), chrome, '49.36.101.7');
    const shared = ravi.inAnotherBrowser();
    for (const [name, value] of phone.cookies) shared.cookies.set(name, value);
    await signInFrom(shared, chrome, '49.36.101.7');
    expect(await isSignedIn(phone)).toBe(false);
    const { sessionId, ...otherSession } = await findOtherSession(asha);
    expect(otherSession).toMatchObject({
      browser: 'Chrome on Android',
      network: '49.36',
      current: false,
    });
    expect((await readProfile(asha)).sessions).toHaveLength(2);
    await post(asha, 'end-session', { sessionId });
    expect((await readProfile(asha)).sessions).toHaveLength(1);
    product.advanceClock(minutes(2));
    expect((await post(phone, 'sign-in', { phone: asha.phone })).body.status).toBe('code-sent');
    expect(await isSignedIn(shared)).toBe(true);
  });

  test('of other accounts cannot be ended', async () => {
    const [asha, ravi] = [await signUp(product, 'Asha'), await signUp(product, 'Ravi')];
    const { sessionId } = (await readProfile(asha)).sessions[0]!;
    await post(ravi, 'end-session', { sessionId });
    expect(await isSignedIn(asha)).toBe(true);
  });

  test('can all be ended except the current one, which stays trusted', async () => {
    const asha = await signUp(product, 'Asha');
    const others = [
      await signInFrom(asha.inAnotherBrowser(), chrome, '49.36.101.7'),
      await signInFrom(asha.inAnotherBrowser(), safari, '49.36.101.8'),
    ];
    const ownSocket = await connect(asha);
    const otherSockets = await Promise.all(others.map(connect));
    expect((await post(asha, 'end-other-sessions')).status).toBe(200);
    await until(async () => otherSockets.every(({ connected }) => !connected));
    expect(ownSocket.connected).toBe(true);
    expect(await Promise.all([asha, ...others].map(isSignedIn))).toEqual([true, false, false]);
    expect((await readProfile(asha)).sessions).toHaveLength(1);
    product.advanceClock(minutes(2));
    expect((await post(asha, 'sign-in', { phone: asha.phone })).body.status).toBe('signed-in');
    for (const other of others)
      expect((await post(other, 'sign-in', { phone: asha.phone })).body.status).toBe('code-sent');
  });

  test('end thirty days after their last use', async () => {
    const asha = await signUp(product, 'Asha');
    for (let uses = 0; uses < 2; uses++) {
      product.advanceClock(days(29));
      expect(await isSignedIn(asha)).toBe(true);
    }
    product.advanceClock(days(31));
    expect(await isSignedIn(asha)).toBe(false);
  });
});

describe('a profile', () => {
  test('may have a location of the organization, or none', async () => {
    const { admin, reps } = await createTeam(product, 'Asha');
    const [asha] = reps;
    const locationId = crypto.randomUUID();
    await admin.send('AddLocation', { locationId, name: 'Baner Road', city: 'Pune' });
    await asha.send('ChangeProfile', { name: 'Asha Kulkarni', locationId });
    expect(await readProfile(asha)).toMatchObject({ locationId });
    expect((await asha.readMe()).account.name).toBe('Asha Kulkarni');
    await expect(
      asha.send('ChangeProfile', { name: 'Asha', locationId: crypto.randomUUID() }),
    ).rejects.toMatchObject({
      problem: { code: 'unknown-reference' },
    });
    await asha.send('ChangeProfile', { name: 'Asha', locationId: null });
    expect(await readProfile(asha)).toMatchObject({ locationId: null });
  });

  test('has no organization after leaving it; the last admin cannot leave', async () => {
    const { admin, reps } = await createTeam(product, 'Asha');
    const [asha] = reps;
    const socket = await connect(asha);
    await expect(admin.send('LeaveOrganization', {})).rejects.toMatchObject({
      problem: { code: 'last-admin' },
    });
    await asha.send('LeaveOrganization', {});
    await until(async () => !socket.connected);
    expect(await asha.readMe()).toMatchObject({ organization: null, role: null });
    expect((await asha.request('GET', '/api/leads')).status).toBe(403);
  });
});
