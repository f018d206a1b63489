import type { ClientSession, Collection as Records, Db } from 'mongodb';
import type { Position } from '../../event-log/event-log.js';
import { type FeedEntry, changesOf, feedLength, feedMilliseconds, grouped } from './read-store.js';

/** What has become too old is forgotten this often, in organizations where something happens. */
const trimMilliseconds = 60_000;

/** From where on everything is told. A new era begins with each line that is joined: what was told before counts no more. */
export type Feed = { readonly era: number; readonly since: Position };
/** An organization's part of it. */
export type OrganizationFeed = Feed & { readonly length: number; readonly trimmedAt: Date };

type Place = { readonly era: number; readonly organization: string; readonly position: Position };
type Entry = { readonly _id: Place; readonly at: Date; readonly length: number; readonly changes: string };

/** What has changed for whom, by organization, a record for each position. A reader who asks for more than it goes back starts over. */
export class FeedOnMongo {
  private readonly entries: Records<Entry>;

  constructor(private readonly db: Db) {
    this.entries = db.collection<Entry>('feed');
  }

  /** Adds changes of one organization in one commit. Answers what its feed is then, without what is too old or too much for it. */
  async add(
    organization: string,
    before: OrganizationFeed,
    added: readonly FeedEntry[],
    now: Date,
    session: ClientSession,
  ): Promise<OrganizationFeed> {
    const { era } = before;
    const entries = [...grouped(added, (entry) => entry.position)].map(([position, of]) => ({
      _id: { era, organization, position },
      at: now,
      length: of.length,
      changes: JSON.stringify(of.map(({ organizationId: _, position: __, ...change }) => change)),
    }));
    await this.entries.insertMany(entries, { session, ordered: false });

    const all = { _id: { $gt: first(era, organization), $lt: last(era, organization) } };
    let feed = { ...before, length: before.length + added.length };
    const upTo = (position: Position) => ({ _id: { $gt: first(era, organization), $lte: { era, organization, position } } });
    const tooMany = feed.length - feedLength;
    if (tooMany > 0) {
      // Each has one change at least, so not more of them go. A question for each would take its time within the transaction.
      const options = { session, sort: { _id: 1 as const }, limit: tooMany, batchSize: tooMany + 1, projection: { length: 1 } };
      for (const { _id, length } of await this.entries.find(all, options).toArray())
        if (feed.length > feedLength) feed = { ...feed, since: _id.position, length: feed.length - length };
      await this.entries.deleteMany(upTo(feed.since), { session });
    }
    if (now.getTime() < feed.trimmedAt.getTime() + trimMilliseconds) return feed;
    const old = { ...all, at: { $lt: new Date(now.getTime() - feedMilliseconds) } };
    const newestOld = await this.entries.findOne(old, { session, sort: { _id: -1 } });
    if (newestOld) {
      const forgotten = upTo(newestOld._id.position);
      const gone = await this.entries.find(forgotten, { session, projection: { length: 1 } }).toArray();
      await this.entries.deleteMany(forgotten, { session });
      feed = { ...feed, since: newestOld._id.position, length: gone.reduce((sum, { length }) => sum - length, feed.length) };
    }
    return { ...feed, trimmedAt: now };
  }

  async after(era: number, organization: string, position: Position, limit: number): Promise<readonly FeedEntry[]> {
    const found = await this.entries
      .find({ _id: { $gt: { era, organization, position }, $lt: last(era, organization) } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
      .toArray();
    return changesOf(
      organization,
      found.map(({ _id, changes }) => [_id.position, changes]),
      limit,
    );
  }

  /** Throws away what was told before this era. Nobody is told of it any more, so it need not be part of a transaction. */
  async forgetBefore(era: number): Promise<void> {
    await this.entries.deleteMany({ _id: { $lt: { era } as Place } });
    await this.db.dropCollection('changes'); // As an earlier build called it.
  }
}

/** Records compare field by field: one that ends earlier comes before all that begin like it. */
const first = (era: number, organization: string) => ({ era, organization }) as Place;
const last = (era: number, organization: string) => ({ era, organization: `${organization}\0` }) as Place;
