import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { InProcessProduct, minutes } from '../acceptance/product/in-process.js';
import {
  Person,
  foundOrganization,
  joinOrganization,
  signUp,
} from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { withLimits } from '../acceptance/product/without-limits.js';

/**
 * Ten thousand guesses from one network, and fewer from many for one number, under default limits,
 * while someone elsewhere signs in.
 */
const GUESSES = 10_000;
const CONNECTIONS = 500;
const password = 'Kolhapur-7';
const [strangerAddress, homeAddress] = ['49.36.101.7', '103.21.4.9'];

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({ ...withLimits, TRUST_PROXY: '1' });
});
afterAll(() => product.dispose());

type Answer = { readonly status: string; readonly challengeId: string; readonly code?: string };
const post = (person: Person, path: string, body: object, address = homeAddress) =>
  person.request<Answer>('POST', `/api/${path}`, {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'idempotency-key': randomUUID(),
    },
  });

async function requestCodeLater(
  person: Person,
  address = homeAddress,
): Promise<{ challengeId: string; code: string }> {
  product.advanceClock(minutes(2));
  return requestCodeAtOnce(person, address);
}
async function requestCodeAtOnce(
  person: Person,
  address: string,
): Promise<{ challengeId: string; code: string }> {
  const previousCode = await product.readNewestCode(person.phone);
  const signIn = () => post(person, 'auth/sign-in', { phone: person.phone }, address);
  // The former test has used up the stranger's limit; the owner's network is answered at once.
  const { body } =
    address === homeAddress
      ? await signIn()
      : await until(async () => signIn().then((answer) => answer.status === 200 && answer), {
          everyMs: 500,
        });
  const { challengeId } = body;
  return { challengeId, code: await product.waitForCode(person.phone, previousCode) };
}
async function signUpWithPassword(name: string): Promise<Person> {
  const person = await signUp(product, name);
  expect((await post(person, 'auth/set-password', { password })).status).toBe(200);
  await signInWithPassword(person);
  return person;
}
async function signInWithPassword(person: Person): Promise<void> {
  const requestedCode = await requestCodeLater(person);
  expect((await post(person, 'auth/verify', requestedCode)).body).toEqual({
    status: 'password-needed',
  });
  expect(
    (
      await post(person, 'auth/enter-password', {
        challengeId: requestedCode.challengeId,
        password,
      })
    ).body,
  ).toEqual({ status: 'signed-in' });
}

/** Repeats a request, like browsers, on a connection that the server has closed as idle. */
const retryOnReset = (guess: () => ReturnType<typeof post>): ReturnType<typeof post> =>
  guess().catch((error: Error) => {
    // Compares the code, because errors of Node have another class inside Jest.
    const { code = '' } = (error.cause as NodeJS.ErrnoException | undefined) ?? {};
    if (['UND_ERR_SOCKET', 'ECONNRESET'].includes(code)) return retryOnReset(guess);
    throw error;
  });

/** Number of answers by code, or by status without one. Checks that refusals tell when to retry. */
function countsOf(
  answers: readonly Awaited<ReturnType<typeof post>>[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, headers, body } of answers) {
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    counts[body.code ?? status] = (counts[body.code ?? status] ?? 0) + 1;
  }
  return counts;
}

async function flood(
  guess: (number: number) => ReturnType<typeof post>,
): Promise<Readonly<Record<string, number>>> {
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  let sent = 0;
  const floodConnection = async () => {
    while (sent < GUESSES) {
      const number = sent++;
      answers.push(await retryOnReset(() => guess(number)));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, floodConnection));
  expect(answers).toHaveLength(GUESSES);
  return countsOf(answers);
}

test('guesses of a password: five are compared per code, and its owner signs in from a known browser', async () => {
  const asha = await signUpWithPassword('Asha');
  const thief = asha.inAnotherBrowser();
  const code = await requestCodeLater(thief, strangerAddress);
  expect((await post(thief, 'auth/verify', code, strangerAddress)).body).toEqual({
    status: 'password-needed',
  });
  await post(asha, 'auth/sign-out', {});
  const flooding = flood((number) =>
    post(
      thief,
      'auth/enter-password',
      { challengeId: code.challengeId, password: `guess ${number}` },
      strangerAddress,
    ),
  );
  await signInWithPassword(asha);
  const answers = await flooding;
  expect(answers['password-wrong']).toBe(5);
  expect(answers['password-tries-used'] ?? 0).toBeLessThanOrEqual(15);
  expect(answers['too-many-requests']).toBeGreaterThanOrEqual(GUESSES - 20);
  expect((await asha.request('GET', '/api/me')).status).toBe(200);
}, 600_000);

test('guesses of a code: five are compared, and its owner can get a new code', async () => {
  const asha = await signUp(product, 'Asha');
  await post(asha, 'auth/sign-out', {});
  const thief = asha.inAnotherBrowser();
  const { challengeId, code } = await requestCodeLater(thief, strangerAddress);
  const guess = (number: number) =>
    ((Number(code) + 1 + number) % 1_000_000).toString().padStart(6, '0');
  const flooding = flood((number) =>
    post(thief, 'auth/verify', { challengeId, code: guess(number) }, strangerAddress),
  );
  const ownCode = await requestCodeLater(asha);
  expect((await post(asha, 'auth/verify', ownCode)).body).toEqual({ status: 'signed-in' });
  const answers = await flooding;
  expect((answers['code-wrong'] ?? 0) + (answers['code-expired'] ?? 0)).toBeGreaterThan(0);
  expect(answers['code-wrong'] ?? 0).toBeLessThanOrEqual(5);
  expect(answers['too-many-requests']).toBeGreaterThan(0);
}, 600_000);

