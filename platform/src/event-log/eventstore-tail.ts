import { END, excludeSystemEvents } from '@eventstore/db-client';
import { keepRunning } from '../common/retry.js';
import type { CatchUp } from './catch-up.js';
import { PRECEDING_TYPE } from './event-log.js';
import { type EventStoreConnection, RETRY_BACKOFF_MS } from './eventstore-connection.js';
import { toPosition } from './eventstore-mapping.js';

/** Polls after which a subscription is replaced, because it may stay open and fall silent. */
const POLLS_PER_SUBSCRIPTION = 15;

/**
 * Shares one server subscription between all subscribers of this process. It only signals growth,
 * and polls every few seconds. `CatchUp` reads the events, so late, doubled or lost signals do no
 * harm.
 */
export class EventStoreTail {
  private running: Promise<void> | undefined;

  /** @param pollMs interval at which subscribers poll */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly subscribers: Pick<CatchUp, 'announce' | 'poll'>,
    private readonly pollMs: number,
  ) {}

  /** Starts with the first subscriber; runs until the log is closed. */
  start(): void {
    this.running ??= this.keepListening();
  }

  /** Subscribes again whenever the subscription ends, with or without an error. */
  private async keepListening(): Promise<void> {
    const { connection, pollMs } = this;
    const polling = setInterval(() => this.subscribers.poll(), pollMs);
    await keepRunning((resetBackOff) => this.listen(resetBackOff), {
      signal: connection.closed,
      backOff: RETRY_BACKOFF_MS,
      onFailure: (error) => connection.reportTrouble(error),
    });
    clearInterval(polling);
  }

  /**
   * Listens at the end of the log, until the subscription is renewed or the log is closed. Its
   * confirmation makes subscribers read what was appended before.
   */
  private async listen(onConfirmed: () => void): Promise<void> {
    const { closed } = this.connection;
    const { client, retired } = this.connection.forSubscription;
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: excludeSystemEvents(),
      requiresLeader: true,
    });
    let isEnding = false;
    const end = () => {
      isEnding = true;
      void subscription.destroy();
    };
    // A timer instead of `AbortSignal.any`: Node 20 collects such signals while they are needed.
    const renewal = setTimeout(end, this.pollMs * POLLS_PER_SUBSCRIPTION);
    for (const signal of [closed, retired]) signal.addEventListener('abort', end);
    subscription.on('error', () => {}); // An unhandled later error would end the process.
    subscription.on('confirmation', () => {
      onConfirmed();
      this.subscribers.poll();
    });
    try {
      for await (const { event } of subscription)
        if (event?.position && event.type !== PRECEDING_TYPE)
          this.subscribers.announce(toPosition(event.position));
      throw new Error('the server ended the subscription');
    } catch (error) {
      if (!isEnding) throw error;
    } finally {
      clearTimeout(renewal);
      for (const signal of [closed, retired]) signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => {});
    }
  }
}
