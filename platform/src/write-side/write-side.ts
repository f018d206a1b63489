import type { AccountContext, Decider } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/message.js';
import type { Account } from '#domain/kernel/policy.js';
import type { CommandDefinitions, EventDefinitions } from '#domain/kernel/schema.js';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EventLog } from '../event-log/event-log.js';
import { FileRecords } from '../files/file-records.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import type { ErasedAlong } from '../sealing/platform-events.js';
import { type Sealing, sealing as sealingWith } from '../sealing/sealing.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import type { Clock } from '../common/clock.js';
import { type Claims, claims as claimsIn } from './claims.js';
import { type CachedLookup, cachedLookup } from './cached-lookup.js';
import { type Erase, erasing } from './erasing.js';
import { type FoldedStreams, foldedStreams } from './folded.js';
import { type HandleCommand, commandHandling } from './handle-command.js';
import type { KnownOrganization } from './permission.js';
import type { Answer, Request } from './request.js';

type LookupSource<Entry> = <Result>(
  make: <State, Command extends Message, Event extends Message, Knows extends AccountContext>(
    decider: Decider<State, Command, Event, Knows>,
    mapper: (id: string, state: State) => Entry | undefined,
  ) => Result,
) => Result;

/** What the machinery has to know of the business: every command and event, and what accounts and organizations are. */
export type Language = {
  readonly commands: <Result>(
    make: <State, Command extends Message, Event extends Message, Knows extends AccountContext>(
      definitions: CommandDefinitions,
      decider: Decider<State, Command, Event, Knows>,
    ) => Result,
  ) => readonly Result[];
  readonly events: readonly EventDefinitions[];
  readonly erasedAlong: ErasedAlong;
  readonly accounts: LookupSource<Account>;
  readonly organizations: LookupSource<KnownOrganization>;
};

/** Reads events and finishes erasures: what every process needs that looks into events. */
export abstract class ReadingSide {
  abstract readonly sealing: Sealing;
  abstract readonly folded: FoldedStreams;
  abstract readonly erase: Erase;
}

type ReadingOptions = {
  readonly language: Language;
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'get' | 'make' | 'destroy'>;
};

export function readingSide({ language, log, keys }: ReadingOptions): ReadingSide {
  const sealing = sealingWith({ catalogue: eventCatalogue(language.events), keys });
  const folded = foldedStreams({ log, reader: sealing });
  return { sealing, folded, erase: erasing({ log, keys, reader: sealing, folded, along: language.erasedAlong }) };
}

/** Everything between a command and the log, once for each process that sends any. */
export abstract class WriteSide extends ReadingSide {
  abstract readonly handle: HandleCommand;
  /** Has a command decided by the decider that it belongs to, by its name. */
  abstract readonly dispatch: (request: Request<Message>) => Promise<Answer>;
  abstract readonly organizations: CachedLookup<KnownOrganization>;
  abstract readonly claims: Claims;
  /** Folds and claims for queries, which may be read from elsewhere. */
  abstract readonly readFrom: (source: Pick<EventLog, 'read'>) => { readonly folded: FoldedStreams; readonly claims: Claims };
  /** How often a command was decided again after a conflict. */
  abstract readonly conflicts: () => number;
  abstract readonly hmacKey: Uint8Array;
  /** Signs links to files. */
  abstract readonly signing: Uint8Array;
}

type WriteOptions = {
  readonly language: Language;
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly clock: Clock;
  readonly reading?: ReadingSide;
};

export async function writeSide({
  language,
  log,
  keys,
  secrets,
  clock,
  reading = readingSide({ language, log, keys }),
}: WriteOptions): Promise<WriteSide> {
  const { hmac: hmacKey, signing } = await keys.secrets();
  const key = createSecretKey(hmacKey);
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const { folded } = reading;
  const accounts: CachedLookup<Account> = language.accounts((decider, mapper) => cachedLookup(folded, decider, mapper));
  const organizations: CachedLookup<KnownOrganization> = language.organizations((decider, mapper) => cachedLookup(folded, decider, mapper));
  let conflicts = 0;
  const handle = commandHandling({
    ...{ ...reading, log, accounts, organizations, clock, hmac },
    references: new FileRecords(secrets),
    chance: () => randomBytes(16).toString('hex'),
    onConflict: () => conflicts++,
  });
  return {
    ...{ ...reading, organizations, handle, hmacKey, signing },
    dispatch: dispatching(language.commands, handle),
    claims: claimsIn({ log, folded, hmac }),
    readFrom(source) {
      const read = folded.readFrom(source);
      return { folded: read, claims: claimsIn({ log: source, folded: read, hmac }) };
    },
    conflicts: () => conflicts,
  };
}

/** @throws Error where two commands have one name */
export function dispatching(commands: Language['commands'], handle: HandleCommand): WriteSide['dispatch'] {
  const handlers = new Map<string, WriteSide['dispatch']>();
  commands((definitions, decider) => {
    for (const [name, definition] of Object.entries(definitions)) {
      if (handlers.has(name)) throw new Error(`Two commands are called ${name}`);
      handlers.set(name, (request) => handle(decider, definition, request as Request<never>));
    }
  });
  return (request) => {
    const handler = handlers.get(request.command.type);
    if (!handler) throw new Error(`No rules are registered for ${request.command.type}`);
    return handler(request);
  };
}
