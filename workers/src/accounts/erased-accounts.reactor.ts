import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import type { Reactor } from '../reactor.js';

type Erased = MessageNamed<AccountEvent, 'AccountErased'>;
const { AccountErased } = accountEvents;

/** Kinds of secrets that name the account as their owner. */
const KINDS = ['session', 'trust', 'push-subscription'];

/** Removes sessions, trusted browsers, push addresses and the password of an erased account. */
@EventReactor()
export class ErasedAccounts implements Reactor<Erased> {
  readonly name = 'erased-accounts';
  readonly events = { AccountErased };

  constructor(private readonly secrets: KeyValueStore) {}

  async react({ stream }: RecordedEvent<Erased>) {
    const { id: accountId } = subjectOf(stream);
    for (const kind of KINDS)
      for (const { id } of await this.secrets.findByOwner(kind, accountId))
        await this.secrets.remove(kind, id);
    await this.secrets.remove('password', accountId);
    return {};
  }
}
