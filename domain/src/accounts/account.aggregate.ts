import { defineAggregate } from '../kernel/aggregate.js';
import { type AccountContext, unreachable } from '../kernel/decider.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import type { Account, Organization, Role } from '../kernel/policy.js';
import { checkErasure, toErasureRequest } from '../kernel/values/erasure.js';
import { refuse } from '../kernel/refusal.js';
import { type AccountCommand, accountCommands } from './account.commands.js';
import { type AccountEvent, accountEvents } from './account.events.js';
import type { Language } from './account.values.js';
import { accountExamples } from './account.examples.js';

export type AccountState =
  | { readonly phase: 'unknown' | 'erased' }
  | {
      readonly phase: 'open';
      readonly name: string;
      readonly phone: string;
      readonly verified: boolean;
      /**
       * Requested at sign-up. Admins see `requestedRole`; `inviteCode` is used once the number is
       * verified.
       */
      readonly requestedRole: Role | undefined;
      readonly inviteCode: string | undefined;
      readonly locationId: string | undefined;
      /** Number of location choices that the member has made. */
      readonly locationChoices: number;
      /** Accepted invitations whose location the account has taken over or replaced. */
      readonly settledInvitations: ReadonlySet<string>;
      /** Undefined until chosen. */
      readonly language: Language | undefined;
      /** The password's hash is a secret and never in the log. */
      readonly hasPassword: boolean;
      readonly hasSampleAlerts: boolean;
    };

/** Context with the sender's organization, if there is one. */
type OrganizationContext = AccountContext & { readonly organization?: Organization };
type OpenAccount = Extract<AccountState, { phase: 'open' }>;
type Data<Type extends AccountCommand['type']> = MessageNamed<AccountCommand, Type>['data'];
type EventData<Type extends AccountEvent['type']> = MessageNamed<AccountEvent, Type>['data'];

export const accountAggregate = defineAggregate({
  category: 'account',
  scope: 'global',
  commands: accountCommands,
  events: accountEvents,
  examples: accountExamples,
  streamId(data, sender) {
    if ('memberId' in data) return data.memberId;
    return 'accountId' in data ? data.accountId : sender.accountId;
  },

  initialState: { phase: 'unknown' },

  evolve(account: AccountState, event): AccountState {
    if (event.type === 'AccountOpened') {
      const { name, phone, requestedRole, inviteCode, language } = event.data;
      return {
        phase: 'open',
        name,
        phone,
        verified: false,
        requestedRole,
        inviteCode,
        locationId: undefined,
        locationChoices: 0,
        settledInvitations: new Set(),
        language,
        hasPassword: false,
        hasSampleAlerts: false,
      };
    }
    if (account.phase !== 'open') return account;
    if (event.type === 'AccountErased') return { phase: 'erased' };
    switch (event.type) {
      case 'PhoneChanged':
        return { ...account, phone: event.data.phone };
      case 'PhoneVerified':
        return { ...account, verified: true };
      case 'ProfileChanged':
        return evolveProfile(event.data, account);
      case 'LocationAssigned': {
        const { invitationId, locationId = account.locationId } = event.data;
        return {
          ...account,
          locationId,
          settledInvitations: new Set([...account.settledInvitations, invitationId]),
        };
      }
      case 'LocationRevoked':
        return { ...account, locationId: undefined };
      case 'LanguageChanged':
        return { ...account, language: event.data.language };
      case 'PasswordSet':
        return { ...account, hasPassword: true };
      case 'PasswordRemoved':
        return { ...account, hasPassword: false };
      case 'SampleAlertsRequested':
        return { ...account, hasSampleAlerts: true };
      case 'SignedIn':
      case 'SignedOut':
        return account;
      default:
        return unreachable(event);
    }
  },

  decide(command, account, context: OrganizationContext) {
    if (command.type === 'OpenAccount') return open(command.data, account);
    if (command.type === 'EraseMember') return erase(command.data, account, context);
    if (account.phase !== 'open') return refuse('account-not-found');
    switch (command.type) {
      case 'ChangePhone':
        return changePhone(command.data, account);
      case 'VerifyPhone':
        return verifyPhone(command.data, account);
      case 'ChangeProfile':
        return changeProfile(command.data, account);
      case 'ChangeLanguage': {
        const { language } = command.data;
        return language === account.language
          ? []
          : [{ type: 'LanguageChanged', data: { language } }];
      }
      case 'SetPassword':
        return setPassword(account);
      case 'RemovePassword':
        return account.hasPassword ? [{ type: 'PasswordRemoved', data: {} }] : [];
      case 'AssignLocation':
        return assignLocation(command.data, account);
      case 'RevokeLocation':
        return revokeLocation(command.data, account);
      case 'RequestSampleAlerts': {
        const { organizationId } = command.data;
        return account.hasSampleAlerts
          ? []
          : [{ type: 'SampleAlertsRequested', data: { organizationId } }];
      }
      case 'RecordSignIn': {
        const { browser, newBrowser } = command.data;
        return [{ type: 'SignedIn', data: { browser, newBrowser } }];
      }
      case 'RecordSignOut': {
        const { accountId: _, ...data } = command.data;
        return [{ type: 'SignedOut', data }];
      }
      default:
        return unreachable(command);
    }
  },

  consults: ({ type, data }) =>
    type === 'EraseMember' ? [{ kind: 'membership', id: data.memberId }] : [],
  personalValues: ['account-phone'],
  /**
   * A number belongs to the account that has verified it. Unverified accounts may have the same
   * number.
   */
  uniqueValues: (account) =>
    account.phase === 'open' && account.verified && account.phone !== ''
      ? [
          {
            kind: 'account-phone',
            value: account.phone,
            refusalIfTaken: 'phone-taken',
            field: 'phone',
          },
        ]
      : [],
});

