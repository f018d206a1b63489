import { accountCommands } from '#domain/accounts/account.commands.js';
import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes, seconds } from '../product/in-process.js';
import {
  Person,
  foundOrganization,
  joinOrganization,
  newPhone,
  signUp,
} from '../product/person.js';
import { until } from '../product/until.js';

/**
 * Data that a stranger enters for a number never reaches the number's owner, in any order, and
 * nobody is locked out of their account.
 */

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterAll(() => product.dispose());

type Challenge = { readonly challengeId: string; readonly resendAt: string };
const post = (person: Person, endpoint: string, body: unknown = {}) =>
  person.request<Challenge & { code: string; detail: string; fields?: object }>(
    'POST',
    `/api/auth/${endpoint}`,
    {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    },
  );
const newPerson = (name: string, phone = newPhone()) => new Person(product, name, phone);
const signUpForm = ({ id, name, phone }: Person, more: object = {}) => ({
  accountId: id,
  name,
  phone,
  ...more,
});
const countMessagesTo = (phone: string) =>
  product.parts.devInbox.newestFirst().filter(({ to }) => to === phone).length;
/** Requests a code and returns its challenge. */
async function requestCode(
  person: Person,
  endpoint: string,
  body: object = {},
  phone = person.phone,
) {
  const formerCode = await product.readNewestCode(phone);
  const { status, body: sent } = await post(person, endpoint, body);
  expect([status, sent]).toEqual([200, expect.objectContaining({ status: 'code-sent' })]);
  return { challengeId: sent.challengeId, code: await product.waitForCode(phone, formerCode) };
}
const verifiedAnswer = { verification: { verified: true } };

/** Admin of an organization, whose invite code the attacker adds to sign-ups. */
let attacker: Person;
let attackersInviteCode: string;
beforeAll(async () => {
  attacker = await signUp(product, 'Planter');
  attackersInviteCode = (await foundOrganization(attacker, 'Planted')).inviteCode;
});

