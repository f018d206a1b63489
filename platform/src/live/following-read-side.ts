import type { EventLog, Position } from '../event-log/event-log.js';
import { beforeAll } from '../event-log/event-log.js';
import { parkedIn, parkedStreams } from '../projection-running/parked-streams.js';
import type { Projection } from '../projection-running/projection.js';
import type { Committed, Health, Listening, ReadSide } from '../projection-running/read-side.js';
import { Waiters } from '../projection-running/waiters.js';
import type { FeedEntry, ReadStore } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';
import { changesNow } from './changes-now.js';
import type { CommitNews, Commits } from './commits.js';

export type FollowingOptions = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  readonly commits: Pick<Commits, 'follow'>;
  /** The read store is out of reach; it is looked at again. */
  readonly onTrouble?: (error: Error) => void;
  readonly now?: () => number;
};

/** How often the read store is asked how far it is, and which collections are live: news is a hint and may be lost. */
const betweenLooks = 1_000;
/** While somebody waits for their own write. */
const betweenLooksWaiting = 50;
/** Of an organization, what was missed is told if it is no more than this; beyond it the next resume starts over. */
const mostMissed = 500;

type Listener = { readonly tell: (committed: Committed) => void; readonly listening: Listening | undefined };

/**
 * The read side of a process that folds nothing itself. It hears of commits from the host's process, and tells its own
 * listeners with documents that it reads here, once for all that came meanwhile. How far the views are is the read store's to
 * say: what was not heard of is told from its feed within two looks, so that live goes on without news, only later.
 */
export class FollowingReadSide implements ReadSide {
  readonly views: Views;
  private readonly byName: ReadonlyMap<string, Projection>;
  private readonly waiters = new Waiters();
  private readonly listeners = new Set<Listener>();
  private readonly now: () => number;
  private stopFollowing = (): void => {};
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private stopped = true;
  private log = '';
  private reached: Position = beforeAll;
  /** Until where listeners were told, and what came since. */
  private told: Position = beforeAll;
  /** What the views had come to when it was last asked whether anything was missed. */
  private reachedBefore: Position = beforeAll;
  private caughtUpAt = 0;
  private heard: CommitNews[] = [];
  private telling: Promise<void> | undefined;
  private trouble: Error | undefined;

  constructor(private readonly options: FollowingOptions) {
    this.views = new Views(options.store);
    this.byName = new Map(options.projections.map((projection) => [projection.name, projection]));
    this.now = options.now ?? Date.now;
  }

  /** Resolves when it has looked once; whether the views are ready yet, `health` says. */
  async start(): Promise<void> {
    this.stopped = false;
    await this.look();
    this.told = this.reachedBefore = this.reached;
    this.stopFollowing = this.options.commits.follow((news) => this.hear(news));
    this.lookLater();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.stopFollowing();
    this.waiters.giveUp();
    await Promise.all([this.looking, this.telling]);
  }

  position(): Position {
    return this.reached;
  }

  waitFor(position: Position, milliseconds: number): Promise<boolean> {
    if (this.reached >= position) return Promise.resolve(true);
    if (this.stopped) return Promise.resolve(false);
    // Whoever is the first to wait hurries the next look; were it put off by each who comes, it would never be.
    const hurries = this.waiters.size === 0;
    const waiting = this.waiters.until(position, milliseconds);
    if (hurries) this.lookLater();
    return waiting;
  }

