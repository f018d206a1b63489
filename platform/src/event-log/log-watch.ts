import type { Clock } from '../common/clock.js';
import { keepRunning } from '../common/retry.js';
import type { EventLog, Position, RecordedEvent } from './event-log.js';

type LogWatchOptions = {
  readonly log: Pick<EventLog, 'readLastPosition' | 'subscribe'>;
  readonly clock: Pick<Clock, 'pause'>;
  /** Receives every batch, in order. */
  readonly listener: (events: readonly RecordedEvent[]) => void | Promise<void>;
  /** Called when delivery fails; it resumes after the last delivered event. */
  readonly onTrouble: (error: unknown) => void;
};

/** Delivers new events; subscribes again when the subscription ends. */
export class LogWatch {
  /** Position up to which the listener has everything; undefined before the start. */
  reached: Position | undefined;
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;

  constructor(private readonly options: LogWatchOptions) {}

  /**
   * Resolves when the place where delivery starts is known.
   * @param after position of the last event that is not delivered; default: the log's present end
   */
  async start(after?: Position): Promise<void> {
    this.reached ??= after ?? (await this.options.log.readLastPosition());
    this.watching ??= this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { log, clock, listener, onTrouble } = this.options;
    const { signal } = this.stopping;
    await keepRunning(
      async (resetBackOff) => {
        for await (const events of log.subscribe(this.reached!, signal)) {
          await listener(events);
          this.reached = events.at(-1)!.position;
          resetBackOff();
        }
      },
      { signal, onFailure: onTrouble, clock },
    );
  }
}