describe('a number with which a stranger signs up', () => {
  let stranger: Person;
  let owner: Person;
  beforeEach(() => {
    stranger = newPerson('Planted Name');
    owner = newPerson('Asha', stranger.phone);
  });
  /**
   * Signs the stranger up under another name, as admin, with an invite code. Waits until the
   * resulting code has arrived or was refused, so that the owner does not mistake it for their own.
   */
  const signUpWithOwnersNumber = async () => {
    const countBefore = countMessagesTo(stranger.phone);
    const answer = await post(
      stranger,
      'sign-up',
      signUpForm(stranger, { role: 'admin', inviteCode: attackersInviteCode }),
    );
    if (answer.status === 200)
      await until(async () => countMessagesTo(stranger.phone) > countBefore, {
        what: () => 'the code of the stranger',
      });
    return answer;
  };
  const ownersSignUp = () => requestCode(owner, 'sign-up', signUpForm(owner));
  const verifyAsOwner = (challenge: { challengeId: string; code: string }) =>
    post(owner, 'verify', challenge);

  async function expectSeparateAccounts(): Promise<void> {
    expect(await owner.readMe()).toMatchObject({
      account: { id: owner.id, name: 'Asha', phone: owner.phone },
      role: null,
      organization: null,
      ...verifiedAnswer,
    });
    // The stranger gains nothing: their account is unchanged, and asks for another number.
    expect(await stranger.readMe()).toMatchObject({
      account: { id: stranger.id, name: 'Planted Name' },
      verification: { verified: false },
    });
    expect(await post(stranger, 'send-code')).toMatchObject({
      status: 409,
      body: {
        code: 'phone-taken',
        detail:
          'This WhatsApp number was verified by another account. Please enter another number.',
      },
    });
    product.advanceClock(minutes(2));
    expect((await post(stranger, 'sign-in', { phone: owner.phone })).body).toMatchObject({
      status: 'code-sent',
    });
    expect((await stranger.readMe()).account.id).toBe(stranger.id);
  }

  test('before its owner: the owner is told to sign up, and can', async () => {
    await signUpWithOwnersNumber();
    expect(await post(owner, 'sign-in', { phone: owner.phone })).toMatchObject({
      status: 404,
      body: { code: 'account-unknown' },
    });
    await verifyAsOwner(await ownersSignUp());
    await expectSeparateAccounts();
  });

  test('after its owner, who has not verified it yet: the owner’s code still works', async () => {
    const challenge = await ownersSignUp();
    expect((await signUpWithOwnersNumber()).status).toBe(200);
    expect((await verifyAsOwner(challenge)).status).toBe(200);
    await expectSeparateAccounts();
  });

  test('at the same moment as its owner: the owner can have a code sent again', async () => {
    const [ownSignUp] = await Promise.all([
      post(owner, 'sign-up', signUpForm(owner)),
      signUpWithOwnersNumber(),
    ]);
    // Two codes reach the owner's phone; the next one is for their browser.
    await until(async () => countMessagesTo(owner.phone) === 2, { what: () => 'both codes' });
    product.advanceClock(seconds(61));
    const { challengeId, code } = await requestCode(owner, 'resend', {
      challengeId: ownSignUp.body.challengeId,
    });
    expect((await verifyAsOwner({ challengeId, code })).status).toBe(200);
    await expectSeparateAccounts();
  });

  test('while its owner verifies it: the owner gets their own account', async () => {
    const challenge = await ownersSignUp();
    const [verification] = await Promise.all([verifyAsOwner(challenge), signUpWithOwnersNumber()]);
    expect(verification.status).toBe(200);
    expect((await owner.readMe()).account).toMatchObject({ id: owner.id, name: 'Asha' });
    expect(await owner.readMe()).toMatchObject({ organization: null, ...verifiedAnswer });
  });

  test('after its verification: the stranger is told of the account, and gets nothing of it', async () => {
    await verifyAsOwner(await ownersSignUp());
    expect(await signUpWithOwnersNumber()).toMatchObject({
      status: 409,
      body: { code: 'account-exists', fields: { phone: expect.any(String) } },
    });
    expect((await stranger.request('GET', '/api/me')).status).toBe(401);
  });

  test('to found an organization: nobody joins it, and the owner is in none', async () => {
    await signUpWithOwnersNumber();
    const { inviteCode } = await foundOrganization(stranger, 'A trap');
    const colleague = await signUp(product, 'Colleague');
    const join = colleague.send('JoinOrganization', { inviteCode });
    await expect(join).rejects.toMatchObject({
      status: 409,
      problem: { code: 'organization-unverified', fields: { inviteCode: expect.any(String) } },
    });
    await verifyAsOwner(await ownersSignUp());
    await expectSeparateAccounts();
    expect(await stranger.readMe()).toMatchObject({
      role: 'admin',
      organization: { name: 'A trap' },
    });
    await expect(colleague.send('JoinOrganization', { inviteCode })).rejects.toMatchObject({
      problem: { code: 'organization-unverified' },
    });
  });

  test('is refused to a stranger who signs up under the id of the owner’s account', async () => {
    await ownersSignUp();
    expect(
      await post(stranger, 'sign-up', { ...signUpForm(stranger), accountId: owner.id }),
    ).toMatchObject({
      status: 409,
      body: { code: 'account-exists' },
    });
    expect((await stranger.request('GET', '/api/me')).status).toBe(401);
  });

  test('belongs to its owner, although the stranger’s sessions continue; ending those ends none of the owner’s', async () => {
    await signUpWithOwnersNumber();
    await verifyAsOwner(await ownersSignUp());
    await post(stranger, 'sign-out', { everywhere: true });
    expect((await owner.readMe()).account.id).toBe(owner.id);
    expect((await stranger.request('GET', '/api/me')).status).toBe(401);
  });
});

