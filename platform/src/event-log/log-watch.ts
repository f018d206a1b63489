import { type Clock, backOff } from '../common/clock.js';
import type { EventLog, Position, RecordedEvent } from './event-log.js';

type LogWatchOptions = {
  readonly log: Pick<EventLog, 'head' | 'subscribe'>;
  readonly clock: Pick<Clock, 'pause'>;
  /** Is given every batch, in order. */
  readonly listener: (events: readonly RecordedEvent[]) => void | Promise<void>;
  /** Nothing is delivered for now; it goes on after the last that was. */
  readonly onTrouble: (error: unknown) => void;
};

/** Delivers what happens from now on, by a subscription that is made again where it ends. */
export class LogWatch {
  /** Up to where the listener has been given everything; undefined before the start. */
  reached: Position | undefined;
  private readonly ending = new AbortController();
  private watching: Promise<void> | undefined;

  constructor(private readonly options: LogWatchOptions) {}

  /** From the log's end as it is now, which is known when this resolves. */
  async start(): Promise<void> {
    this.reached ??= await this.options.log.head();
    this.watching ??= this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { log, clock, listener, onTrouble } = this.options;
    const { signal } = this.ending;
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const events of log.subscribe(this.reached!, signal)) {
          await listener(events);
          this.reached = events.at(-1)!.position;
          failures = 0;
        }
      } catch (error) {
        if (signal.aborted) return;
        onTrouble(error);
        await clock.pause(backOff(failures++), signal);
      }
    }
  }
}
