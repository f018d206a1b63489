import type { Decider, Series, UniqueValue } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import type { Clock } from '../common/clock.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import type { ClaimEntry, KeyStore } from '../sealing/key-store/key-store.js';
import { isClosedClaim } from '../sealing/platform-events.js';
import {
  type Append,
  type EventLog,
  type RecordedEvent,
  RevisionConflict,
  NO_STREAM,
  PRECEDING_TYPE,
} from '../event-log/event-log.js';
import { parseStream } from '../event-log/subject.js';
import type { Sealing, Unsealed } from '../sealing/sealing.js';
import type { Folded, FoldedStreams, Folding } from './folded-streams.js';

/** Reserves the value of a claim for one holder. */
type Reserved = Message<typeof PRECEDING_TYPE, { readonly holder: string }>;

/** Current state of a claim. */
type Claim = {
  /** Stream of the reservation; for a personal value without an entry, that of earlier builds. */
  readonly stream: string;
  /** Index entry of a personal value, which names its stream. */
  readonly entry: ClaimEntry | undefined;
  readonly last: RecordedEvent<Reserved> | undefined;
};

/** Stream that may hold the value; undefined if any may. */
const reservedHolder = ({ entry, last }: Claim): string | undefined =>
  last && isClosedClaim(last) ? undefined : (entry?.holder ?? last?.data.holder);

/**
 * Pending reads of claims by name. They start before the record is read, so that a later rival
 * makes the append conflict.
 */
export type ExpectedClaims = Map<string, Promise<Claim>>;

export type ClaimIndex = Pick<KeyStore, 'findClaim' | 'putClaim' | 'removeClaimsOfHolder'>;

/** Creates an event's metadata from its stream and its index in the append. */
export type MetadataFor = (stream: string, number: number) => Unsealed['metadata'];

/**
 * Time for which a rival's reservation is respected. Without it, two rivals may stop each other
 * until both give up.
 */
const RESERVATION_TIMEOUT_MS = 2_000;
const POLL_INTERVAL_MS = 20;

type Ports = {
  readonly log: EventLog;
  readonly folded: FoldedStreams;
  readonly hmac: (text: string) => string;
  readonly clock: Clock;
  readonly index: ClaimIndex;
  /** Kinds whose values are personal data. */
  readonly personalValues: ReadonlySet<string>;
};
type Holding<State> = Pick<Decider<State, never, never, never>, 'uniqueValues'>;
type Value = Pick<UniqueValue, 'kind' | 'value'>;

export const holdsValue = <State>(
  decider: Holding<State>,
  state: State,
  { kind, value }: Value,
  now: string,
): boolean =>
  decider.uniqueValues(state, now).some((unique) => unique.kind === kind && unique.value === value);

/** Command before its record is read. */
type ReservingCommand = {
  readonly data: object;
  readonly actorId: string;
  /** Stream of the record that will hold the values. */
  readonly stream: string;
};

type ClaimsOptions = Omit<Ports, 'log'> & { readonly log: Pick<EventLog, 'read'> };

/** Names and holders of claims, read from the log. */
export class Claims {
  /** Highest number of each series that is known to be reserved. */
  private readonly knownTaken = new LRUCache<string, number>({ max: 10_000 });

  constructor(private readonly options: ClaimsOptions) {}

  /** Returns these claims on another log, which may be a lagging replica. */
  readFrom(log: Pick<EventLog, 'read'>): Claims {
    return new Claims({ ...this.options, log, folded: this.options.folded.readFrom(log) });
  }

  /**
   * Name of a claim: an HMAC, so that the log does not reveal the value. It is also the claim's
   * stream, except for a personal value: there an index entry names a stream of a random name, and
   * an erasure deletes the entry.
   */
  claimName({ kind, value }: Value, organizationId: string | undefined): string {
    return `claim-${this.options.hmac(JSON.stringify([kind, organizationId ?? '', value]))}`;
  }

  /** Starts reading the claims of the values that a command will reserve. */
  startReading(
    {
      uniqueFields = {},
      uniqueSenderKind,
    }: Pick<CommandDefinition, 'uniqueFields' | 'uniqueSenderKind'>,
    { data, actorId, stream }: ReservingCommand,
  ): ExpectedClaims {
    const { organizationId } = parseStream(stream);
    const values: { readonly kind: string; readonly value: unknown }[] = Object.entries(
      uniqueFields,
    ).map(([field, kind]) => ({
      kind,
      value: (data as Readonly<Record<string, unknown>>)[field],
    }));
    if (uniqueSenderKind !== undefined) values.push({ kind: uniqueSenderKind, value: actorId });
    const textValues = values.filter((each): each is Value => typeof each.value === 'string');
    const pending = new Map(
      textValues.map((each) => [
        this.claimName(each, organizationId),
        this.read(each, organizationId),
      ]),
    );
    for (const reading of pending.values()) reading.catch(() => undefined);
    return pending;
  }

