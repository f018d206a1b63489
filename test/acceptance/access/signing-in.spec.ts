import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Unavailable } from '#platform/common/unavailable.js';
import { randomUUID } from 'node:crypto';
import { InProcessProduct, days, minutes, seconds } from '../product/in-process.js';
import { Person, foundOrganization, newPhone, signUp } from '../product/person.js';
import { until } from '../product/until.js';

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterAll(() => product.dispose());

type Challenge = { readonly challengeId: string; readonly resendAt: string };
const jsonRequest = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const post = (person: Person, endpoint: string, body: unknown = {}) =>
  person.request<Challenge & { code: string; detail: string }>(
    'POST',
    `/api/auth/${endpoint}`,
    jsonRequest(body),
  );
const newPerson = (name = 'Asha', phone = newPhone()) => new Person(product, name, phone);
const signUpForm = ({ id, name, phone }: Person) => ({ accountId: id, name, phone });
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a person who signs up', () => {
  test('has an unverified session at once, and is told its end', async () => {
    const asha = newPerson();
    expect(await post(asha, 'sign-up', signUpForm(asha))).toMatchObject({
      status: 200,
      body: { status: 'code-sent' },
    });
    const { verification, role } = await asha.readMe();
    expect(verification).toMatchObject({ verified: false });
    expect(Date.parse(verification.graceEndsAt!) - Date.now()).toBeGreaterThan(days(2.9));
    expect(role).toBeNull();
  });

  test('twice from one browser has one account', async () => {
    const asha = newPerson();
    const first = await post(asha, 'sign-up', signUpForm(asha));
    expect((await post(asha, 'sign-up', signUpForm(asha))).body.challengeId).toBe(
      first.body.challengeId,
    );
  });

  test('again with another number gets no answer that belongs to the first', async () => {
    const asha = newPerson();
    await post(asha, 'sign-up', signUpForm(asha));
    const corrected = { ...signUpForm(asha), phone: newPhone() };
    expect(await post(asha, 'sign-up', corrected)).toMatchObject({
      status: 409,
      body: { code: 'account-exists' },
    });
    expect((await asha.readMe()).account.phone).toBe(asha.phone);
    expect((await post(asha, 'sign-up', { ...corrected, accountId: randomUUID() })).status).toBe(
      200,
    );
    expect((await asha.readMe()).account.phone).toBe(corrected.phone);
  });

  test('and opens the code dialog within a minute gets one message, whose code is valid', async () => {
    const asha = newPerson();
    const first = await post(asha, 'sign-up', signUpForm(asha));
    expect((await post(asha, 'send-code')).body).toEqual(first.body);
    const code = await product.waitForCode(asha.phone);
    expect((await post(asha, 'verify', { challengeId: first.body.challengeId, code })).status).toBe(
      200,
    );
    expect(product.parts.devInbox.newestFirst().filter(({ to }) => to === asha.phone)).toHaveLength(
      1,
    );
  });

  test('with the id of another browser’s account gets nothing', async () => {
    const asha = await newPerson().signUp({ verify: false });
    const thief = asha.inAnotherBrowser();
    expect(await post(thief, 'sign-up', signUpForm(asha))).toMatchObject({
      status: 409,
      body: {
        code: 'account-exists',
        detail: expect.stringMatching(
          /^Failed to create user profile: An account with this WhatsApp number/,
        ),
      },
    });
    expect((await thief.request('GET', '/api/me')).status).toBe(401);
  });

  test('with a number that has an account is told to sign in', async () => {
    const asha = await signUp(product, 'Asha');
    const nextBrowser = newPerson('Asha', asha.phone);
    expect(await post(nextBrowser, 'sign-up', signUpForm(nextBrowser))).toMatchObject({
      status: 409,
      body: {
        detail: 'An account with this WhatsApp number already exists. Please sign in instead.',
      },
    });
  });

  test('with a wrong invite code is told so, and has no account yet', async () => {
    const asha = newPerson();
    expect(
      await post(asha, 'sign-up', { ...signUpForm(asha), inviteCode: 'NOTACODE' }),
    ).toMatchObject({
      body: {
        detail: 'Invalid invite code. Please check and try again.',
        fields: { inviteCode: expect.any(String) },
      },
    });
    expect((await post(asha, 'sign-up', signUpForm(asha))).status).toBe(200);
  });

  test('is told if the server fails to look up the invite code', async () => {
    const asha = newPerson();
    const failingStore = jest
      .spyOn(product.parts.people, 'findOrganizationByInviteCode')
      .mockRejectedValueOnce(new Unavailable('The log is away'));
    expect(
      await post(asha, 'sign-up', { ...signUpForm(asha), inviteCode: 'SHARMA12' }),
    ).toMatchObject({
      status: 503,
      body: {
        code: 'organization-look-up-failed',
        detail: 'Error looking up organization. Please try again.',
      },
    });
    failingStore.mockRestore();
  });

  test('with the right code is told if no session can be created, and a resend then needs the number', async () => {
    const asha = newPerson();
    const { body } = await post(asha, 'sign-up', signUpForm(asha));
    const failingStore = jest
      .spyOn(product.parts.sessions, 'start')
      .mockRejectedValueOnce(new Unavailable('The secrets are away'));
    expect(
      await post(asha, 'verify', {
        challengeId: body.challengeId,
        code: await product.waitForCode(asha.phone),
      }),
    ).toMatchObject({
      status: 503,
      body: { code: 'session-failed', detail: 'Authentication failed. Please try again.' },
    });
    failingStore.mockRestore();
    expect(await post(asha, 'resend', {})).toMatchObject({
      status: 400,
      body: { fields: { challengeId: 'No WhatsApp number provided' } },
    });
  });

  test('with an invite code joins when the number is verified, as sales whatever role was requested', async () => {
    const meera = await signUp(product, 'Meera');
    const { inviteCode } = await foundOrganization(meera);
    const ravi = newPerson('Ravi');
    const signUpAnswer = await post(ravi, 'sign-up', {
      ...signUpForm(ravi),
      role: 'admin',
      inviteCode: inviteCode.toLowerCase(),
    });
    expect((await ravi.readMe()).organization).toBeNull();
    await post(ravi, 'verify', {
      challengeId: signUpAnswer.body.challengeId,
      code: await product.waitForCode(ravi.phone),
    });
    expect(await ravi.readMe()).toMatchObject({
      role: 'sales',
      organization: { name: 'Sharma Solar' },
    });
    const readRequestedRole = async () => {
      const { members } = await meera.get<{
        members: { memberId: string; requestedRole?: string }[];
      }>('/api/team');
      return members.find(({ memberId }) => memberId === ravi.id)?.requestedRole;
    };
    expect(await until(readRequestedRole)).toBe('admin');
  });

  test.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ phone: undefined }, { phone: 'WhatsApp number is required' }],
    [{ phone: '' }, { phone: 'WhatsApp number is required' }],
    [{ phone: '98220 4173' }, { phone: 'Enter a 10-digit number; this one has 9' }],
    [{ phone: '123456789012' }, { phone: 'Enter a 10-digit number; this one has 12' }],
    [{ phone: '+1 23' }, { phone: 'Please enter a valid phone number' }],
    [{ phone: 'none' }, { phone: 'Please enter a valid phone number' }],
    [{ name: undefined }, { name: 'Name is required' }],
    [{ name: 'Asha \ud83d' }, { name: 'This text has characters that cannot be kept' }],
    [{ name: 'As\0ha' }, { name: 'This text has characters that cannot be kept' }],
    [{ accountId: undefined }, { accountId: 'This is required' }],
    [{ phone: { $ne: 1 } }, { phone: 'WhatsApp number is required' }],
    [{ role: 'owner' }, { role: expect.any(String) }],
  ])('%j is refused with %j', async (mistake, fields) => {
    const asha = newPerson();
    expect(await post(asha, 'sign-up', { ...signUpForm(asha), ...mistake })).toMatchObject({
      status: 400,
      body: { fields },
    });
  });

  test('without verifying within three days needs the code before anything else', async () => {
    const asha = await newPerson().signUp({ verify: false });
    const signUpCode = await product.waitForCode(asha.phone);
    product.advanceClock(days(3) + minutes(1));
    expect(await asha.request('GET', '/api/team')).toMatchObject({
      status: 403,
      body: { code: 'verification-needed' },
    });
    expect((await asha.readMe()).verification.verified).toBe(false);
    const answer = await post(asha, 'send-code');
    expect(answer.status).toBe(200);
    expect(
      (
        await post(asha, 'verify', {
          challengeId: answer.body.challengeId,
          code: await product.waitForCode(asha.phone, signUpCode),
        })
      ).status,
    ).toBe(200);
    expect((await asha.readMe()).verification).toEqual({ verified: true });
  });
});

