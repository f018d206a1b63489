import type { AnyBulkWriteOperation, ClientSession, Collection as Records } from 'mongodb';
import { retryOnDuplicate } from '../../storage/mongo/mongo-part.js';

/** What there is beside documents, sums and changes: small records that a commit reads all at once, each under its own id. */
export type StateRecord = { readonly _id: string; readonly value: unknown };

export type Live = readonly (readonly [view: string, collection: string])[];
export type Lease = { readonly holder: string; readonly until: Date; readonly epoch: number };
/** A collection as it was declared, and the form in which its documents are kept. */
export type Made = { readonly declared: string; readonly form: number };

export const ids = {
  live: 'live',
  lease: 'lease',
  feed: 'feed by position',
  line: (name: string) => `line ${name}`,
  collection: (name: string) => `collection ${name}`,
};

/** Some of the records as they were at one time, which the server tells. */
export class State {
  constructor(
    private readonly records: ReadonlyMap<string, unknown>,
    readonly now: Date,
  ) {}

  get<Value>(id: string): Value | undefined {
    return this.records.get(id) as Value | undefined;
  }
}

export async function readState(records: Records<StateRecord>, wanted: readonly string[], session?: ClientSession): Promise<State> {
  const found = await records
    .aggregate<StateRecord & { now: Date }>([{ $match: { _id: { $in: [...new Set(wanted)] } } }, { $addFields: { now: '$$NOW' } }], {
      session,
      batchSize: 1_000,
    })
    .toArray();
  return new State(new Map(found.map(({ _id, value }) => [_id, value])), found[0]?.now ?? new Date());
}

export const setting = (_id: string, value: unknown): AnyBulkWriteOperation<StateRecord> => ({
  replaceOne: { filter: { _id }, replacement: { value }, upsert: true },
});

/**
 * Takes the lease if it is free, or renews it: in one step, by the server's own clock.
 * @param ahead how many milliseconds that clock is taken to be ahead
 */
export async function takeLease(records: Records<StateRecord>, holder: string, milliseconds: number, ahead: number): Promise<Lease | undefined> {
  const now = { $add: ['$$NOW', ahead] };
  const who = { $literal: holder };
  // Also where it has ended meanwhile: nobody else has had it since, so nothing has changed hands.
  const isMine = { $eq: ['$value.holder', who] };
  const isFree = { $or: [isMine, { $lte: [{ $ifNull: ['$value.until', new Date(0)] }, now] }] };
  const epoch = { $ifNull: ['$value.epoch', 0] };
  const taken = {
    holder: { $cond: [isFree, who, '$value.holder'] },
    until: { $cond: [isFree, { $add: [now, milliseconds] }, '$value.until'] },
    epoch: { $cond: [{ $and: [isFree, { $not: [isMine] }] }, { $add: [epoch, 1] }, epoch] },
  };
  const record = await retryOnDuplicate(() =>
    records.findOneAndUpdate({ _id: ids.lease }, [{ $set: { value: taken } }], { upsert: true, returnDocument: 'after' }),
  );
  const lease = record?.value as Lease | undefined;
  return lease?.holder === holder ? lease : undefined;
}
