import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { removeSecretsOfAccount } from '../erasures/secrets-of-account.js';
import type { Reactor } from '../reactor.js';

type Erased = MessageNamed<AccountEvent, 'AccountErased'>;
const { AccountErased } = accountEvents;

/** Removes sessions, trusted browsers, push addresses and the password of an erased account. */
@EventReactor()
export class ErasedAccounts implements Reactor<Erased> {
  readonly name = 'erased-accounts';
  readonly events = { AccountErased };

  constructor(private readonly secrets: KeyValueStore) {}

  async react({ stream }: RecordedEvent<Erased>) {
    await removeSecretsOfAccount(this.secrets, parseStream(stream).id);
    return {};
  }
}