  onCommitted(tell: (committed: Committed) => void, listening?: Listening): () => void {
    const listener = { tell, listening };
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async health(): Promise<Health> {
    const { log, store, projections } = this.options;
    const position = this.reached;
    const [next] = await log.readAll(position, 1);
    const lagSeconds = next ? Math.max(0, (this.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
    const parked = (await store.collections()).includes(parkedStreams.name) ? await parkedIn(store) : [];
    const role = this.stopped ? 'stopped' : this.views.isReady(projections) ? 'standing by' : 'filling';
    return { position, role, lagSeconds, parked, trouble: this.trouble };
  }

  private hear(news: CommitNews): void {
    if (this.stopped) return;
    this.heard.push(news);
    this.reach(news.position);
    // Something has changed that no document shows: which collections are live, maybe.
    if (news.changes.length === 0) void this.look();
    this.tellSoon();
  }

  /** One look at a time: whoever wants another meanwhile has this one. */
  private look(): Promise<void> {
    return (this.looking ??= this.lookOnce().finally(() => (this.looking = undefined)));
  }

  private async lookOnce(): Promise<void> {
    try {
      const [checkpoint] = await Promise.all([this.options.store.checkpoint('live'), this.views.refresh()]);
      this.trouble = undefined;
      if (!checkpoint) return;
      if (checkpoint.log === this.log) return this.reach(checkpoint.position);
      // Another log, or the same after it was restored: its positions have nothing to do with those before.
      this.log = checkpoint.log;
      this.reached = this.told = this.reachedBefore = checkpoint.position;
      this.waiters.reach(this.reached);
    } catch (error) {
      if (!this.trouble) this.options.onTrouble?.(error as Error);
      this.trouble = error as Error;
    }
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        void this.look().then(() => {
          this.catchUp();
          this.lookLater();
        });
      },
      this.waiters.size > 0 ? betweenLooksWaiting : betweenLooks,
    ).unref();
  }

  /** What was committed by the last time and is still not told was not heard of. */
  private catchUp(): void {
    if (performance.now() < this.caughtUpAt + betweenLooks) return; // News is on its way.
    this.caughtUpAt = performance.now();
    const missed = this.told < this.reachedBefore;
    this.reachedBefore = this.reached;
    if (missed && !this.trouble && !this.telling) this.telling = this.ended(this.tellMissed(this.told, this.reached));
  }

  private reach(position: Position): void {
    if (position <= this.reached) return;
    this.reached = position;
    this.waiters.reach(position);
  }

  private tellSoon(): void {
    this.telling ??= this.ended(this.tellHeard());
  }

  /** What could not be told now was missed, and is told when the read store can be asked again. */
  private ended(telling: Promise<void>): Promise<void> {
    return telling.catch((error: Error) => this.options.onTrouble?.(error)).finally(() => this.toldUntilNow());
  }

  private toldUntilNow(): void {
    this.telling = undefined;
    if (this.heard.length > 0 && !this.stopped) this.tellSoon();
  }

  private async tellHeard(): Promise<void> {
    const heard = this.heard.splice(0);
    const position = heard.at(-1)!.position;
    if (this.isGapIn(heard)) return this.tellMissed(this.told, position);
    await this.tellAll(
      position,
      heard.flatMap(({ changes }) => changes),
    );
    if (position > this.told) this.told = position;
  }

  /** Whether something was committed since the last that was told of which this news says nothing. */
  private isGapIn(heard: readonly CommitNews[]): boolean {
    let reached = this.told;
    for (const { after, position } of heard) {
      if (position > reached && (after === undefined || after > reached)) return true;
      if (position > reached) reached = position;
    }
    return false;
  }

  private async tellMissed(after: Position, until: Position): Promise<void> {
    const { store } = this.options;
    const organizations = new Set([...this.listeners].flatMap(({ listening }) => [...(listening?.keys() ?? [])]));
    for (const organizationId of organizations) {
      const changes = await store.changesAfter(organizationId, after, mostMissed + 1);
      if (changes && changes.length <= mostMissed) await this.tellAll(until, changes);
    }
    if (until > this.told) this.told = until;
  }

  /** Each listener what concerns it: documents that nobody here listens for are not read. */
  private async tellAll(position: Position, changes: readonly FeedEntry[]): Promise<void> {
    for (const { tell, listening } of this.listeners) {
      const wanted = listening ? changes.filter(({ organizationId }) => listening.has(organizationId)) : changes;
      if (wanted.length > 0) tell({ position, changes: await changesNow(wanted, { store: this.options.store, projections: this.byName }) });
    }
  }
}
