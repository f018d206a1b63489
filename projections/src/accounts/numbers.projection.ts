import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type NumberDocument = { readonly id: string; readonly phone: string };

/** Numbers of accounts, apart from names, because only admins see their members' numbers. */
export const numbers: PerStream<AccountEvent, NumberDocument> = {
  name: 'numbers',
  version: 1,
  events: accountEvents,
  indexes: [],
  silent: true,
  fold(number, event) {
    if (event.type === 'AccountOpened')
      return { id: parseStream(event.stream).id, phone: event.data.phone };
    return number && event.type === 'PhoneChanged'
      ? { ...number, phone: event.data.phone }
      : number;
  },
};