test('guesses of an invite code: twenty are looked up in an hour, and a colleague joins', async () => {
  const { inviteCode } = await foundOrganization(await signUp(product, 'Meera'));
  const thief = await signUp(product, 'Thief');
  const ravi = await signUp(product, 'Ravi');
  const flooding = flood((number) =>
    post(
      thief,
      'commands/JoinOrganization',
      { inviteCode: String(number).padStart(8, 'G') },
      strangerAddress,
    ),
  );
  await joinOrganization(ravi, inviteCode);
  expect((await ravi.readMe()).role).toBe('sales');
  const answers = await flooding;
  expect(answers['invite-code-unknown']).toBe(20);
  expect(answers['too-many-requests']).toBe(GUESSES - 20);
}, 600_000);

describe('for one number, from many browsers, each on its own network', () => {
  const THIEVES = 50;
  const CODES_PER_DAY = 20;
  const COMPARISONS_PER_CODE = 5;
  const addressOf = (browser: number) => `49.37.${browser}.7`;
  const browsersOf = (person: Person, count: number) =>
    Array.from({ length: count }, (_, number) => ({
      browser: person.inAnotherBrowser(),
      address: addressOf(number),
    }));
  const expectSignIn = async (person: Person, address = homeAddress) =>
    expect(
      (await post(person, 'auth/verify', await requestCodeLater(person, address), address)).body,
    ).toEqual({
      status: 'signed-in',
    });

  test('guesses of codes: twenty codes are sent in a day, each is compared five times, and the owner and others sign in', async () => {
    const [asha, ravi] = [await signUp(product, 'Asha'), await signUp(product, 'Ravi')];
    const readMessages = () =>
      product.parts.devInbox.newestFirst().filter(({ to }) => to === asha.phone);
    await post(asha, 'auth/sign-out', {});
    const thieves = browsersOf(asha, THIEVES);
    const answers = await Promise.all(
      thieves.map(({ browser, address }) =>
        post(browser, 'auth/sign-in', { phone: asha.phone }, address),
      ),
    );
    // The sign-up's code was the first one to an unknown browser.
    const [sentToThieves, refused] = [CODES_PER_DAY - 1, THIEVES - (CODES_PER_DAY - 1)];
    expect(countsOf(answers)).toEqual({ 200: sentToThieves, 'codes-too-many': refused });
    await until(async () => readMessages().length === CODES_PER_DAY, {
      what: () => 'a message of each code',
    });

    const codes = new Set(readMessages().map(({ code }) => code));
    const wrongCode = Array.from({ length: CODES_PER_DAY + 1 }, (_, number) =>
      String(number).padStart(6, '0'),
    ).find((code) => !codes.has(code));
    const guessesPerThief = COMPARISONS_PER_CODE + 3;
    const guessed = await Promise.all(
      thieves.flatMap(({ browser, address }, number) => {
        const challengeId = answers[number]!.body.challengeId ?? randomUUID();
        return Array.from({ length: guessesPerThief }, () =>
          post(browser, 'auth/verify', { challengeId, code: wrongCode }, address),
        );
      }),
    );
    expect(countsOf(guessed)).toEqual({
      'code-wrong': sentToThieves * COMPARISONS_PER_CODE,
      'code-tries-used': sentToThieves * (guessesPerThief - COMPARISONS_PER_CODE),
      'code-expired': refused * guessesPerThief,
    });

    await expectSignIn(asha);
    expect(
      (
        await post(
          asha.inAnotherBrowser(),
          'auth/sign-in',
          { phone: asha.phone },
          addressOf(THIEVES),
        )
      ).status,
    ).toBe(429);
    expect(readMessages()).toHaveLength(CODES_PER_DAY + 1);
    await expectSignIn(ravi.inAnotherBrowser(), addressOf(0));
  });

  test('guesses of passwords after the right codes: twenty are compared in a day, and the owner and others sign in', async () => {
    const [asha, ravi] = [await signUpWithPassword('Asha'), await signUp(product, 'Ravi')];
    const guesses: (() => ReturnType<typeof post>)[] = [];
    for (const { browser, address } of browsersOf(asha, 12)) {
      const { challengeId, code } = await requestCodeAtOnce(browser, address);
      expect((await post(browser, 'auth/verify', { challengeId, code }, address)).body).toEqual({
        status: 'password-needed',
      });
      for (let number = 0; number < 5; number++)
        guesses.push(() =>
          post(
            browser,
            'auth/enter-password',
            { challengeId, password: `guess ${number}` },
            address,
          ),
        );
    }
    const guessed = await Promise.all(guesses.map((guess) => guess()));
    expect(countsOf(guessed)).toEqual({ 'password-wrong': 20, 'too-many-requests': 40 });

    await post(asha, 'auth/sign-out', {});
    await signInWithPassword(asha);
    await expectSignIn(ravi.inAnotherBrowser(), addressOf(0));
  });
});