  async read(value: Value, organizationId: string | undefined): Promise<Claim> {
    const name = this.claimName(value, organizationId);
    const entry = this.isPersonal(value) ? await this.options.index.findClaim(name) : undefined;
    const stream = entry?.stream ?? name;
    return { stream, entry, last: await this.readLastReservation(stream) };
  }

  isPersonal({ kind }: Pick<Value, 'kind'>): boolean {
    return this.options.personalValues.has(kind);
  }

  /**
   * Last reservation of a claim. Only its holder may hold the value; the holder's stream tells
   * whether it does.
   */
  async readLastReservation(claim: string): Promise<RecordedEvent<Reserved> | undefined> {
    return (await this.options.log.read<Reserved>(claim)).at(-1);
  }

  /** Name of a series: that of its number 0, which is never given. */
  seriesName({ kind, valueOf }: Series, organizationId: string | undefined): string {
    return this.claimName({ kind, value: valueOf(0) }, organizationId);
  }

  /**
   * Finds the first number of a series that was never reserved. Numbers are reserved in order, so a
   * search by doubling and halving finds it; `knownTaken` makes the next search short.
   */
  async findFirstFree(series: Series, organizationId: string | undefined): Promise<number> {
    const { kind, valueOf } = series;
    const claimNameOfNumber = (number: number) =>
      this.claimName({ kind, value: valueOf(number) }, organizationId);
    const isTaken = async (number: number) =>
      (await this.readLastReservation(claimNameOfNumber(number))) !== undefined;
    const seriesName = this.seriesName(series, organizationId);
    let highestTaken = this.knownTaken.get(seriesName) ?? 0;
    let step = 1;
    while (await isTaken(highestTaken + step)) {
      highestTaken += step;
      step *= 2;
    }
    for (let free = highestTaken + step; free - highestTaken > 1;) {
      const middle = Math.floor((highestTaken + free) / 2);
      if (await isTaken(middle)) highestTaken = middle;
      else free = middle;
    }
    this.knownTaken.set(seriesName, highestTaken);
    return highestTaken + 1;
  }

  /** Streams that ever reserved the claim; reservations are never released. */
  async findPastHolders(claim: string): Promise<readonly string[]> {
    return [
      ...new Set((await this.options.log.read<Reserved>(claim)).map(({ data }) => data.holder)),
    ];
  }

  /** Stream that holds a value, e.g. the account of a phone number; undefined if there is none. */
  async findHolder<State>(
    kind: string,
    organizationId: string | undefined,
    value: string,
    decider: Folding<State> & Holding<State>,
  ): Promise<string | undefined> {
    const holder = reservedHolder(await this.read({ kind, value }, organizationId));
    if (holder === undefined) return undefined;
    const { state } = await this.options.folded.load(decider, holder);
    return holdsValue(decider, state, { kind, value }, this.options.clock.now())
      ? holder
      : undefined;
  }
}

/**
 * Reserves unique values. Each value has a claim stream, whose last `Reserved` names the only
 * stream that may hold it. That stream tells whether it does. So nothing is ever released, and a
 * crash needs no clean-up. A personal value has one claim stream of a random name per holder, and
 * an index entry names the current one. The entry changes only after that stream was closed, so a
 * reservation in an old stream conflicts. Why two streams never hold a value: a command reads its
 * own stream, then reserves. A rival reads the reservation and the holder's stream, and appends a
 * fence to it before reserving. Either the holder has appended by then and the rival is refused, or
 * the holder's append conflicts.
 */