describe('two accounts that enter codes for one number', () => {
  test('at once: one gets the number, the other is asked for another one, and both keep their accounts', async () => {
    const phone = newPhone();
    const [firstPerson, secondPerson] = [newPerson('One', phone), newPerson('Other', phone)];
    const firstChallenge = await requestCode(firstPerson, 'sign-up', signUpForm(firstPerson));
    const secondChallenge = await requestCode(secondPerson, 'sign-up', signUpForm(secondPerson));
    const answers = await Promise.all([
      post(firstPerson, 'verify', firstChallenge),
      post(secondPerson, 'verify', secondChallenge),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser, refusal] =
      answers[0].status === 200
        ? [firstPerson, secondPerson, answers[1]]
        : [secondPerson, firstPerson, answers[0]];
    expect(refusal.body).toMatchObject({
      code: 'phone-taken',
      fields: { phone: expect.stringContaining('another number') },
    });
    expect(await winner.readMe()).toMatchObject({ account: { id: winner.id }, ...verifiedAnswer });
    expect(await loser.readMe()).toMatchObject({
      account: { id: loser.id },
      verification: { verified: false },
    });
  });
});

describe('another number', () => {
  test('can be set before anything else, is verified by its own code, and keeps the sign-up’s requests', async () => {
    const asha = newPerson('Asha');
    await requestCode(asha, 'sign-up', signUpForm(asha, { inviteCode: attackersInviteCode }));
    const ownerOfNumber = await newPerson('Owner of the number', asha.phone).signUp();
    product.advanceClock(days(3) + minutes(1));
    expect(await asha.request('GET', '/api/team')).toMatchObject({
      status: 403,
      body: { code: 'verification-needed' },
    });
    expect(await post(asha, 'send-code')).toMatchObject({
      status: 409,
      body: { code: 'phone-taken' },
    });
    const phone = newPhone();
    expect(
      (await post(asha, 'verify', await requestCode(asha, 'change-number', { phone }, phone)))
        .status,
    ).toBe(200);
    expect(await asha.readMe()).toMatchObject({
      account: { id: asha.id, phone },
      organization: { name: 'Planted' },
      ...verifiedAnswer,
    });
    expect((await ownerOfNumber.readMe()).account.phone).toBe(asha.phone);
  });

  test('is not verified by a code for the former number', async () => {
    const thief = newPerson('Thief');
    const challenge = await requestCode(thief, 'sign-up', signUpForm(thief));
    const phone = newPhone();
    await requestCode(thief, 'change-number', { phone }, phone);
    expect(await post(thief, 'verify', challenge)).toMatchObject({
      status: 409,
      body: { code: 'code-expired' },
    });
    expect(await thief.readMe()).toMatchObject({
      account: { phone },
      verification: { verified: false },
    });
  });

  test('that somebody has verified is refused, and the account keeps its own', async () => {
    const [asha, ravi] = [
      await signUp(product, 'Asha'),
      await newPerson('Ravi').signUp({ verify: false }),
    ];
    expect(await post(ravi, 'change-number', { phone: asha.phone })).toMatchObject({
      status: 409,
      body: {
        code: 'account-exists',
        fields: {
          phone: 'An account with this WhatsApp number already exists. Please sign in instead.',
        },
      },
    });
    expect((await ravi.readMe()).account.phone).toBe(ravi.phone);
  });

  test('cannot be set after a verification, or without a session', async () => {
    const asha = await signUp(product, 'Asha');
    expect(await post(asha, 'change-number', { phone: newPhone() })).toMatchObject({
      status: 409,
      body: { code: 'already-verified' },
    });
    expect((await post(newPerson('Nobody'), 'change-number', { phone: newPhone() })).status).toBe(
      401,
    );
  });

  test.each([[{}], [{ phone: '' }], [{ phone: '12' }], [{ phone: newPhone(), name: 'Asha' }]])(
    '%j is refused at its field',
    async (body) => {
      const asha = await newPerson('Asha').signUp({ verify: false });
      expect(await post(asha, 'change-number', body)).toMatchObject({
        status: 400,
        body: { fields: expect.any(Object) },
      });
    },
  );
});

describe('a person with an unverified number', () => {
  test('returns to their account in the browser that signed up, and in no other', async () => {
    const asha = await newPerson('Asha').signUp({ verify: false });
    await product.waitForCode(asha.phone);
    await post(asha, 'sign-out');
    product.advanceClock(seconds(61));
    expect(
      await post(newPerson('Asha', asha.phone), 'sign-in', { phone: asha.phone }),
    ).toMatchObject({ status: 404 });
    expect(
      (await post(asha, 'verify', await requestCode(asha, 'sign-in', { phone: asha.phone })))
        .status,
    ).toBe(200);
    expect(await asha.readMe()).toMatchObject({ account: { id: asha.id }, ...verifiedAnswer });
  });

  test('verifies it as founding admin, and colleagues can join from then on', async () => {
    const meera = newPerson('Meera');
    const challenge = await requestCode(meera, 'sign-up', signUpForm(meera));
    const { inviteCode } = await foundOrganization(meera);
    const asha = await signUp(product, 'Asha');
    await expect(joinOrganization(asha, inviteCode)).rejects.toMatchObject({
      problem: { code: 'organization-unverified' },
    });
    await post(meera, 'verify', challenge);
    await joinOrganization(asha, inviteCode);
    expect(await asha.readMe()).toMatchObject({
      role: 'sales',
      organization: { name: 'Sharma Solar' },
    });
  });
});

describe('an account of an earlier build, which held a number unverified', () => {
  /** Aggregate of an earlier build: an open account claims its number, verified or not. */
  const earlierAggregate: typeof accountAggregate = {
    ...accountAggregate,
    uniqueValues: (account) =>
      account.phase === 'open'
        ? [
            {
              kind: 'account-phone',
              value: account.phone,
              refusalIfTaken: 'account-exists',
              field: 'phone',
            },
          ]
        : [],
  };
  const openAccount = async ({ id, name, phone }: Person) =>
    product.parts.handle(earlierAggregate, accountCommands.OpenAccount, {
      id: randomUUID(),
      actorId: id,
      internal: true,
      command: { type: 'OpenAccount', data: { accountId: id, name, phone } },
    });

  test('does not keep its number from the person who verifies it', async () => {
    const oldAccount = newPerson('Old');
    await openAccount(oldAccount);
    const owner = await newPerson('Asha', oldAccount.phone).signUp();
    expect(await owner.readMe()).toMatchObject({
      account: { id: owner.id, name: 'Asha' },
      ...verifiedAnswer,
    });
  });

  test('that is not verified yet is found again in its browser once a code was requested there', async () => {
    const oldAccount = newPerson('Old');
    await openAccount(oldAccount);
    oldAccount.cookies.set(
      'fieldtrace_session',
      await product.parts.sessions.start(oldAccount.id, 'sign-up'),
    );
    await requestCode(oldAccount, 'send-code');
    await post(oldAccount, 'sign-out');
    expect((await post(oldAccount, 'sign-in', { phone: oldAccount.phone })).body).toMatchObject({
      status: 'code-sent',
    });
    expect((await post(newPerson('Stranger'), 'sign-in', { phone: oldAccount.phone })).status).toBe(
      404,
    );
  });

  test.each([
    ['a valid number', newPhone],
    ['a number that is not valid any more', () => `+999${newPhone().slice(-8)}`],
  ])('that was verified with %s signs in as before', async (_, phone) => {
    const oldAccount = newPerson('Old', phone());
    await openAccount(oldAccount);
    await product.parts.handle(earlierAggregate, accountCommands.VerifyPhone, {
      id: randomUUID(),
      actorId: oldAccount.id,
      internal: true,
      command: { type: 'VerifyPhone', data: { accountId: oldAccount.id, phone: oldAccount.phone } },
    });
    expect((await (await oldAccount.signIn()).readMe()).account).toEqual({
      id: oldAccount.id,
      name: 'Old',
      phone: oldAccount.phone,
      language: null,
    });
  });
});

test('requests for a number from fifty unknown browsers: its owner signs in from a known one, and few messages are sent', async () => {
  const asha = await signUp(product, 'Asha');
  await post(asha, 'sign-out');
  let sent = 0;
  for (let browser = 0; browser < 50; browser++) {
    product.advanceClock(seconds(61));
    const { status } = await post(newPerson('Stranger'), 'sign-in', { phone: asha.phone });
    expect([200, 429]).toContain(status);
    if (status === 200) sent++;
  }
  // The first code was sent for the sign-up, to an unknown browser.
  expect(sent).toBe(19);
  const challenge = await requestCode(asha, 'sign-in', { phone: asha.phone });
  expect((await post(newPerson('Stranger'), 'sign-in', { phone: asha.phone })).status).toBe(429);
  expect((await post(asha, 'verify', challenge)).status).toBe(200);
});

describe('a removed member', () => {
  test('cannot join again, by the former invite code or the new one', async () => {
    const meera = await signUp(product, 'Meera');
    const { inviteCode } = await foundOrganization(meera);
    const [ravi, asha] = [await signUp(product, 'Ravi'), await signUp(product, 'Asha')];
    await joinOrganization(ravi, inviteCode);
    await meera.send('RemoveMember', { memberId: ravi.id });
    await expect(joinOrganization(ravi, inviteCode)).rejects.toMatchObject({
      status: 404,
      problem: { code: 'invite-code-unknown' },
    });
    const newInviteCode = (await meera.readMe()).organization!.inviteCode;
    expect(newInviteCode).not.toBe(inviteCode);
    await expect(joinOrganization(ravi, newInviteCode)).rejects.toMatchObject({
      status: 409,
      problem: { code: 'member-removed' },
    });
    await joinOrganization(asha, newInviteCode);
    expect((await ravi.readMe()).organization).toBeNull();
  });
});

test('a missing or empty invite code has its own message', async () => {
  const asha = await signUp(product, 'Asha');
  for (const data of [{}, { inviteCode: '' }, { inviteCode: '  ' }])
    await expect(asha.send('JoinOrganization', data, { key: newId() })).rejects.toMatchObject({
      status: 400,
      problem: { fields: { inviteCode: 'Please enter an invite code' } },
    });
});
