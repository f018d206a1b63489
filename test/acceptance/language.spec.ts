import { auditKinds } from '#domain/audit/audit.values.js';
import { billStatuses, billTypes, rejectionReasons } from '#domain/bills/bill.values.js';
import { roles } from '#domain/kernel/policy.js';
import { leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import { queries } from '#domain/queries.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from './product/in-process.js';
import { Person, captureLead, inDays, newPhone, signUp, createTeam } from './product/person.js';
import { unzip } from './product/unzip.js';
import { until } from './product/until.js';

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterAll(() => product.dispose());

const newestTextTo = (phone: string) =>
  product.parts.devInbox.newestFirst().find(({ to }) => to === phone)?.text;
const inHindi = /[ऀ-ॿ]{3}/;
const readLanguage = async (person: Person) => (await person.readMe()).account.language;

test('a chosen language belongs to the account, in all its browsers', async () => {
  const asha = await signUp(product, 'Asha');
  expect(await readLanguage(asha)).toBeNull();
  await asha.send('ChangeLanguage', { language: 'hi-IN' });
  expect(await readLanguage(asha)).toBe('hi-IN');
  const otherSession = await new Person(product, asha.name, asha.phone, asha.id).signIn();
  expect(await readLanguage(otherSession)).toBe('hi-IN');
  await otherSession.send('ChangeLanguage', { language: 'en-IN' });
  expect(await readLanguage(asha.afterCommandsOf(otherSession))).toBe('en-IN');
});

test('an untranslated or missing language is refused at its field', async () => {
  const asha = await signUp(product, 'Asha');
  await expect(asha.send('ChangeLanguage', { language: 'xx-XX' })).rejects.toMatchObject({
    status: 400,
    problem: { fields: { language: /./ } },
  });
  expect(await readLanguage(asha)).toBeNull();
  await expect(
    new Person(product, 'Nobody', newPhone()).send('ChangeLanguage', { language: 'hi-IN' }),
  ).rejects.toMatchObject({ status: 401 });
});

test('a person who signs up in Hindi gets the code in Hindi, and the account has that language', async () => {
  const asha = new Person(product, 'Asha', newPhone());
  await asha.post('/api/auth/sign-up', {
    accountId: asha.id,
    name: asha.name,
    phone: asha.phone,
    language: 'hi-IN',
  });
  expect(await until(() => Promise.resolve(newestTextTo(asha.phone)))).toMatch(inHindi);
  expect(await readLanguage(asha)).toBe('hi-IN');
  const ravi = await signUp(product, 'Ravi');
  expect(newestTextTo(ravi.phone)).not.toMatch(inHindi);
});

test('an invitation is in the sender’s language, unless the number’s account has another', async () => {
  const { admin } = await createTeam(product);
  await admin.send('ChangeLanguage', { language: 'hi-IN' });
  const invite = async (phone: string) => {
    await admin.send('InviteMember', {
      invitationId: newId(),
      name: 'Deepa Nair',
      phone,
      role: 'finance',
    });
    const text = () =>
      product.parts.devInbox
        .newestFirst()
        .find(({ to, code }) => to === phone && code === undefined)?.text;
    return until(() => Promise.resolve(text()));
  };
  expect(await invite(newPhone())).toMatch(/फ़ाइनेंस.*\/signup\?invite=/);
  const deepa = await signUp(product, 'Deepa');
  await deepa.send('ChangeLanguage', { language: 'en-IN' });
  expect(await invite(deepa.phone)).toMatch(/invites you to join its team/);
});

test('every CSV has its enumerated values in the reader’s language', async () => {
  const { admin, reps } = await createTeam(product, 'Asha');
  const [asha] = reps;
  await captureLead(asha, { type: 'Owner', followUpOn: inDays(1) });
  const bill = { billId: newId(), type: 'Fuel', amountPaise: 45_000, spentOn: inDays(0) };
  await asha.send('SubmitBill', bill);
  await admin
    .afterCommandsOf(asha)
    .send('RejectBill', { billId: bill.billId, reason: rejectionReasons[0] });
  await admin.send('ChangeLanguage', { language: 'hi-IN' });
  const paths = Object.values(queries).map(({ path }) => path as string);
  const texts = await Promise.all(
    paths.filter((path) => path.endsWith('.csv')).map((path) => admin.get<string>(path)),
  );
  expect(texts).toHaveLength(4);
  const feed = Buffer.from(await admin.get<string>('/api/audit.zip'), 'latin1');
  const enumerations: readonly (readonly string[])[] = [
    leadTypes,
    leadStatuses,
    billTypes,
    billStatuses,
    rejectionReasons,
    auditKinds,
    roles,
  ];
  const values = enumerations.flat();
  for (const text of [...texts, unzip(feed).get('audit.csv')!]) {
    const [, ...rows] = text.trimEnd().split('\r\n');
    expect(rows).not.toEqual([]);
    const cells = rows.flatMap((row) => row.slice(1, -1).split('","'));
    expect(cells.filter((cell) => values.includes(cell))).toEqual([]);
  }
  expect(texts.join()).toMatch(/घर\/प्रॉपर्टी के मालिक[^]*पेट्रोल-डीज़ल[^]*नामंज़ूर/);
});