export const createReservations = ({
  log,
  folded,
  sealing,
  clock,
  claims,
  index,
}: Omit<Ports, 'hmac' | 'personalValues'> & { sealing: Sealing; claims: Claims }) =>
  /**
   * Returns the appends that reserve the values which `after` adds to `before`.
   * @throws Refusal if another stream holds the value
   * @throws RevisionConflict if a rival was faster or a generated value is taken: read again and
   * retry
   */
  async function createReservationAppends<State>(
    decider: Folding<State> & Holding<State>,
    stream: string,
    {
      before,
      after,
      expectedClaims,
    }: { before: State; after: State; expectedClaims?: ExpectedClaims },
    metadataFor: MetadataFor,
  ): Promise<Append[]> {
    const { organizationId } = parseStream(stream);
    const now = clock.now();
    const valuesBefore = new Set(
      decider.uniqueValues(before, now).map(({ kind, value }) => `${kind} ${value}`),
    );
    const newValues = decider
      .uniqueValues(after, now)
      .filter(({ kind, value }) => !valuesBefore.has(`${kind} ${value}`))
      .map((unique): [string, UniqueValue] => [claims.claimName(unique, organizationId), unique])
      .sort(([one], [other]) => (one < other ? -1 : 1));
    // All claims that are not in `readings` are read in one round trip.
    const readings = new Map(expectedClaims);
    for (const [name, unique] of newValues)
      if (!readings.has(name)) {
        const reading = claims.read(unique, organizationId);
        reading.catch(() => undefined);
        readings.set(name, reading);
      }
    const appends: Append[] = [];
    for (const [name, unique] of newValues) appends.push(await createReservation(name, unique));
    return appends;

    async function createReservation(name: string, unique: UniqueValue): Promise<Append> {
      let reading = readings.get(name);
      for (;;) {
        const claim = await (reading ?? claims.read(unique, organizationId));
        reading = undefined;
        const holder = reservedHolder(claim);
        if (holder === stream) return reserve(claim);
        if (holder === undefined && !claims.isPersonal(unique)) return reserve(claim);
        if (holder === undefined) {
          const entry = {
            id: name,
            stream: `claim-${randomUUID()}`,
            holder: stream,
            at: clock.now(),
          };
          const hasPutEntry = await index.putClaim(entry, claim.entry?.stream);
          if (hasPutEntry) return reserve({ stream: entry.stream, entry, last: undefined });
          continue;
        }

        const rival = await folded.load(decider, holder);
        if (holdsValue(decider, rival.state, unique, now)) throw takenError(unique, holder);
        if (!isRecent(claim.last?.metadata.at ?? claim.entry!.at)) {
          await appendFence(holder, rival);
          if (!claims.isPersonal(unique)) return reserve(claim);
          await closeClaim(claim);
          continue;
        }
        await clock.pause(POLL_INTERVAL_MS);
      }

      /**
       * Reserves again even if the stream is the holder already: a rival may have read the state
       * and be about to reserve.
       */
      function reserve(claim: Claim): Promise<Append> {
        return createClaimAppend(claim, { type: PRECEDING_TYPE, data: { holder: stream } });
      }
    }

    /** Makes each append of the holder conflict that it decided before this fence. */
    async function appendFence(
      holder: string,
      { revision, chainHead }: Folded<unknown>,
    ): Promise<void> {
      const fence = { type: 'ClaimFenced', data: {}, metadata: metadataFor(holder, revision + 1) };
      await log.append(holder, revision, await sealing.seal(holder, revision, [fence], chainHead));
    }

    async function closeClaim(claim: Claim): Promise<void> {
      const closing = await createClaimAppend(claim, { type: 'ClaimClosed', data: {} });
      await log.append(closing.stream, closing.expected, closing.events);
    }

    async function createClaimAppend(
      { stream: claimStream, last }: Pick<Claim, 'stream' | 'last'>,
      event: Message,
    ): Promise<Append> {
      const expected = last?.revision ?? NO_STREAM;
      const unsealed = { ...event, metadata: metadataFor(claimStream, expected + 1) };
      const head = { hash: last?.metadata.hash ?? '', key: undefined };
      return {
        stream: claimStream,
        expected,
        events: await sealing.seal(claimStream, expected, [unsealed], head),
      };
    }

    /** Compares in both directions, because clocks of processes differ. */
    function isRecent(reservedAt: string): boolean {
      return Math.abs(Date.parse(clock.now()) - Date.parse(reservedAt)) < RESERVATION_TIMEOUT_MS;
    }
  };

/**
 * Error for a taken value: a refusal if a person typed it, a conflict (retry) if it was generated.
 */
const takenError = (
  { kind, refusalIfTaken: refusalCode, field, generated }: UniqueValue,
  holder: string,
): Error =>
  generated
    ? new RevisionConflict(`The generated ${kind} is taken`)
    : new Refusal(refusalCode, field, holder);