describe('a person who signs in', () => {
  test('without an account is told so', async () => {
    expect(await post(newPerson(), 'sign-in', { phone: newPhone() })).toMatchObject({
      status: 404,
      body: {
        detail:
          'No account found with this WhatsApp number. Please sign up first or check your number.',
      },
    });
  });

  test('in a trusted browser needs no code; elsewhere one is sent', async () => {
    const asha = await signUp(product, 'Asha');
    expect((await post(asha, 'sign-in', { phone: asha.phone })).body).toEqual({
      status: 'signed-in',
    });
    expect(
      (await post(asha.inAnotherBrowser(), 'sign-in', { phone: asha.phone })).body,
    ).toMatchObject({ status: 'code-sent' });
  });

  test('after an explicit sign-out needs a code again', async () => {
    const asha = await signUp(product, 'Asha');
    await post(asha, 'sign-out');
    expect((await asha.request('GET', '/api/me')).status).toBe(401);
    expect((await post(asha, 'sign-in', { phone: asha.phone })).body).toMatchObject({
      status: 'code-sent',
    });
  });

  test('after an explicit sign-out needs a code again, even if the browser was trusted twice', async () => {
    const asha = await signUp(product, 'Asha');
    const trustedCookie = () => asha.cookies.get('fieldtrace_trusted')!;
    const firstCookie = trustedCookie();
    asha.cookies.delete('fieldtrace_trusted');
    product.advanceClock(minutes(2));
    await asha.signIn();
    asha.cookies.set('fieldtrace_trusted', `${trustedCookie()}.${firstCookie}`);
    await post(asha, 'sign-out');
    asha.cookies.set('fieldtrace_trusted', firstCookie);
    expect((await post(asha, 'sign-in', { phone: asha.phone })).body).toMatchObject({
      status: 'code-sent',
    });
  });

  test('and signs out everywhere has no session and no trusted browser left', async () => {
    const asha = await signUp(product, 'Asha');
    product.advanceClock(minutes(2));
    const phone = await asha.inAnotherBrowser().signIn();
    await post(asha, 'sign-out', { everywhere: true });
    expect((await phone.request('GET', '/api/me')).status).toBe(401);
    expect((await post(phone, 'sign-in', { phone: asha.phone })).body).toMatchObject({
      status: 'code-sent',
    });
  });

  test('gets a new session, and the old one ends', async () => {
    const asha = await newPerson().signUp({ verify: false });
    const signUpCode = await product.waitForCode(asha.phone);
    const oldCookie = asha.cookies.get('fieldtrace_session')!;
    product.advanceClock(minutes(2));
    const { body } = await post(asha, 'send-code');
    await post(asha, 'verify', {
      challengeId: body.challengeId,
      code: await product.waitForCode(asha.phone, signUpCode),
    });
    expect(asha.cookies.get('fieldtrace_session')).not.toBe(oldCookie);
    const thief = newPerson();
    thief.cookies.set('fieldtrace_session', oldCookie);
    expect((await thief.request('GET', '/api/me')).status).toBe(401);
  });
});

