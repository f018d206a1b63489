import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import { type Parked, parkedIn } from '../read-side/projections/parked-streams.js';
import { type Health, type ProjectionHost, lagSeconds } from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import type { Checkpoint, ReadStore } from '../read-side/read-store/read-store.js';
import { pause } from '../common/clock.js';
import { Signal } from '../common/signal.js';
import { Views } from '../read-side/read-store/views.js';
import { type CommittedChange, withDocuments } from './committed-changes.js';
import type { ChangePublisher } from './change-publisher.js';

export type Committed = { readonly position: Position; readonly changes: readonly CommittedChange[] };

/** Organizations with listeners here: changes of others need not be read. A Map by their ids is one. */
export type Listening = { has(organizationId: string): boolean };

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
const betweenLooksWaiting = 50;
/** What is further behind than this is not what people did last. */
const longestLagSeconds = 5;
const pageSize = 1_000;

type Listener = { readonly notify: (committed: Committed) => void; readonly listening: Listening };

/**
 * The views as endpoints and sockets need them, whichever process projects them. How far they are, and what has changed, the read
 * store says: it is looked at after each notification of a commit and each second, so that live goes on without notifications, only
 * later. Changes are read from its feed, with the documents as they are now.
 */
export class ReadSide {
  readonly views: Views;
  /** The views have come further. */
  private readonly moved = new Signal();
  /** The store is to be looked at now. */
  private readonly due = new Signal();
  private waiting = 0;
  private hurrying: NodeJS.Timeout | undefined;
  private readonly listeners = new Set<Listener>();
  private ending = new AbortController();
  private running: Promise<unknown> | undefined;
  private log = '';
  private reached: Position = beforeAll;
  /** Until where listeners were notified. */
  private notified: Position = beforeAll;
  private trouble: Error | undefined;
  /** How long the next event that is in no view has been waiting, when it was last looked at. */
  private lagSeconds = 0;
  private parked: readonly Parked[] = [];

  constructor(private readonly options: ReadSideOptions) {
    this.views = new Views(options.store, () => options.host?.rebuilt);
  }

  /** Resolves when it has looked once; whether the views are ready yet, `health` says. */
  async start(): Promise<void> {
    this.ending = new AbortController();
    const { signal } = this.ending;
    await this.look();
    this.notified = this.reached;
    const stopFollowing = this.options.commits.follow((position) => {
      this.reach(position);
      // Other collections may be live now, or the views have caught up.
      if (this.isStale() || !this.views.isReady(this.options.projections)) this.due.notify();
    });
    this.running = Promise.all([this.lookAgain(signal), this.notifyListeners(signal)]).finally(stopFollowing);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.moved.notify();
    await this.running;
  }

  position(): Position {
    return this.reached;
  }

  async waitFor(position: Position, milliseconds: number): Promise<boolean> {
    if (this.reached >= position) return true;
    const over = AbortSignal.timeout(milliseconds);
    if (this.waiting++ === 0) this.hurrying = setInterval(() => this.due.notify(), betweenLooksWaiting).unref();
    while (this.reached < position && !over.aborted && !this.ending.signal.aborted) await this.moved.since(this.moved.seen, over);
    if (--this.waiting === 0) clearInterval(this.hurrying);
    return this.reached >= position;
  }

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
    const role = this.ending.signal.aborted ? 'stopped' : this.views.isReady(projections) ? 'standing by' : 'rebuilding';
    return { position: this.reached, role, lagSeconds: await lagSeconds(log, this.reached), parked: this.parked, trouble: this.trouble };
  }

  /** Each second, and where it is due. */
  private async lookAgain(signal: AbortSignal): Promise<void> {
    for (let { seen } = this.due; !signal.aborted;) {
      const timer = setTimeout(() => this.due.notify(), betweenLooks).unref();
      await this.due.since(seen, signal);
      clearTimeout(timer);
      ({ seen } = this.due);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    const { store, log, onTrouble } = this.options;
    try {
      const [checkpoint, parked] = await Promise.all([store.checkpoint('live'), parkedIn(store), this.views.refresh()]);
      this.parked = parked.filter(({ collection }) => this.views.isLive(collection));
      if (checkpoint) this.reachIn(checkpoint);
      // Where the log is away, nothing more is known of it.
      this.lagSeconds = await lagSeconds(log, this.reached).catch(() => this.lagSeconds);
      this.trouble = undefined;
    } catch (error) {
      if (!this.trouble) onTrouble?.(error as Error);
      this.trouble = error as Error;
    }
  }

  private reachIn({ log, position }: Checkpoint): void {
    this.log ||= log;
    if (log === this.log) return this.reach(position);
    // Another log, or the same after it was restored: its positions have nothing to do with those before.
    this.log = log;
    this.reached = this.notified = position;
    this.moved.notify();
  }

  private reach(position: Position): void {
    if (position <= this.reached) return;
    this.reached = position;
    this.moved.notify();
  }

  /** Once for all that came meanwhile. */
  private async notifyListeners(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { log, reached, moved } = this;
      const { seen } = moved;
      if (this.notified >= reached) await moved.since(seen, signal);
      else
        try {
          const commits = await this.options.store.commitsAfter(this.notified, pageSize);
          const until = commits?.until ?? reached;
          for (const organizationId of commits?.organizations ?? []) await this.notify(organizationId, until);
          if (this.log === log) this.notified = until;
        } catch (error) {
          this.options.onTrouble?.(error as Error);
          await pause(betweenLooks, signal);
        }
    }
  }

  private async notify(organizationId: string, until: Position): Promise<void> {
    const { store, projections } = this.options;
    const listeners = [...this.listeners].filter(({ listening }) => listening.has(organizationId));
    if (listeners.length === 0) return;
    for (let [after, isMore] = [this.notified, true]; isMore;) {
      const page = (await store.changesAfter(organizationId, after, pageSize)) ?? [];
      const changes = page.filter(({ position }) => position <= until);
      isMore = page.length >= pageSize && changes.length === page.length;
      if (changes.length === 0) return;
      after = isMore ? changes.at(-1)!.position : until;
      const committed = { position: after, changes: await withDocuments(changes, { store, projections }) };
      for (const { notify } of listeners) notify(committed);
    }
  }
}
