import type { AccountContext, Decider, UniqueValue } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/message.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import type { Clock } from '../common/clock.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { randomUUID } from 'node:crypto';
import type { ClaimEntry, KeyStore } from '../sealing/key-store/key-store.js';
import { isClosedClaim } from '../sealing/platform-events.js';
import {
  type Append,
  type EventLog,
  type RecordedEvent,
  RevisionConflict,
  noStream,
  precedingType,
} from '../event-log/event-log.js';
import { subjectOf } from '../event-log/subject.js';
import type { Sealing, Unsealed } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded.js';

/** From now on only the holder may come to hold the value. */
type Reserved = Message<typeof precedingType, { readonly holder: string }>;

/** A claim as it stands. */
type Claim = {
  /**
   * Stream of the reservation. A personal value without an entry uses the stream of an earlier
   * build.
   */
  readonly stream: string;
  /** Entry of a personal value, which leads to its stream. */
  readonly entry: ClaimEntry | undefined;
  readonly last: RecordedEvent<Reserved> | undefined;
};

/** Holder that may have the value; undefined if any stream may. */
const holderIn = ({ entry, last }: Claim): string | undefined =>
  last && isClosedClaim(last) ? undefined : (entry?.holder ?? last?.data.holder);

/**
 * Claims by name, each on its way. Read before the record: a rival since then makes the append
 * conflict.
 */
export type ForeseenClaims = Map<string, Promise<Claim>>;

export type ClaimIndex = Pick<KeyStore, 'claim' | 'putClaim' | 'removeClaimsOf'>;

/** Makes the metadata of an event, by its stream and its number. */
export type MetadataFor = (stream: string, number: number) => Unsealed['metadata'];

/**
 * How long a reservation is left in peace. Without it nothing is wrong, but two rivals may stop
 * each other until both give up.
 */
const reservationTimeout = 2_000;
const pollMilliseconds = 20;

type Ports = {
  readonly log: EventLog;
  readonly folded: FoldedStreams;
  readonly hmac: (text: string) => string;
  readonly clock: Clock;
  readonly index: ClaimIndex;
  /** Kinds whose values are personal. */
  readonly personalValues: ReadonlySet<string>;
};
type Holding<State> = Pick<Decider<State, never, never, never>, 'uniqueValues'>;
type Value = Pick<UniqueValue, 'kind' | 'value'>;

export const holds = <State>(
  decider: Holding<State>,
  state: State,
  { kind, value }: Value,
  now: string,
): boolean =>
  decider.uniqueValues(state, now).some((held) => held.kind === kind && held.value === value);

type ClaimsOptions = Omit<Ports, 'log'> & { readonly log: Pick<EventLog, 'read'> };

/** Names and holders of claims, read from the log itself. */
export class Claims {
  constructor(private readonly options: ClaimsOptions) {}

  /**
   * Returns these claims on another log, which must answer with a beginning of the first log's
   * events.
   */
  readFrom(log: Pick<EventLog, 'read'>): Claims {
    return new Claims({ ...this.options, log, folded: this.options.folded.readFrom(log) });
  }

  /**
   * A claim's name: an HMAC, so that the log does not tell the value. It is its stream, but of a
   * personal value: an entry beside the keys leads from that to a stream of a random name, and an
   * erasure deletes the entry.
   */
  nameOf({ kind, value }: Value, organizationId: string | undefined): string {
    return `claim-${this.options.hmac(JSON.stringify([kind, organizationId ?? '', value]))}`;
  }

  /**
   * Begins to read the claims of values that a command will gain, by its definition. Their names
   * lead to what was reserved last.
   */
  foresee(
    { reserves = {} }: Pick<CommandDefinition, 'reserves'>,
    data: object,
    stream: string,
  ): ForeseenClaims {
    const { organizationId } = subjectOf(stream);
    const values = Object.entries(reserves).map(([field, kind]) => ({
      kind,
      value: (data as Readonly<Record<string, unknown>>)[field],
    }));
    const texts = values.filter((each): each is Value => typeof each.value === 'string');
    const foreseen = new Map(
      texts.map((each) => [this.nameOf(each, organizationId), this.of(each, organizationId)]),
    );
    for (const reading of foreseen.values()) reading.catch(() => undefined);
    return foreseen;
  }

  async of(value: Value, organizationId: string | undefined): Promise<Claim> {
    const name = this.nameOf(value, organizationId);
    const entry = this.isPersonal(value) ? await this.options.index.claim(name) : undefined;
    const stream = entry?.stream ?? name;
    return { stream, entry, last: await this.lastReserved(stream) };
  }

  isPersonal({ kind }: Pick<Value, 'kind'>): boolean {
    return this.options.personalValues.has(kind);
  }

  /** Names the stream that may hold it; whether it does, its own events say. */
  async lastReserved(claim: string): Promise<RecordedEvent<Reserved> | undefined> {
    return (await this.options.log.read<Reserved>(claim)).at(-1);
  }

  /** Every stream that ever came to hold it, or tried to: nothing is ever released. */
  async reservedBy(claim: string): Promise<readonly string[]> {
    return [
      ...new Set((await this.options.log.read<Reserved>(claim)).map(({ data }) => data.holder)),
    ];
  }