test('a sign-up as another person in the same browser ends the former session', async () => {
  const asha = await signUp(product, 'Asha');
  const oldCookie = asha.cookies.get('fieldtrace_session')!;
  const ravi = newPerson('Ravi');
  for (const [name, value] of asha.cookies) ravi.cookies.set(name, value);
  await ravi.signUp();
  expect((await ravi.readMe()).account.id).toBe(ravi.id);
  const thief = newPerson();
  thief.cookies.set('fieldtrace_session', oldCookie);
  expect((await thief.request('GET', '/api/me')).status).toBe(401);
});

test('a browser trusted for one account is not for another, and session tokens are never taken from clients', async () => {
  const [asha, ravi] = [await signUp(product, 'Asha'), await signUp(product, 'Ravi')];
  product.advanceClock(minutes(2));
  expect((await post(asha, 'sign-in', { phone: ravi.phone })).body).toMatchObject({
    status: 'code-sent',
  });
  const chosenToken = 'A'.repeat(43);
  const victim = asha.inAnotherBrowser();
  victim.cookies.set('fieldtrace_session', chosenToken);
  await victim.signIn();
  expect(victim.cookies.get('fieldtrace_session')).not.toBe(chosenToken);
});

describe('a code', () => {
  const requestCode = async () => {
    const asha = await signUp(product, 'Asha');
    const browser = asha.inAnotherBrowser();
    const formerCode = await product.readNewestCode(asha.phone);
    product.advanceClock(seconds(61));
    const { challengeId } = (await post(browser, 'sign-in', { phone: asha.phone })).body;
    return { browser, challengeId, code: await product.waitForCode(asha.phone, formerCode) };
  };
  const verify = (browser: Person, challengeId: string, code: string) =>
    post(browser, 'verify', { challengeId, code });

  test('in a wrong format does not count as an attempt', async () => {
    const { browser, challengeId, code } = await requestCode();
    for (let tries = 0; tries < 8; tries++)
      expect(await verify(browser, challengeId, '12345')).toMatchObject({
        status: 400,
        body: { fields: { code: 'Please enter a valid 6-digit code' } },
      });
    expect((await verify(browser, challengeId, code)).status).toBe(200);
  });

  test('is void after five attempts, even if the sixth is right', async () => {
    const { browser, challengeId, code } = await requestCode();
    for (let tries = 0; tries < 5; tries++)
      expect(await verify(browser, challengeId, wrongCode(code))).toMatchObject({
        status: 409,
        body: { detail: 'Verification failed' },
      });
    expect((await verify(browser, challengeId, code)).body.code).toBe('code-tries-used');
  });

  test('that is guessed by twenty callers at once is tried five times', async () => {
    const { browser, challengeId, code } = await requestCode();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => verify(browser, challengeId, wrongCode(code))),
    );
    expect(guesses.filter(({ body }) => body.code === 'code-wrong')).toHaveLength(5);
  });

  test('works once, also for five callers at once', async () => {
    const { browser, challengeId, code } = await requestCode();
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => verify(browser, challengeId, code)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is valid for five minutes', async () => {
    const { browser, challengeId, code } = await requestCode();
    product.advanceClock(minutes(5) + seconds(1));
    expect((await verify(browser, challengeId, code)).body.code).toBe('code-expired');
  });

  test('is valid only in the browser that requested it', async () => {
    const { browser, challengeId, code } = await requestCode();
    expect((await verify(newPerson(), challengeId, code)).body.code).toBe('code-expired');
    expect((await verify(browser, challengeId, code)).status).toBe(200);
  });

  test('voids the former one of its browser, and may be requested again after a minute', async () => {
    const { browser, challengeId, code } = await requestCode();
    const earlyAnswer = await post(browser, 'resend', { challengeId });
    expect(earlyAnswer.status).toBe(429);
    expect(Number(earlyAnswer.headers.get('retry-after'))).toBeGreaterThan(0);
    product.advanceClock(seconds(61));
    const resent = await post(browser, 'resend', { challengeId });
    expect(resent.status).toBe(200);
    const newerCode = await product.waitForCode(browser.phone, code);
    expect((await verify(browser, challengeId, code)).body.code).toBe('code-expired');
    expect((await verify(browser, resent.body.challengeId, newerCode)).status).toBe(200);
  });

  test('is sent five times an hour to one browser', async () => {
    const asha = await newPerson().signUp();
    const statuses: number[] = [];
    await post(asha, 'sign-out');
    for (let times = 0; times < 5; times++) {
      product.advanceClock(seconds(61));
      statuses.push((await post(asha, 'sign-in', { phone: asha.phone })).status);
    }
    // The sign-up was sent the first of five.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('is not stored in plain text', async () => {
    const { challengeId } = await requestCode();
    expect(JSON.stringify(await product.parts.secrets.get('challenge', challengeId))).not.toMatch(
      /"\d{6}"/,
    );
  });
});

