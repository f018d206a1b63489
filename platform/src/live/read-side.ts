import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import { type Parked, parkedIn } from '../read-side/projections/parked-streams.js';
import { type CommitNotification, type Health, type ProjectionHost, lagSeconds } from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import type { ReadStore } from '../read-side/read-store/read-store.js';
import { Views } from '../read-side/read-store/views.js';
import { type CommittedChange, withDocuments } from './change-feed.js';
import type { ChangePublisher } from './change-publisher.js';
import { Waiters } from './waiters.js';

export type Committed = { readonly position: Position; readonly changes: readonly CommittedChange[] };

/** Organizations with listeners here: changes of others need not be read. A Map by their ids is one. */
export type Listening = { has(organizationId: string): boolean; keys(): Iterable<string> };

export type ReadSideOptions = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  readonly commits: Pick<ChangePublisher, 'follow'>;
  /** Where views are projected in this process, it knows more of their health. */
  readonly host?: Pick<ProjectionHost, 'health' | 'rebuilt'> | undefined;
  /** The read store is out of reach; it is looked at again. */
  readonly onTrouble?: (error: Error) => void;
};

/** How often the read store is asked how far it is, and which collections are live: a notification is a hint and may be lost. */
const betweenLooks = 1_000;
/** While a request waits for its own write. */
const betweenLooksWaiting = 50;
/** What is further behind than this is not what people did last. */
const longestLagSeconds = 5;
/** Of an organization, so many changes are read at once, and listeners are given those of whole commits. */
const changesOfPage = 1_000;

type Listener = { readonly notify: (committed: Committed) => void; readonly listening: Listening };

/**
 * The views as endpoints and sockets need them, whichever process projects them. A notification of a commit comes from the
 * projection host; what has changed for an organization with listeners is read from the read store's feed, with the documents as
 * they are now. How far the views are is the read store's to say: what no notification came for is found within two looks, so that
 * live goes on without notifications, only later.
 */
export class ReadSide {
  readonly views: Views;
  private readonly waiters = new Waiters();
  private readonly listeners = new Set<Listener>();
  private stopFollowing = (): void => {};
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private stopped = true;
  private log = '';
  private reached: Position = beforeAll;
  /** Until where listeners were notified; what was reached when that was last checked; and when it was. */
  private notified: Position = beforeAll;
  private reachedBefore: Position = beforeAll;
  private checkedAt = 0;
  private received: CommitNotification[] = [];
  private notifying: Promise<void> = Promise.resolve();
  private trouble: Error | undefined;
  /** How long the next event that is in no view has been waiting, when it was last looked at. */
  private lagSeconds = 0;
  private parked: readonly Parked[] = [];

  constructor(private readonly options: ReadSideOptions) {
    this.views = new Views(options.store, () => options.host?.rebuilt);
  }

  /** Resolves when it has looked once; whether the views are ready yet, `health` says. */
  async start(): Promise<void> {
    this.stopped = false;
    await this.look();
    this.notified = this.reachedBefore = this.reached;
    this.stopFollowing = this.options.commits.follow((notification) => {
      this.reach(notification.position);
      // Other collections may be live now, or the views have caught up.
      if (notification.organizations.length === 0 || this.isStale()) void this.look();
      this.receive(notification);
    });
    this.lookLater();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.stopFollowing();
    this.waiters.giveUp();
    await Promise.all([this.looking, this.notifying]);
  }

  position(): Position {
    return this.reached;
  }

  /** Whether the views have come that far within so many milliseconds. */
  waitFor(position: Position, milliseconds: number): Promise<boolean> {
    if (this.reached >= position) return Promise.resolve(true);
    if (this.stopped) return Promise.resolve(false);
    // The first that waits hurries the next look; if each put it off, it would never be.
    const hurries = this.waiters.size === 0;
    const waiting = this.waiters.until(position, milliseconds);
    if (hurries) this.lookLater();
    return waiting;
  }

  /** Whether the views are known to be behind the log. */
  isStale(): boolean {
    return this.trouble !== undefined || this.lagSeconds > longestLagSeconds;
  }

  /** Whether one of these streams is parked in a view that is read: what is shown of it may be old. */
  isParked(streams: readonly string[]): boolean {
    return this.parked.some(({ stream }) => streams.includes(stream));
  }

