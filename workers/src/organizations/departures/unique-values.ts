import { aggregates } from '#domain/aggregates.js';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { UniqueValue } from '#domain/kernel/decider.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { BadConfig } from '#platform/common/config/config.js';
import type { Clock } from '#platform/common/clock.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { findOrganizationOfStream, parseStream } from '#platform/event-log/subject.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { createReservations } from '#platform/write-side/claims.js';
import { createMetadata } from '#platform/write-side/event-metadata.js';
import type { EventReading, WriteSide } from '#platform/write-side/write-side.js';
import { randomUUID } from 'node:crypto';

/** Installation that reserves values. */
export type ReservingInstallation = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly writeSide: WriteSide & EventReading;
  readonly clock: Clock;
};

type HeldValues = { readonly aggregate: AnyAggregate; readonly values: readonly UniqueValue[] };

/** Values that the record of a stream holds now, such as a phone number. */
async function readUniqueValues(
  { writeSide, clock }: Pick<ReservingInstallation, 'writeSide' | 'clock'>,
  stream: string,
): Promise<HeldValues> {
  const category = stream.slice(0, stream.indexOf('-'));
  const aggregate = aggregates.find((each) => each.category === category) as
    AnyAggregate | undefined;
  if (!aggregate) throw new Error(`${stream} is of no known kind`);
  const { state } = await writeSide.folded.load(aggregate as never, stream);
  return { aggregate, values: aggregate.uniqueValues(state, clock.now()) };
}

/**
 * Checks that no record of the target holds a value that these streams hold in the source.
 * @throws BadConfig for a value that is taken
 */
export async function assertValuesAreFree(
  streams: Iterable<string>,
  source: ReservingInstallation,
  target: ReservingInstallation,
): Promise<void> {
  for (const stream of streams) {
    const { aggregate, values } = await readUniqueValues(source, stream);
    for (const { kind, value } of values) {
      const { organizationId } = parseStream(stream);
      const { claims } = target.writeSide;
      const holder = await claims.findHolder(kind, organizationId, value, aggregate as never);
      if (holder !== undefined && holder !== stream) throw valueTakenError(stream, kind, holder);
    }
  }
}

/**
 * Reserves the values of imported streams, because claim names differ between installations.
 * @throws BadConfig for a value that somebody took meanwhile
 */
export async function reserveValues(
  streams: Iterable<string>,
  { log, keys, writeSide, clock }: ReservingInstallation,
): Promise<void> {
  const { folded, sealing, claims } = writeSide;
  const createReservationAppends = createReservations({
    log,
    folded,
    sealing,
    clock,
    claims,
    index: keys,
  });
  for (const stream of streams) {
    const { aggregate, values } = await readUniqueValues({ writeSide, clock }, stream);
    const { organizationId } = parseStream(stream);
    const unreserved: UniqueValue[] = [];
    for (const unique of values) {
      const { last, entry } = await claims.read(unique, organizationId);
      const holder = claims.isPersonal(unique) ? entry?.holder : last?.data.holder;
      if (!last || holder !== stream) unreserved.push(unique);
    }
    if (unreserved.length === 0) continue;
    const { state } = await folded.load(aggregate as never, stream);
    const at = clock.now();
    const metadataFor = createMetadata({
      recordStream: stream,
      request: { id: randomUUID(), actorId: '' },
      fingerprint: '',
      organizationId: findOrganizationOfStream(stream) ?? '',
      at,
      capturedAt: at,
      on: at.slice(0, 10),
    });
    try {
      const appends = await createReservationAppends(
        aggregate as never,
        stream,
        { before: aggregate.initialState as never, after: state as never },
        metadataFor,
      );
      await log.appendAll(appends);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw valueTakenError(stream, error.code, error.holder ?? 'another record');
    }
  }
}

const valueTakenError = (stream: string, kind: string, holder: string): BadConfig =>
  new BadConfig(`${holder} has the same value (${kind}) there as ${stream} has here.`);
