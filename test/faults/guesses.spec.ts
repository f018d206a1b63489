import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { InProcess, minutes } from '../acceptance/in-process.js';
import { Person, foundOrganization, joinOrganization, signUp } from '../acceptance/person.js';
import { until } from '../acceptance/until.js';
import { withLimits } from '../acceptance/without-limits.js';

/** Ten thousand guesses from one network, with every limit as it is without a setting, while somebody on another one signs in. */
const guesses = 10_000;
const connections = 500;
const password = 'Kolhapur-7';
const [stranger, home] = ['49.36.101.7', '103.21.4.9'];

let product: InProcess;
beforeAll(async () => {
  product = await InProcess.start({ ...withLimits, TRUST_PROXY: '1' });
});
afterAll(() => product.dispose());

type Answer = { readonly status: string; readonly challengeId: string; readonly code?: string };
const ask = (person: Person, path: string, body: object, address = home) =>
  person.request<Answer>('POST', `/api/${path}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'idempotency-key': randomUUID() },
  });
const otherBrowserOf = ({ name, phone, id }: Person) => new Person(product, name, phone, id);

async function asked(person: Person, address = home): Promise<{ challengeId: string; code: string }> {
  product.passes(minutes(2));
  const before = await product.newestCodeFor(person.phone);
  const signIn = () => ask(person, 'auth/sign-in', { phone: person.phone }, address);
  // The stranger's network has used up its tries of these seconds, in the test before; home is answered at once.
  const { body } =
    address === home ? await signIn() : await until(async () => signIn().then((answer) => answer.status === 200 && answer), { every: 500 });
  const { challengeId } = body;
  return { challengeId, code: await product.codeFor(person.phone, before) };
}
async function withPassword(name: string): Promise<Person> {
  const person = await signUp(product, name);
  expect((await ask(person, 'auth/set-password', { password })).status).toBe(200);
  await signInWithPassword(person);
  return person;
}
async function signInWithPassword(person: Person): Promise<void> {
  const code = await asked(person);
  expect((await ask(person, 'auth/verify', code)).body).toEqual({ status: 'password-needed' });
  expect((await ask(person, 'auth/enter-password', { challengeId: code.challengeId, password })).body).toEqual({ status: 'signed-in' });
}

/** A connection that ends as idle at the moment in which it is used again has heard nothing: it is asked again, as browsers do. */
const heard = (guess: () => ReturnType<typeof ask>): ReturnType<typeof ask> =>
  guess().catch((error: Error) => {
    // Not asked for its class: it is of another realm than the specs of jest.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'UND_ERR_SOCKET') return heard(guess);
    throw error;
  });

/** Answers how often each code was answered. Whoever is refused for a limit is told when to come again. */
async function flood(guess: (number: number) => ReturnType<typeof ask>): Promise<Readonly<Record<string, number>>> {
  const answers: Record<string, number> = {};
  let sent = 0;
  const connection = async () => {
    while (sent < guesses) {
      const number = sent++;
      const { status, headers, body } = await heard(() => guess(number));
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      answers[body.code ?? status] = (answers[body.code ?? status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  expect(Object.values(answers).reduce((sum, count) => sum + count)).toBe(guesses);
  return answers;
}

test('of a password: five are compared for a code; its owner comes in where they have been before', async () => {
  const asha = await withPassword('Asha');
  const thief = otherBrowserOf(asha);
  const code = await asked(thief, stranger);
  expect((await ask(thief, 'auth/verify', code, stranger)).body).toEqual({ status: 'password-needed' });
  await ask(asha, 'auth/sign-out', {});
  const flooding = flood((number) => ask(thief, 'auth/enter-password', { challengeId: code.challengeId, password: `guess ${number}` }, stranger));
  await signInWithPassword(asha);
  const answers = await flooding;
  expect(answers['password-wrong']).toBe(5);
  expect(answers['password-tries-used'] ?? 0).toBeLessThanOrEqual(15);
  expect(answers['too-many-requests']).toBeGreaterThanOrEqual(guesses - 20);
  expect((await asha.request('GET', '/api/me')).status).toBe(200);
}, 600_000);

test('of a code: five are compared; its owner gets another one', async () => {
  const asha = await signUp(product, 'Asha');
  await ask(asha, 'auth/sign-out', {});
  const thief = otherBrowserOf(asha);
  const { challengeId, code } = await asked(thief, stranger);
  const guess = (number: number) => ((Number(code) + 1 + number) % 1_000_000).toString().padStart(6, '0');
  const flooding = flood((number) => ask(thief, 'auth/verify', { challengeId, code: guess(number) }, stranger));
  const own = await asked(asha);
  expect((await ask(asha, 'auth/verify', own)).body).toEqual({ status: 'signed-in' });
  const answers = await flooding;
  expect((answers['code-wrong'] ?? 0) + (answers['code-expired'] ?? 0)).toBeGreaterThan(0);
  expect(answers['code-wrong'] ?? 0).toBeLessThanOrEqual(5);
  expect(answers['too-many-requests']).toBeGreaterThan(0);
}, 600_000);

test('of an invite code: twenty are looked up in an hour; a colleague joins', async () => {
  const { inviteCode } = await foundOrganization(await signUp(product, 'Meera'));
  const thief = await signUp(product, 'Thief');
  const ravi = await signUp(product, 'Ravi');
  const flooding = flood((number) => ask(thief, 'commands/JoinOrganization', { inviteCode: String(number).padStart(8, 'G') }, stranger));
  await joinOrganization(ravi, inviteCode);
  expect((await ravi.me()).role).toBe('sales');
  const answers = await flooding;
  expect(answers['invite-code-unknown']).toBe(20);
  expect(answers['too-many-requests']).toBe(guesses - 20);
}, 600_000);
