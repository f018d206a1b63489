import type { AccountContext } from '../kernel/decider.js';
import type { Account } from '../kernel/policy.js';
import type { AccountEvent } from './account.events.js';

export const ashasAccount: Account = {
  id: '0190a6c2-0000-7000-8000-000000000001',
  verified: true,
  requestedRole: undefined,
};
export const accountContext: AccountContext = {
  account: ashasAccount,
  now: '2026-11-21T09:30:00.000Z',
  today: '2026-11-21',
  randomness: '0123456789abcdef0123456789abcdef',
};
export const locationId = '0190a6c2-0000-7000-8000-0000000000b1';

export const opened: AccountEvent = {
  type: 'AccountOpened',
  data: { name: 'Asha Kulkarni', phone: '+919812345678' },
};
export const openedWithCode: AccountEvent = {
  type: 'AccountOpened',
  data: {
    name: 'Asha Kulkarni',
    phone: '+919812345678',
    requestedRole: 'designer',
    inviteCode: 'SHARMA01',
    language: 'hi-IN',
  },
};
/** Changed number of an unverified account. */
export const phoneChanged: AccountEvent = {
  type: 'PhoneChanged',
  data: { phone: '+919812300000' },
};
export const verified: AccountEvent = { type: 'PhoneVerified', data: {} };
export const renamed: AccountEvent = { type: 'ProfileChanged', data: { name: 'Asha Deshpande' } };
export const locationChosen: AccountEvent = {
  type: 'ProfileChanged',
  data: { name: 'Asha Kulkarni', locationId, choosesLocation: true },
};
export const locationAssigned: AccountEvent = {
  type: 'LocationAssigned',
  data: { invitationId: '0190a6c2-0000-7000-8000-0000000000c1', locationId },
};
export const locationRevoked: AccountEvent = { type: 'LocationRevoked', data: { locationId } };
export const languageChanged: AccountEvent = {
  type: 'LanguageChanged',
  data: { language: 'hi-IN' },
};
export const passwordSet: AccountEvent = { type: 'PasswordSet', data: {} };
export const passwordRemoved: AccountEvent = { type: 'PasswordRemoved', data: {} };
export const samplesRequested: AccountEvent = {
  type: 'SampleAlertsRequested',
  data: { organizationId: '0190a6c2-0000-7000-8000-0000000000aa' },
};
export const signedIn: AccountEvent = {
  type: 'SignedIn',
  data: { browser: 'Chrome on Android', newBrowser: true },
};
export const signedOut: AccountEvent = { type: 'SignedOut', data: { everywhere: true } };
export const othersSignedOut: AccountEvent = {
  type: 'SignedOut',
  data: { everywhere: false, elsewhere: 'all' },
};

export const accountErased: AccountEvent = {
  type: 'AccountErased',
  data: {
    organization: '0190a6c2-0000-7000-8000-0000000000aa',
    reason: 'asked',
    askedOn: '2026-11-19',
  },
};

/** Example of each event with every optional field: the stored form of the current version. */
export const accountExamples = {
  AccountOpened: openedWithCode,
  PhoneChanged: phoneChanged,
  PhoneVerified: verified,
  ProfileChanged: locationChosen,
  LocationAssigned: locationAssigned,
  LocationRevoked: locationRevoked,
  LanguageChanged: languageChanged,
  PasswordSet: passwordSet,
  PasswordRemoved: passwordRemoved,
  SampleAlertsRequested: samplesRequested,
  SignedIn: signedIn,
  SignedOut: signedOut,
  AccountErased: accountErased,
} satisfies Record<AccountEvent['type'], AccountEvent>;
