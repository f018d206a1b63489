import { type AccountContext, type Decider, unreachable } from '../kernel/decider.js';
import type { MessageNamed } from '../kernel/message.js';
import type { Account, Role } from '../kernel/policy.js';
import { refuse } from '../kernel/refusal.js';
import type { AccountCommand } from './account.commands.js';
import { type AccountEvent, accountEvents } from './account.events.js';

export type AccountState =
  | { readonly phase: 'unknown' }
  | {
      readonly phase: 'open';
      readonly name: string;
      readonly phone: string;
      readonly verified: boolean;
      /** What was asked for at sign-up: a request that admins see, and a code that is used when the number is verified. */
      readonly requestedRole: Role | undefined;
      readonly inviteCode: string | undefined;
      readonly locationId: string | undefined;
    };

type OpenAccount = Extract<AccountState, { phase: 'open' }>;
type Data<Type extends AccountCommand['type']> = MessageNamed<AccountCommand, Type>['data'];

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent, AccountContext> = {
  category: 'account',
  scope: 'global',
  idIn: (data, sender) => ('accountId' in data ? data.accountId : sender.accountId),
  events: accountEvents,
  notFound: 'account-not-found',
  /** Nobody's but its own: what a person sends about themselves is found by who sends it. */
  ownerOf: () => undefined,
  /** Also before it is verified: whoever proves later that the number is theirs gets the account, and everybody else is out. */
  holds: (account) =>
    account.phase === 'open' && account.phone !== ''
      ? [{ kind: 'account-phone', value: account.phone, taken: 'account-exists', field: 'phone' }]
      : [],

  initialState: { phase: 'unknown' },

  evolve(account, event): AccountState {
    if (event.type === 'AccountOpened') {
      const { name, phone, requestedRole, inviteCode } = event.data;
      return { phase: 'open', name, phone, verified: false, requestedRole, inviteCode, locationId: undefined };
    }
    if (account.phase !== 'open') return account;
    switch (event.type) {
      case 'PhoneVerified':
        return { ...account, verified: true };
      case 'ProfileChanged':
        return { ...account, name: event.data.name, locationId: event.data.locationId };
      case 'SignedIn':
      case 'SignedOut':
        return account;
      default:
        return unreachable(event);
    }
  },

  decide(command, account) {
    if (command.type === 'OpenAccount') return open(command.data, account);
    if (account.phase !== 'open') return refuse(accountDecider.notFound);
    switch (command.type) {
      case 'VerifyPhone':
        return account.verified ? [] : [{ type: 'PhoneVerified', data: {} }];
      case 'ChangeProfile':
        return changeProfile(command.data, account);
      case 'RecordSignIn': {
        const { browser, newBrowser } = command.data;
        return [{ type: 'SignedIn', data: { browser, newBrowser } }];
      }
      case 'RecordSignOut':
        return [{ type: 'SignedOut', data: { everywhere: command.data.everywhere } }];
      default:
        return unreachable(command);
    }
  },
};

/** Never "nothing to do" for one that is there: who signs up is given a session, and nobody gets one of an account by knowing its id. */
function open({ accountId: _, ...data }: Data<'OpenAccount'>, account: AccountState): AccountEvent[] {
  return account.phase === 'unknown' ? [{ type: 'AccountOpened', data }] : refuse('account-exists', 'phone');
}

/** A location that is left out stays; null is none. */
function changeProfile({ name, locationId }: Data<'ChangeProfile'>, account: OpenAccount): AccountEvent[] {
  const location = locationId === undefined ? account.locationId : (locationId ?? undefined);
  if (name === account.name && location === account.locationId) return [];
  return [{ type: 'ProfileChanged', data: { name, ...(location !== undefined && { locationId: location }) } }];
}

/** What rules need to know of an account; undefined where there is none. */
export const asAccount = (id: string, account: AccountState): Account | undefined =>
  account.phase === 'open' ? { id, verified: account.verified, requestedRole: account.requestedRole } : undefined;
