import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { Account } from '#domain/kernel/policy.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { EventLog } from '../event-log/event-log.js';
import { streamName } from '../event-log/subject.js';
import { FileRecords } from '../files/file-records.js';
import { HmacKey, type KeyStore, SigningKey } from '../sealing/key-store/key-store.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import { type Sealing, createSealing as sealingWith } from '../sealing/sealing.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import type { Clock } from '../common/clock.js';
import { runTraced } from '../common/tracing/tracing.js';
import { Claims } from './claims.js';
import {
  type CachedLookup,
  type FoldedStreams,
  cachedLookup,
  createFoldedStreams,
} from './folded-streams.js';
import { type Eraser, type HeldUntil, createEraser, holdForDays } from './erasing.js';
import {
  type CommandHandlingOptions,
  type HandleCommand,
  createCommandHandling,
} from './handle-command.js';
import type { KnownOrganization, Organizations } from './permission.js';
import type { References } from './references.js';

/** Aggregate, and a mapper from its folded state to what rules need; undefined without a record. */
type LookupSource<Entry> = {
  readonly aggregate: AnyAggregate;
  mapper(id: string, state: unknown): Entry | undefined;
};

/** Refused command of a person inside an organization. */
type RefusedCommand = {
  readonly command: Message;
  /** Kind and id of its record. */
  readonly category: string;
  readonly recordId: string;
  readonly refusal: Refusal;
};

/** The domain as the platform sees it: its aggregates, accounts and organizations. */
export type Domain = {
  readonly aggregates: readonly AnyAggregate[];
  readonly accounts: LookupSource<Account>;
  readonly organizations: LookupSource<KnownOrganization>;
  /** Records that commands may refer to, by kind. */
  readonly records?: Readonly<
    Record<
      string,
      { readonly aggregate: AnyAggregate; readonly exists: (state: unknown) => boolean }
    >
  >;
  /** Aggregate that records refused decisions, and its command for one. */
  readonly refusals?: {
    readonly aggregate: AnyAggregate;
    readonly toCommand: (refused: RefusedCommand) => Message;
  };
};

/** Reads events and completes erasures; every process that reads events needs it. */
export abstract class EventReading {
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

export function createEventReading({
  domain: { aggregates },
  log,
  keys,
  heldUntil = holdForDays(),
}: ReadingOptions): EventReading {
  const sealing = sealingWith({
    catalogue: eventCatalogue(aggregates.map(({ events }) => events)),
    keys,
  });
  const folded = createFoldedStreams({ log, reader: sealing });
  return {
    sealing,
    folded,
    eraser: { erase: createEraser({ log, keys, folded, aggregates, heldUntil }), heldUntil },
  };
}

/** Handles commands of any aggregate. */
export abstract class CommandHandling {
  abstract readonly handle: HandleCommand;
  /** Number of decisions repeated after a conflict. */
  abstract conflicts(): number;
}

/** Everything between a command and the log; one per process. */
export abstract class WriteSide {
  abstract readonly commands: CommandHandling;
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
  readonly reading?: EventReading;
};

export async function createWriteSide({
  domain,
  log,
  keys,
  secrets,
  clock,
  reading = createEventReading({ domain, log, keys }),
}: WriteOptions): Promise<WriteSide & EventReading> {
  const { hmac: hmacKey, signing } = await keys.readSecrets();
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
  const claims = new Claims({ log, folded, hmac, clock, ...claiming });
  const handle = createCommandHandling({
    sealing,
    folded,
    log,
    accounts,
    organizations,
    clock,
    hmac,
    ...claiming,
    erase: eraser.erase,
    consult: consultRecords(domain, folded, claims),
    references: { files: new FileRecords(secrets), records: findRecords(domain, folded) },
    randomness: () => randomBytes(16).toString('hex'),
    onConflict: () => conflicts++,
  });
  return {
    ...reading,
    organizations,
    commands: {
      handle: traceCommands(recordRefusals(handle, { domain, clock })),
      conflicts: () => conflicts,
    },
    claims,
    hmacKey: new HmacKey(hmacKey),
    signingKey: new SigningKey(signing),
  };
}

/**
 * Traces commands. A person's command begins a trace with the command's id; commands that follow
 * from it continue in that trace.
 */
const traceCommands =
  (handle: HandleCommand): HandleCommand =>
  (decider, definition, request) => {
    const { id, correlationId: trace = id, span: parent, command } = request;
    const attributes = { organization: request.organizationId };
    return runTraced(`command ${command.type}`, { trace, parent, attributes }, (span) =>
      handle(decider, definition, span ? { ...request, span } : request),
    );
  };

/** Records refused decisions before they are answered. */
function recordRefusals(
  handle: HandleCommand,
  { domain: { refusals }, clock }: Pick<WriteOptions, 'domain' | 'clock'>,
): HandleCommand {
  if (!refusals) return handle;
  const { aggregate, toCommand } = refusals;
  return async (decider, definition, request) => {
    try {
      return await handle(decider, definition, request);
    } catch (error) {
      const { id, actorId, organizationId, command, internal } = request;
      const isRecorded = definition.recordsRefusals && !internal;
      if (error instanceof Refusal && isRecorded && organizationId) {
        const recordId = decider.streamId(command.data, {
          accountId: actorId,
          organizationId,
          now: clock.now(),
        });
        const refusal = toCommand({
          command,
          category: decider.category,
          recordId,
          refusal: error,
        });
        await handle(aggregate, aggregate.commands[refusal.type]!, {
          id: uuid('refusal', id),
          actorId,
          organizationId,
          command: refusal,
          causationId: id,
          correlationId: request.correlationId ?? id,
          internal: true,
        });
      }
      throw error;
    }
  };
}

const consultRecords =
  (
    { records = {}, organizations }: Domain,
    folded: FoldedStreams,
    claims: Claims,
  ): CommandHandlingOptions['consult'] =>
  async (consulted, organizationId) => {
    const states = consulted.map(async ({ kind, id, ignoresNewerEvents }) => {
      if (kind === 'membership')
        return [id, await claims.findHolder(kind, undefined, id, organizations.aggregate)] as const;
      const { aggregate } = records[kind]!;
      const stream = streamName(aggregate.category, organizationId!, id);
      const state = ignoresNewerEvents
        ? await folded.loadKnownState(aggregate, stream)
        : (await folded.load(aggregate, stream)).state;
      return [id, state] as const;
    });
    return new Map(await Promise.all(states));
  };

/** Ids that name an existing record of a kind, by its stream. */
const findRecords =
  ({ records = {} }: Domain, folded: FoldedStreams): References['records'] =>
  async (kind, ids, organizationId) => {
    const { aggregate, exists } = records[kind]!;
    const states = await Promise.all(
      ids.map(async (id) =>
        folded.load(aggregate, streamName(aggregate.category, organizationId, id)),
      ),
    );
    return new Set(ids.filter((_, index) => exists(states[index]!.state)));
  };
