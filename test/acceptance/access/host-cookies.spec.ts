import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { io } from 'socket.io-client';
import { InProcessProduct } from '../product/in-process.js';
import { Person, cookieOf, newPhone, signUp } from '../product/person.js';

/** Product with an https address, so that cookies are secure; the spec itself uses the loopback. */
let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start({ PUBLIC_URL: 'https://crm.example.com', DEV_INBOX: '1' });
});
afterAll(() => product.dispose());

const cookieNames = (person: Person) => [...person.cookies.keys()].sort();
const readStatus = async (person: Person) => (await person.request('GET', '/api/me')).status;
/** Copy of the person's browser, with the cookie names of an earlier build. */
function withPlainNames(person: Person): Person {
  const oldBrowser = new Person(product, person.name, person.phone, person.id);
  for (const [name, value] of person.cookies)
    oldBrowser.cookies.set(name.replace('__Host-', ''), value);
  return oldBrowser;
}
const tryToConnect = (person: Person) => {
  const socket = io(product.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: cookieOf(person) },
    reconnection: false,
    forceNew: true,
  });
  return new Promise(
    (resolve) =>
      void socket.on('connect', () => resolve(true)).on('connect_error', () => resolve(false)),
  ).finally(() => socket.close());
};

test('over https every cookie has a host-only name', async () => {
  const asha = await signUp(product, 'Asha');
  expect(cookieNames(asha)).toEqual([
    '__Host-fieldtrace_browser',
    '__Host-fieldtrace_session',
    '__Host-fieldtrace_trusted',
  ]);
  const { headers } = await asha.request('POST', '/api/auth/sign-out', {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  const cookies = headers.getSetCookie();
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/);
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie.split('; ')).toContain(attribute);
    expect(cookie).not.toMatch(/Domain/i);
  }
  expect(headers.get('clear-site-data')).toBe('"cache"');
});

test('a session of an earlier build continues, and its cookies get the new names', async () => {
  const asha = await signUp(product, 'Asha');
  const oldBrowser = withPlainNames(asha);
  const id = (await product.parts.sessions.listByAccount(asha.id))[0]!.id;
  await product.parts.secrets.update<object>(
    'session',
    id,
    (session) => session && { value: { ...session, hostOnly: undefined } },
  );
  expect(await tryToConnect(oldBrowser)).toBe(true);
  expect(await readStatus(oldBrowser)).toBe(200);
  expect(cookieNames(oldBrowser)).toEqual(cookieNames(asha));
  expect(await readStatus(oldBrowser)).toBe(200);
  expect(await tryToConnect(oldBrowser)).toBe(true);
});

test('a session cookie set by a neighbouring host is ignored, and so is its trusted browser', async () => {
  const attacker = await signUp(product, 'Attacker');
  const planted = withPlainNames(attacker);
  expect(await readStatus(planted)).toBe(401);
  expect(await tryToConnect(planted)).toBe(false);
  const victim = new Person(product, 'Victim', newPhone());
  for (const [name, value] of withPlainNames(attacker).cookies) victim.cookies.set(name, value);
  await victim.signUp();
  expect((await victim.readMe()).account.id).toBe(victim.id);
  const browserId = (person: Person) => person.cookies.get('__Host-fieldtrace_browser');
  expect(browserId(victim)).not.toBe(browserId(attacker));
});