  /** Calls the listener after commits that concern its organizations. Answers how to stop. */
  onCommitted(notify: (committed: Committed) => void, listening: Listening): () => void {
    const listener = { notify, listening };
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async health(): Promise<Health> {
    const { host, log, projections } = this.options;
    if (host) return host.health();
    const role = this.stopped ? 'stopped' : this.views.isReady(projections) ? 'standing by' : 'rebuilding';
    return { position: this.reached, role, lagSeconds: await lagSeconds(log, this.reached), parked: this.parked, trouble: this.trouble };
  }

  /** One look at a time. */
  private look(): Promise<void> {
    return (this.looking ??= this.lookOnce().finally(() => (this.looking = undefined)));
  }

  private async lookOnce(): Promise<void> {
    const { store, log, onTrouble } = this.options;
    try {
      const [checkpoint, parked] = await Promise.all([store.checkpoint('live'), parkedIn(store), this.views.refresh()]);
      this.parked = parked.filter(({ collection }) => this.views.isLive(collection));
      // Where the log is away, nothing more is known of it.
      this.lagSeconds = await lagSeconds(log, this.reached).catch(() => this.lagSeconds);
      this.trouble = undefined;
      if (!checkpoint) return;
      this.log ||= checkpoint.log;
      if (checkpoint.log === this.log) return this.reach(checkpoint.position);
      // Another log, or the same after it was restored: its positions have nothing to do with those before.
      this.log = checkpoint.log;
      this.reached = this.notified = this.reachedBefore = checkpoint.position;
      this.waiters.reach(this.reached);
    } catch (error) {
      if (!this.trouble) onTrouble?.(error as Error);
      this.trouble = error as Error;
    }
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    const milliseconds = this.waiters.size > 0 ? betweenLooksWaiting : betweenLooks;
    this.timer = setTimeout(() => {
      void this.look().then(() => {
        this.checkForMissed();
        this.lookLater();
      });
    }, milliseconds).unref();
  }

  /** What had been reached by the last time and is still not notified was missed. */
  private checkForMissed(): void {
    if (performance.now() < this.checkedAt + betweenLooks) return; // A notification may be on its way.
    this.checkedAt = performance.now();
    if (this.notified < this.reachedBefore && !this.trouble) this.receive({ position: this.reached, organizations: [] });
    this.reachedBefore = this.reached;
  }

  private reach(position: Position): void {
    if (position <= this.reached) return;
    this.reached = position;
    this.waiters.reach(position);
  }

  private receive(notification: CommitNotification): void {
    if (this.stopped) return;
    this.received.push(notification);
    this.notifying = this.notifying.then(() => this.notifyListeners());
  }

  /** Once for all notifications that came meanwhile. What fails was missed, and is found when the read store can be asked again. */
  private async notifyListeners(): Promise<void> {
    const received = this.received.splice(0);
    if (received.length === 0 || this.stopped) return;
    const until = received.at(-1)!.position;
    try {
      for (const organizationId of this.concerned(received)) await this.notify(organizationId, until);
      if (until > this.notified) this.notified = until;
    } catch (error) {
      this.options.onTrouble?.(error as Error);
    }
  }

  /** Those that the notifications name; where there is a gap before one of them, all that have listeners. */
  private concerned(received: readonly CommitNotification[]): ReadonlySet<string> {
    let reached = this.notified;
    for (const { after, position } of received) {
      if (position > reached && (after === undefined || after > reached))
        return new Set([...this.listeners].flatMap(({ listening }) => [...listening.keys()]));
      if (position > reached) reached = position;
    }
    return new Set(received.flatMap(({ organizations }) => organizations));
  }

  private async notify(organizationId: string, until: Position): Promise<void> {
    const { store, projections } = this.options;
    const listeners = [...this.listeners].filter(({ listening }) => listening.has(organizationId));
    if (listeners.length === 0) return;
    for (let after = this.notified, most = changesOfPage; ;) {
      const entries = (await store.changesAfter(organizationId, after, most)) ?? [];
      // A full page may end within a commit, whose other changes come with the next page, or with a larger one.
      const cut = entries.length === most ? entries.at(-1)!.position : undefined;
      const changes = entries.filter(({ position }) => position <= until && position !== cut);
      const isMore = cut !== undefined && cut <= until;
      if (changes.length > 0) {
        const position = isMore ? changes.at(-1)!.position : until;
        const committed = { position, changes: await withDocuments(changes, { store, projections }) };
        for (const { notify } of listeners) notify(committed);
        after = position;
      }
      if (!isMore) return;
      most = changes.length > 0 ? changesOfPage : most * 2;
    }
  }
}
