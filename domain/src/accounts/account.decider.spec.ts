import { describe, expect, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import type { AccountCommand } from './account.commands.js';
import { accountDecider, asAccount } from './account.decider.js';
import {
  accountContext,
  ashasAccount,
  locationId,
  opened,
  openedWithCode,
  renamed,
  settled,
  signedIn,
  signedOut,
  verified,
} from './account.examples.js';
import type { AccountEvent } from './account.events.js';

const given = specify(accountDecider, accountContext);
const accountId = ashasAccount.id;
const open: AccountCommand = { type: 'OpenAccount', data: { accountId, name: 'Asha Kulkarni', phone: '+919812345678' } };
const verify: AccountCommand = { type: 'VerifyPhone', data: { accountId } };
const change = (data: { name: string; locationId?: string | null }): AccountCommand => ({ type: 'ChangeProfile', data });

describe('an account', () => {
  test('is opened with a name and a number', () => given().when(open).then(opened));
  test('keeps what was asked for at sign-up', () =>
    given()
      .when({ ...open, data: { ...open.data, requestedRole: 'designer', inviteCode: 'SHARMA01' } } as AccountCommand)
      .then(openedWithCode));
  test('is never opened again, so that nobody comes into it by its id', () => given(opened).when(open).thenRefused('account-exists', 'phone'));
  test('holds its number before anyone has verified it', () => given(opened).holds('+919812345678'));
  test('holds no number that can no longer be read', () => given({ type: 'AccountOpened', data: { name: '', phone: '' } }).holds());
  test('that does not exist has nothing to verify', () => given().when(verify).thenRefused('account-not-found'));
});

describe('a number', () => {
  test('is verified', () => given(opened).when(verify).then(verified));
  test('is verified once', () => given(opened, verified).when(verify).thenNothing());
});

describe('a profile', () => {
  test('has another name', () =>
    given(opened)
      .when(change({ name: 'Asha Deshpande' }))
      .then(renamed));
  test('has a location', () =>
    given(opened)
      .when(change({ name: 'Asha Kulkarni', locationId }))
      .then(settled));
  test('keeps a location that nobody speaks of', () =>
    given(opened, settled)
      .when(change({ name: 'Asha Deshpande' }))
      .then({ type: 'ProfileChanged', data: { name: 'Asha Deshpande', locationId } }));
  test('gives up a location that is sent as null', () =>
    given(opened, settled)
      .when(change({ name: 'Asha Kulkarni', locationId: null }))
      .then({ type: 'ProfileChanged', data: { name: 'Asha Kulkarni' } }));
  test('that is so already does not change', () =>
    given(opened, settled)
      .when(change({ name: 'Asha Kulkarni', locationId }))
      .thenNothing());
});

describe('signing in and out', () => {
  test('is recorded with the browser', () =>
    given(opened)
      .when({ type: 'RecordSignIn', data: { accountId, browser: 'Chrome on Android', newBrowser: true } })
      .then(signedIn));
  test('is recorded each time', () =>
    given(opened, signedOut)
      .when({ type: 'RecordSignOut', data: { accountId, everywhere: true } })
      .then(signedOut));
});

describe('what other rules know of an account', () => {
  const known = (...history: AccountEvent[]) => asAccount(accountId, history.reduce(accountDecider.evolve, accountDecider.initialState));

  test('is whether its number is verified, and which role it asked for', () =>
    expect(known(openedWithCode, verified)).toEqual({ id: accountId, verified: true, requestedRole: 'designer' }));
  test('is nothing where there is none', () => expect(known()).toBeUndefined());
});
