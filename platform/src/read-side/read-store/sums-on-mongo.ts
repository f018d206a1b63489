import type { AnyBulkWriteOperation, ClientSession, Collection as Records, Db } from 'mongodb';
import type { Commit } from './read-store.js';

type Key = { readonly collection: string; readonly key: string };
type Sum = { readonly _id: Key; readonly amounts: Readonly<Record<string, number>> };

/** Sums of all collections, one record for each key. Names of amounts are spelled so that none is a path or an operator. */
export class SumsOnMongo {
  private readonly records: Records<Sum>;

  constructor(db: Db) {
    this.records = db.collection<Sum>('sums');
  }

  async get(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
    const found = await this.records.find({ _id: { $in: keys.map((key) => ({ collection, key })) } }, { batchSize: keys.length + 1 }).toArray();
    const sums = found.map(({ _id, amounts }) => [_id.key, Object.entries(amounts).filter(([, amount]) => amount !== 0)] as const);
    return new Map(
      sums
        .filter(([, amounts]) => amounts.length > 0)
        .map(([key, amounts]) => [key, Object.fromEntries(amounts.map(([name, amount]) => [named(name), amount]))]),
    );
  }

  /** Adds differences; what comes to nothing goes. */
  async add(sums: Commit['sums'], session: ClientSession): Promise<void> {
    const added = sums.filter(({ amounts }) => Object.keys(amounts).length > 0);
    if (added.length === 0) return;
    const lowered = added
      .filter(({ amounts }) => Object.values(amounts).some((amount) => amount < 0))
      .map(({ collection, key }): Key => ({ collection, key }));
    const operations = added.map(({ collection, key, amounts }): AnyBulkWriteOperation<Sum> => {
      const $inc = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`amounts.${spelled(name)}`, amount]));
      return { updateOne: { filter: { _id: { collection, key } }, update: { $inc }, upsert: true } };
    });
    if (lowered.length > 0) operations.push({ updateMany: { filter: { _id: { $in: lowered } }, update: [{ $set: { amounts: withoutNothing } }] } });
    await this.records.bulkWrite(operations, { session, ordered: true });
    if (lowered.length > 0) await this.records.deleteMany({ _id: { $in: lowered }, amounts: {} }, { session });
  }

  async drop(collection: string): Promise<void> {
    await this.records.deleteMany({ _id: { $gt: { collection } as Key, $lt: { collection: `${collection}\0` } as Key } });
  }
}

const withoutNothing = { $arrayToObject: { $filter: { input: { $objectToArray: '$amounts' }, cond: { $ne: ['$$this.v', 0] } } } };
const spelled = (name: string) => `=${name.replace(/[%.$\0]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
const named = (spelling: string) => spelling.slice(1).replace(/%(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