  /**
   * The stream that has a value (a phone number's account, an account's organization); undefined
   * where none has.
   */
  async holderOf<
    State,
    Command extends Message,
    Event extends Message,
    Knows extends AccountContext,
  >(
    kind: string,
    organizationId: string | undefined,
    value: string,
    decider: Decider<State, Command, Event, Knows>,
  ): Promise<string | undefined> {
    const holder = holderIn(await this.of({ kind, value }, organizationId));
    if (holder === undefined) return undefined;
    const { state } = await this.options.folded.of(decider, holder);
    return holds(decider, state, { kind, value }, this.options.clock.now()) ? holder : undefined;
  }
}

/**
 * Values that only one stream may hold. Each has a stream of its own whose last `Reserved` names
 * who may hold it; whether it does, its own stream says. So nothing is ever released, and a crash
 * leaves nothing to clean up.
 *
 * A personal value has a stream for each holder, of a random name. Its entry names the current one,
 * and leaves a stream only after that was closed: so all streams of a value but the current one are
 * closed, and who reserves in one of them conflicts.
 *
 * Why there are never two holders: a command reads its own stream first, and reserves then. A rival
 * reads that reservation, then the holder's stream, and moves it on before reserving for itself. So
 * either the holder has appended by then, and the rival is refused; or the holder's append comes
 * too late, and it has to start over.
 */
export const claiming = ({
  log,
  folded,
  sealing,
  clock,
  claims,
  index,
}: Omit<Ports, 'hmac' | 'personalValues'> & { sealing: Sealing; claims: Claims }) =>
  /**
   * Returns the appends that must precede a state with more unique values than the one that was
   * read.
   * @throws Refusal if another stream holds the value
   * @throws RevisionConflict if a rival was faster, or a generated value is taken: read the stream
   * again and start over
   */
  async function reservations<
    State,
    Command extends Message,
    Event extends Message,
    Knows extends AccountContext,
  >(
    decider: Decider<State, Command, Event, Knows>,
    stream: string,
    { before, after, foreseen }: { before: State; after: State; foreseen?: ForeseenClaims },
    metadataFor: MetadataFor,
  ): Promise<Append[]> {
    const { organizationId } = subjectOf(stream);
    const now = clock.now();
    const had = new Set(
      decider.uniqueValues(before, now).map(({ kind, value }) => `${kind} ${value}`),
    );
    const gained = decider
      .uniqueValues(after, now)
      .filter(({ kind, value }) => !had.has(`${kind} ${value}`))
      .map((held): [string, UniqueValue] => [claims.nameOf(held, organizationId), held])
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const appends: Append[] = [];
    for (const [name, held] of gained) appends.push(await reservation(name, held));
    return appends;

    async function reservation(name: string, held: UniqueValue): Promise<Append> {
      for (let known = foreseen?.get(name); ; known = undefined) {
        const claim = await (known ?? claims.of(held, organizationId));
        const holder = holderIn(claim);
        if (holder === stream) return reserve(claim);
        if (holder === undefined && !claims.isPersonal(held)) return reserve(claim);
        if (holder === undefined) {
          const entry = {
            id: name,
            stream: `claim-${randomUUID()}`,
            holder: stream,
            at: clock.now(),
          };
          if (await index.putClaim(entry, claim.entry?.stream))
            return reserve({ stream: entry.stream, entry, last: undefined });
          continue;
        }

        const rival = await folded.of(decider, holder);
        if (holds(decider, rival.state, held, now)) throw taken(held, holder);
        if (!isYoung(claim.last?.metadata.at ?? claim.entry!.at)) {
          const fence = {
            type: 'ClaimFenced',
            data: {},
            metadata: metadataFor(holder, rival.revision + 1),
          };
          await log.append(
            holder,
            rival.revision,
            await sealing.seal(holder, rival.revision, [fence], rival.before),
          );
          if (!claims.isPersonal(held)) return reserve(claim);
          const {
            stream: closed,
            expected,
            events,
          } = await next(claim, { type: 'ClaimClosed', data: {} });
          await log.append(closed, expected, events);
          continue;
        }
        await clock.pause(pollMilliseconds);
      }

      /**
       * Also where the stream is the holder already: a rival may have read that, and be about to
       * reserve on the strength of it.
       */
      function reserve(claim: Claim): Promise<Append> {
        return next(claim, { type: precedingType, data: { holder: stream } });
      }
    }

    async function next(
      { stream: claimed, last }: Pick<Claim, 'stream' | 'last'>,
      event: Message,
    ): Promise<Append> {
      const expected = last?.revision ?? noStream;
      const unsealed = { ...event, metadata: metadataFor(claimed, expected + 1) };
      const head = { hash: last?.metadata.hash ?? '', key: undefined };
      return {
        stream: claimed,
        expected,
        events: await sealing.seal(claimed, expected, [unsealed], head),
      };
    }

    /** By either clock, because processes' clocks differ. */
    function isYoung(reservedAt: string): boolean {
      return Math.abs(Date.parse(clock.now()) - Date.parse(reservedAt)) < reservationTimeout;
    }
  };

/** Error for a taken value: a refusal if a person typed it, a retry if it was generated. */
const taken = ({ kind, taken: code, field, generated }: UniqueValue, holder: string): Error =>
  generated
    ? new RevisionConflict(`The ${kind} that was made up is taken`)
    : new Refusal(code, field, holder);
