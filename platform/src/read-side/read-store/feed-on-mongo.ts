import type { ClientSession, Collection as Records, Db } from 'mongodb';
import type { Position } from '../../event-log/event-log.js';
import { changesIn, feedMilliseconds, feedRows, trimmedAtOnce } from './feed.js';
import type { Change } from './read-store.js';

/** From where on the feed has everything. A new era begins when a rebuilt generation takes over: what is of an older one counts no more. */
export type Feed = { readonly era: number; readonly since: Position };

type Key = { readonly era: number; readonly organization: string; readonly position: Position };
type Entry = { readonly _id: Key; readonly at: Date; readonly changes: string };

/** What has changed, by organization. */
export class FeedOnMongo {
  private readonly entries: Records<Entry>;

  constructor(db: Db) {
    this.entries = db.collection<Entry>('feed');
  }

  async ensure(): Promise<void> {
    await this.entries.createIndex({ at: 1 });
  }

  async add(era: number, changes: readonly Change[], at: Date, session: ClientSession): Promise<void> {
    const entries = feedRows(changes).map(({ organization, position, changes: json }) => ({
      _id: { era, organization, position },
      at,
      changes: json,
    }));
    if (entries.length > 0) await this.entries.insertMany(entries, { session, ordered: false });
  }

  async after(era: number, organization: string, position: Position, limit: number): Promise<readonly Change[]> {
    // Keys compare field by field, so that this one comes after all of the organization.
    const end = { era, organization: `${organization}\0` } as Key;
    const found = await this.entries
      .find({ _id: { $gt: { era, organization, position }, $lt: end } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
      .toArray();
    return changesIn(found.map(({ _id, changes }) => ({ ..._id, changes }))).slice(0, limit);
  }

  /** Forgets what has become too old. Answers the last position of this era that went. */
  async trim(era: number, now: Date, session: ClientSession): Promise<Position | undefined> {
    const old = { at: { $lt: new Date(now.getTime() - feedMilliseconds) } };
    const options = { session, sort: { at: 1 as const }, limit: trimmedAtOnce, batchSize: trimmedAtOnce + 1, projection: { _id: 1 } };
    const keys = (await this.entries.find(old, options).toArray()).map(({ _id }) => _id);
    if (keys.length > 0) await this.entries.deleteMany({ _id: { $in: keys } }, { session });
    const positions = keys.filter((key) => key.era === era).map(({ position }) => position);
    return positions.toSorted().at(-1);
  }
}
