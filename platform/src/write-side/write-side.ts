import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { Message } from '#domain/kernel/message.js';
import type { Account } from '#domain/kernel/policy.js';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EventLog } from '../event-log/event-log.js';
import { streamOf } from '../event-log/subject.js';
import { FileRecords } from '../files/file-records.js';
import { HmacKey, type KeyStore, SigningKey } from '../sealing/key-store/key-store.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import { type Sealing, sealing as sealingWith } from '../sealing/sealing.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import type { Clock } from '../common/clock.js';
import { Claims } from './claims.js';
import { type CachedLookup, type FoldedStreams, cachedLookup, foldedStreams } from './folded.js';
import { type Eraser, type HeldUntil, erasing, holdFor } from './erasing.js';
import { type HandleCommand, commandHandling } from './handle-command.js';
import type { KnownOrganization, Organizations } from './permission.js';
import type { References } from './references.js';
import type { Answer, Request } from './request.js';

/**
 * Record type, and what rules need to know of its folded state; undefined if there is no record.
 */
type LookupSource<Entry> = {
  readonly aggregate: AnyAggregate;
  mapper(id: string, state: unknown): Entry | undefined;
};

/**
 * Business definitions for the platform: every aggregate, and what accounts and organizations are.
 */
export type Domain = {
  readonly aggregates: readonly AnyAggregate[];
  readonly accounts: LookupSource<Account>;
  readonly organizations: LookupSource<KnownOrganization>;
  /** The records that a command may refer to, by the name of their kind. */
  readonly records?: Readonly<
    Record<
      string,
      { readonly aggregate: AnyAggregate; readonly isThere: (state: unknown) => boolean }
    >
  >;
};

/** Reads events and finishes erasures: what every process needs that looks into events. */
export abstract class ReadingSide {
  abstract readonly sealing: Sealing;
  abstract readonly folded: FoldedStreams;
  abstract readonly eraser: Eraser;
}

type ReadingOptions = {
  readonly domain: Pick<Domain, 'aggregates'>;
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: KeyStore;
  readonly heldUntil?: HeldUntil;
};

export function readingSide({
  domain: { aggregates },
  log,
  keys,
  heldUntil = holdFor(),
}: ReadingOptions): ReadingSide {
  const sealing = sealingWith({
    catalogue: eventCatalogue(aggregates.map(({ events }) => events)),
    keys,
  });
  const folded = foldedStreams({ log, reader: sealing });
  return {
    sealing,
    folded,
    eraser: { erase: erasing({ log, keys, folded, aggregates, heldUntil }), heldUntil },
  };
}

/** Has commands decided, and appends what was. */
export abstract class CommandDispatcher {
  abstract readonly handle: HandleCommand;
  /** By the aggregate that the command belongs to, by its name. */
  abstract dispatch(request: Request<Message>): Promise<Answer>;
  /** How often a command was decided again after a conflict. */
  abstract conflicts(): number;
}

/** Everything between a command and the log, once for each process that sends any. */
export abstract class WriteSide {
  abstract readonly commands: CommandDispatcher;
  abstract readonly organizations: Organizations;
  abstract readonly claims: Claims;
  abstract readonly hmacKey: HmacKey;
  abstract readonly signingKey: SigningKey;
}

type WriteOptions = {
  readonly domain: Domain;
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly clock: Clock;
  readonly reading?: ReadingSide;
};

export async function writeSide({
  domain,
  log,
  keys,
  secrets,
  clock,
  reading = readingSide({ domain, log, keys }),
}: WriteOptions): Promise<WriteSide & ReadingSide> {
  const { hmac: hmacKey, signing } = await keys.secrets();
  const key = createSecretKey(hmacKey);
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const { sealing, folded, eraser } = reading;
  const lookup = <Entry>({ aggregate, mapper }: LookupSource<Entry>): CachedLookup<Entry> =>
    cachedLookup(folded, aggregate, mapper);
  const [accounts, organizations] = [lookup(domain.accounts), lookup(domain.organizations)];
  const claiming = {
    index: keys,
    personalValues: new Set(domain.aggregates.flatMap(({ personalValues = [] }) => personalValues)),
  };
  let conflicts = 0;
  const handle = commandHandling({
    ...{ sealing, folded, log, accounts, organizations, clock, hmac, ...claiming },
    erase: eraser.erase,
    references: { files: new FileRecords(secrets), records: recordsIn(domain, folded) },
    randomness: () => randomBytes(16).toString('hex'),
    onConflict: () => conflicts++,
  });
  return {
    ...{ ...reading, organizations },
    commands: {
      handle,
      dispatch: dispatching(domain.aggregates, handle),
      conflicts: () => conflicts,
    },
    claims: new Claims({ log, folded, hmac, clock, ...claiming }),
    hmacKey: new HmacKey(hmacKey),
    signingKey: new SigningKey(signing),
  };
}

/** Those of the ids that lead to a record of that kind, as its stream says. */
const recordsIn =
  ({ records = {} }: Domain, folded: FoldedStreams): References['records'] =>
  async (kind, ids, organizationId) => {
    const { aggregate, isThere } = records[kind]!;
    const states = await Promise.all(
      ids.map(async (id) => folded.of(aggregate, streamOf(aggregate.category, organizationId, id))),
    );
    return new Set(ids.filter((_, index) => isThere(states[index]!.state)));
  };

/** @throws Error where two commands have one name */
export function dispatching(
  aggregates: Domain['aggregates'],
  handle: HandleCommand,
): CommandDispatcher['dispatch'] {
  const handlers = new Map<string, CommandDispatcher['dispatch']>();
  for (const aggregate of aggregates)
    for (const [name, definition] of Object.entries(aggregate.commands)) {
      if (handlers.has(name)) throw new Error(`Two commands are called ${name}`);
      handlers.set(name, (request) => handle(aggregate, definition, request));
    }
  return (request) => {
    const handler = handlers.get(request.command.type);
    if (!handler) throw new Error(`No rules are registered for ${request.command.type}`);
    return handler(request);
  };
}
