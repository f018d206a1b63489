import { describe, expect, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import type { AccountCommand } from './account.commands.js';
import { accountAggregate, toAccount } from './account.aggregate.js';
import {
  accountContext,
  accountErased,
  ashasAccount,
  languageChanged,
  locationAssigned,
  locationRevoked,
  locationId,
  opened,
  openedWithCode,
  othersSignedOut,
  passwordRemoved,
  passwordSet,
  phoneChanged,
  renamed,
  locationChosen,
  samplesRequested,
  signedIn,
  signedOut,
  verified,
} from './account.examples.js';
import type { AccountEvent } from './account.events.js';

const given = specify(accountAggregate, accountContext);
const accountId = ashasAccount.id;
const open: AccountCommand = {
  type: 'OpenAccount',
  data: { accountId, name: 'Asha Kulkarni', phone: '+919812345678' },
};
const verify = (phone = '+919812345678'): AccountCommand => ({
  type: 'VerifyPhone',
  data: { accountId, phone },
});
const changePhone: AccountCommand = {
  type: 'ChangePhone',
  data: { accountId, phone: '+919812300000' },
};
const change = (data: { name: string; locationId?: string | null }): AccountCommand => ({
  type: 'ChangeProfile',
  data,
});

describe('an account', () => {
  test('is opened with a name and a number', () => given().when(open).then(opened));
  test('keeps location, role and invite code from the sign-up', () =>
    given()
      .when({
        ...open,
        data: {
          ...open.data,
          requestedRole: 'designer',
          inviteCode: 'SHARMA01',
          language: 'hi-IN',
        },
      } as AccountCommand)
      .then(openedWithCode));
  test('is never opened again, because knowing an id must not give access', () =>
    given(opened).when(open).thenRefused('account-exists', 'phone'));
  test('does not claim an unverified number', () => given(opened).holds());
  test('claims its verified number', () =>
    given(opened, phoneChanged, verified).holds('+919812300000'));
  test('does not claim an erased number', () =>
    given({ type: 'AccountOpened', data: { name: '', phone: '' } }, verified).holds());
  test('that does not exist has nothing to verify or to change', () => {
    given().when(verify()).thenRefused('account-not-found');
    given().when(changePhone).thenRefused('account-not-found');
  });
});

describe('a number', () => {
  test('is verified', () => given(opened).when(verify()).then(verified));
  test('is verified only once', () => given(opened, verified).when(verify()).thenNothing());
  test('is not verified by a code that was sent to a former number', () =>
    given(opened, phoneChanged).when(verify()).thenRefused('phone-changed', 'code'));
  test('can be changed until one is verified', () =>
    given(opened).when(changePhone).then(phoneChanged));
  test('that is set already does not change', () =>
    given(opened, phoneChanged).when(changePhone).thenNothing());
  test('that is verified cannot be replaced', () =>
    given(opened, verified).when(changePhone).thenRefused('already-verified', 'phone'));
});

describe('a profile', () => {
  test('can change the name', () =>
    given(opened)
      .when(change({ name: 'Asha Deshpande' }))
      .then(renamed));
  test('can have a location', () =>
    given(opened)
      .when(change({ name: 'Asha Kulkarni', locationId }))
      .then(locationChosen));
  test('keeps a location that the command leaves out', () =>
    given(opened, locationChosen)
      .when(change({ name: 'Asha Deshpande' }))
      .then({ type: 'ProfileChanged', data: { name: 'Asha Deshpande', locationId } }));
  test('loses a location that is sent as null', () =>
    given(opened, locationChosen)
      .when(change({ name: 'Asha Kulkarni', locationId: null }))
      .then({ type: 'ProfileChanged', data: { name: 'Asha Kulkarni', choosesLocation: true } }));
  describe('a location that an invitation promised', () => {
    const { invitationId } = locationAssigned.data as { readonly invitationId: string };
    const assign = (choicesBefore: number): AccountCommand => ({
      type: 'AssignLocation',
      data: { accountId, invitationId, locationId, choicesBefore },
    });
    test('is assigned, even over an earlier choice', () => {
      given(opened).when(assign(0)).then(locationAssigned);
      given(opened, locationChosen, locationChosen).when(assign(2)).then(locationAssigned);
    });
    test('is recorded without an assignment if the member has chosen since the acceptance', () =>
      given(opened, locationChosen)
        .when(assign(0))
        .then({ type: 'LocationAssigned', data: { invitationId } }));
    test('is assigned after a change of the name, which is no choice', () =>
      given(opened, { ...renamed })
        .when(assign(0))
        .then(locationAssigned));
    test('is recorded only once', () =>
      given(opened, locationAssigned).when(assign(1)).thenNothing());
  });
  test('loses a removed location, unless the member has chosen again', () => {
    const revoke = (choicesBefore: number): AccountCommand => ({
      type: 'RevokeLocation',
      data: { accountId, locationId, choicesBefore },
    });
    given(opened, locationChosen).when(revoke(1)).then(locationRevoked);
    given(opened, locationChosen, locationChosen).when(revoke(1)).thenNothing();
    given(opened, locationChosen, locationRevoked).when(revoke(1)).thenNothing();
  });
  test('without changes records nothing', () =>
    given(opened, locationChosen)
      .when(change({ name: 'Asha Kulkarni' }))
      .thenNothing());
  test('records a repeated choice of the same location', () =>
    given(opened, locationChosen)
      .when(change({ name: 'Asha Kulkarni', locationId }))
      .then(locationChosen));
});

describe('a language', () => {
  const choose: AccountCommand = { type: 'ChangeLanguage', data: { language: 'hi-IN' } };
  test('is chosen', () => given(opened).when(choose).then(languageChanged));
  test('that is set already does not change', () =>
    given(opened, languageChanged).when(choose).thenNothing());
  test('is the sign-up language until changed', () =>
    given(openedWithCode).when(choose).thenNothing());
  test('can be changed back', () =>
    given(opened, languageChanged)
      .when({ type: 'ChangeLanguage', data: { language: 'en-IN' } })
      .then({ type: 'LanguageChanged', data: { language: 'en-IN' } }));
});

describe('a password', () => {
  const set: AccountCommand = { type: 'SetPassword', data: { accountId } };
  const remove: AccountCommand = { type: 'RemovePassword', data: { accountId } };

  test('is set by an event without the password or its hash', () =>
    given(opened, verified).when(set).then(passwordSet));
  test('is changed by setting another one', () =>
    given(opened, verified, passwordSet).when(set).then(passwordSet));
  test('needs a verified number', () => given(opened).when(set).thenRefused('verification-needed'));
  test('is removed', () => given(opened, verified, passwordSet).when(remove).then(passwordRemoved));
  test('that is not set is not removed again', () =>
    given(opened, verified, passwordSet, passwordRemoved).when(remove).thenNothing());
});

describe('signing in and out', () => {
  test('is recorded with the browser', () =>
    given(opened)
      .when({
        type: 'RecordSignIn',
        data: { accountId, browser: 'Chrome on Android', newBrowser: true },
      })
      .then(signedIn));
  test('is recorded each time', () =>
    given(opened, signedOut)
      .when({ type: 'RecordSignOut', data: { accountId, everywhere: true } })
      .then(signedOut));
  test('of other browsers keeps the current one signed in', () =>
    given(opened)
      .when({ type: 'RecordSignOut', data: { accountId, everywhere: false, elsewhere: 'all' } })
      .then(othersSignedOut));
});

describe('sample alerts', () => {
  const request = {
    type: 'RequestSampleAlerts',
    data: { accountId, organizationId: '0190a6c2-0000-7000-8000-0000000000aa' },
  } as const;

  test('are requested', () => given(opened).when(request).then(samplesRequested));
  test('are requested only once, even in another organization', () =>
    given(opened, samplesRequested)
      .when({ ...request, data: { accountId, organizationId: accountId } })
      .thenNothing());
});

describe('the account that other rules see', () => {
  const toAccountAfter = (...history: AccountEvent[]) =>
    toAccount(accountId, history.reduce(accountAggregate.evolve, accountAggregate.initialState));

  test('has its verified number, requested role and location', () =>
    expect(toAccountAfter(openedWithCode, verified, locationChosen)).toEqual({
      id: accountId,
      verified: true,
      phone: '+919812345678',
      requestedRole: 'designer',
      locationId,
      settledInvitations: new Set(),
    }));
  test('has no unverified number', () =>
    expect(toAccountAfter(openedWithCode)).toEqual({
      id: accountId,
      verified: false,
      requestedRole: 'designer',
      settledInvitations: new Set(),
    }));
  test('is undefined for an unknown account', () => expect(toAccountAfter()).toBeUndefined());
});

describe('an erasure of a former member', () => {
  const erase = {
    type: 'EraseMember',
    data: { memberId: accountId, reason: 'asked', askedOn: '2026-11-19' },
  } as const satisfies AccountCommand;
  const inOrganization = ({
    members = [],
    formerMembers = [],
    presentOrganizationId,
  }: {
    readonly members?: readonly string[];
    readonly formerMembers?: readonly string[];
    /** Organization of which the account is a member now. */
    readonly presentOrganizationId?: string;
  }) =>
    specify(accountAggregate, {
      ...accountContext,
      organization: {
        id: '0190a6c2-0000-7000-8000-0000000000aa',
        timeZone: 'Asia/Kolkata',
        leaderboardOpen: false,
        members: new Map(members.map((id) => [id, 'sales'] as const)),
        formerMembers: new Set(formerMembers),
      },
      consulted: new Map([[accountId, presentOrganizationId]]),
    });
  const afterDeparture = inOrganization({ formerMembers: [accountId] });

  test('is recorded once, with its request', () => {
    afterDeparture(opened, verified).when(erase).then(accountErased);
    afterDeparture(opened, verified, accountErased).when(erase).thenNothing();
  });
  test('waits until the member is removed', () =>
    inOrganization({ members: [accountId] })(opened)
      .when(erase)
      .thenRefused('member-not-removed', 'memberId'));
  test('is refused to organizations that never had the member', () =>
    inOrganization({})(opened).when(erase).thenRefused('account-not-found', 'memberId'));
  test('is refused while the account is in another organization', () =>
    inOrganization({
      formerMembers: [accountId],
      presentOrganizationId: 'organization-other',
    })(opened)
      .when(erase)
      .thenRefused('account-in-use', 'memberId'));
  test('frees the number, and ends the account', () => {
    given(opened, verified, accountErased).holds();
    given(opened, accountErased)
      .when(change({ name: 'Asha' }))
      .thenRefused('account-not-found');
    given(opened, accountErased).when(open).thenRefused('account-exists', 'phone');
  });
});