/**
 * Erases a former member. Refuses if the person is in another organization. Somebody who never was
 * a member here is answered as an unknown account.
 */
function erase(
  { memberId, ...request }: Data<'EraseMember'>,
  account: AccountState,
  { organization, consulted, today }: OrganizationContext,
): AccountEvent[] {
  if (organization?.members.has(memberId)) return refuse('member-not-removed', 'memberId');
  if (account.phase === 'unknown' || !organization?.formerMembers?.has(memberId))
    return refuse('account-not-found', 'memberId');
  if (account.phase === 'erased') return [];
  if (consulted?.get(memberId) !== undefined) return refuse('account-in-use', 'memberId');
  checkErasure(request, today);
  return [
    {
      type: 'AccountErased',
      data: { organization: organization.id, ...toErasureRequest(request) },
    },
  ];
}

/**
 * Refuses an existing id: sign-up starts a session, and knowing an id must not be enough for that.
 */
function open(
  { accountId: _, ...data }: Data<'OpenAccount'>,
  account: AccountState,
): AccountEvent[] {
  return account.phase === 'unknown'
    ? [{ type: 'AccountOpened', data }]
    : refuse('account-exists', 'phone');
}

/** A verified number is used to sign in, so an unverified one cannot replace it. */
function changePhone({ phone }: Data<'ChangePhone'>, account: OpenAccount): AccountEvent[] {
  if (account.verified) return refuse('already-verified', 'phone');
  return phone === account.phone ? [] : [{ type: 'PhoneChanged', data: { phone } }];
}

/** Refuses if the number has changed since the code was sent. */
function verifyPhone({ phone }: Data<'VerifyPhone'>, account: OpenAccount): AccountEvent[] {
  if (phone !== account.phone) return refuse('phone-changed', 'code');
  return account.verified ? [] : [{ type: 'PhoneVerified', data: {} }];
}

/** Older events lack `choosesLocation`: in them, only a changed location was chosen. */
function evolveProfile(
  { name, locationId, choosesLocation }: EventData<'ProfileChanged'>,
  account: OpenAccount,
): OpenAccount {
  const hasChosen = choosesLocation ?? locationId !== account.locationId;
  return {
    ...account,
    name,
    locationId,
    locationChoices: account.locationChoices + (hasChosen ? 1 : 0),
  };
}

/** Keeps a location that the member has chosen since the acceptance. */
function assignLocation(
  { invitationId, locationId, choicesBefore }: Data<'AssignLocation'>,
  account: OpenAccount,
): AccountEvent[] {
  if (account.settledInvitations.has(invitationId)) return [];
  return [
    {
      type: 'LocationAssigned',
      data: { invitationId, ...(account.locationChoices === choicesBefore && { locationId }) },
    },
  ];
}

function revokeLocation(
  { locationId, choicesBefore }: Data<'RevokeLocation'>,
  account: OpenAccount,
): AccountEvent[] {
  const isUnchanged =
    account.locationId === locationId && account.locationChoices === choicesBefore;
  return isUnchanged ? [{ type: 'LocationRevoked', data: { locationId } }] : [];
}

/**
 * Keeps a location that is left out; null removes it. Records the choice of the same location too:
 * an invitation that is accepted later must not replace it.
 */
function changeProfile(
  { name, locationId }: Data<'ChangeProfile'>,
  account: OpenAccount,
): AccountEvent[] {
  if (locationId === undefined)
    return name === account.name ? [] : [profileChanged(name, account.locationId)];
  return [profileChanged(name, locationId ?? undefined, { choosesLocation: true })];
}

const profileChanged = (
  name: string,
  locationId: string | undefined,
  choice: { readonly choosesLocation?: true } = {},
): AccountEvent => ({
  type: 'ProfileChanged',
  data: { name, ...(locationId !== undefined && { locationId }), ...choice },
});

/** An unverified account gets no password. Setting one again changes it. */
const setPassword = ({ verified }: OpenAccount): AccountEvent[] =>
  verified ? [{ type: 'PasswordSet', data: {} }] : refuse('verification-needed');

/** Account as other rules see it; undefined unless it is open. */
export function toAccount(id: string, account: AccountState): Account | undefined {
  if (account.phase !== 'open') return undefined;
  const { verified, phone, requestedRole, locationId, settledInvitations } = account;
  return {
    id,
    verified,
    requestedRole,
    settledInvitations,
    ...(verified && phone !== '' && { phone }),
    ...(locationId !== undefined && { locationId }),
  };
}