test('a session cookie cannot be read by scripts or sent by other sites', async () => {
  const asha = newPerson();
  const { headers } = await post(asha, 'sign-up', signUpForm(asha));
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/);
  const crossSite = await asha.request('POST', '/api/auth/sign-out', {
    ...jsonRequest({}),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
  });
  expect(crossSite).toMatchObject({ status: 403, body: { code: 'another-site' } });
});

test('sign-ins and sign-outs are recorded in the account’s history', async () => {
  const asha = await signUp(product, 'Asha');
  await post(asha, 'sign-out');
  const types = (await product.parts.log.read(`account-${asha.id}`)).map(({ type }) => type);
  expect(types).toEqual(['AccountOpened', 'PhoneVerified', 'SignedIn', 'SignedOut']);
  expect(JSON.stringify(await product.parts.log.read(`account-${asha.id}`))).not.toContain(
    asha.phone,
  );
});

test('an unknown id answers like an unknown path: 401 without a session', async () => {
  for (const path of [
    '/api/leads',
    `/api/leads/${randomUUID()}`,
    '/api/nothing',
    '/%61pi/leads',
    '/api//leads',
    '/api/commands/Nothing',
  ])
    expect([path, (await newPerson().request('GET', path)).status]).toEqual([path, 401]);
});
