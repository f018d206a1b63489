import type { AccountContext, Decider } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/message.js';
import type { Account } from '#domain/kernel/policy.js';
import type { EventDefinitions } from '#domain/kernel/schema.js';
import { createHmac, createSecretKey } from 'node:crypto';
import type { EventLog } from '../event-log/event-log.js';
import { FileRecords } from '../files/file-records.js';
import { freshBytes } from '../fresh-bytes.js';
import type { KeyStore } from '../key-store/key-store.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import type { ErasedAlong } from '../sealing/platform-events.js';
import { eventReader, sealing as sealingWith } from '../sealing/sealing.js';
import type { SecretStore } from '../secret-store/secret-store.js';
import { type Clock, claims as claimsIn } from './claims.js';
import { type Directory, directory } from './directory.js';
import { erasing } from './erasing.js';
import { foldedStreams } from './folded.js';
import { commandHandling } from './handle-command.js';
import type { KnownOrganization } from './permission.js';

type Known<Entry> = <Result>(
  make: <State, Command extends Message, Event extends Message, Knows extends AccountContext>(
    decider: Decider<State, Command, Event, Knows>,
    see: (id: string, state: State) => Entry | undefined,
  ) => Result,
) => Result;

/** What the machinery has to know of the business: every event, and what accounts and organizations are. */
export type Language = {
  readonly events: readonly EventDefinitions[];
  readonly erasedAlong: ErasedAlong;
  readonly accounts: Known<Account>;
  readonly organizations: Known<KnownOrganization>;
};

/** Reading what was recorded and finishing erasures, for who records nothing. */
export function eventsRead({
  language,
  log,
  keys,
}: {
  readonly language: Language;
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'get' | 'destroy'>;
}) {
  const reader = eventReader({ catalogue: eventCatalogue(language.events), keys });
  return {
    open: reader.open,
    erase: erasing({ log, keys, reader, folded: foldedStreams({ log, reader }), along: language.erasedAlong }).eraseStreams,
  };
}

/** Reading and finishing erasures: what every process needs that looks into events. */
export function readingSide({ language, log, keys }: { readonly language: Language; readonly log: EventLog; readonly keys: KeyStore }) {
  const sealing = sealingWith({ catalogue: eventCatalogue(language.events), keys });
  const folded = foldedStreams({ log, reader: sealing });
  return { sealing, folded, erase: erasing({ log, keys, reader: sealing, folded, along: language.erasedAlong }) };
}

type Parts = {
  readonly language: Language;
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
};
export type WriteSide = Awaited<ReturnType<typeof writeSide>>;

/** Everything between a command and the log, once for each process that sends any. */
export async function writeSide({ language, log, keys, secrets, clock }: Parts) {
  const { hmac: hmacKey, signing } = await keys.secrets();
  const key = createSecretKey(hmacKey);
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const { sealing, folded, erase } = readingSide({ language, log, keys });
  const accounts: Directory<Account> = language.accounts((decider, see) => directory(folded, decider, see));
  const organizations: Directory<KnownOrganization> = language.organizations((decider, see) => directory(folded, decider, see));
  let conflicts = 0;
  const handle = commandHandling({
    ...{ log, sealing, folded, accounts, organizations, clock, hmac },
    references: new FileRecords(secrets),
    erasing: erase,
    chance: () => Buffer.from(freshBytes(16)).toString('hex'),
    onConflict: () => conflicts++,
  });
  return {
    ...{ sealing, folded, erase, organizations, handle, hmacKey, signing },
    claims: claimsIn({ log, folded, hmac }),
    /** How often a command was decided again because somebody else was faster. */
    conflicts: () => conflicts,
  };
}
