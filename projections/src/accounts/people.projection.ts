import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type PersonDocument = { readonly id: string; readonly name: string };

/** Names of accounts. Other views store ids and look names up here. */
export const people: PerStream<AccountEvent, PersonDocument> = {
  name: 'people',
  version: 1,
  events: accountEvents,
  indexes: [],
  silent: true,
  fold(person, event) {
    if (event.type === 'AccountOpened')
      return { id: parseStream(event.stream).id, name: event.data.name };
    return person && event.type === 'ProfileChanged'
      ? { ...person, name: event.data.name }
      : person;
  },
};
