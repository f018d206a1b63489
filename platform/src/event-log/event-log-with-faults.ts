import type { Message } from '#domain/kernel/message.js';
import { act, failpoint, isArmed, reached } from '../failpoints.js';
import { type Append, type EventLog, LogUnavailable, type NewEvent, type Place, type Position } from './event-log.js';

/** The log itself, unless this process is armed to fail on purpose. */
export const withFaults = <Log extends EventLog>(log: Log): Log | EventLogWithFaults => (failpoint ? new EventLogWithFaults(log) : log);

/**
 * A log whose answers are lost, whose subscriptions end silently, and which hands over batches late or twice: all that the
 * port allows a log to do, and an embedded one never does by itself.
 */
export class EventLogWithFaults implements EventLog {
  readonly textOfAll: EventLog['textOfAll'];

  constructor(private readonly log: EventLog) {
    this.textOfAll = log.textOfAll?.bind(log);
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Place> {
    return this.appendAll([{ stream, expected, events }]);
  }

  async appendAll(appends: readonly Append[]): Promise<Place> {
    const action = reached('log-append');
    if (action) await act(action, 'log-append');
    const place = await (appends.length > 1 && isArmed('after-claim') ? this.claimsFirst(appends) : this.log.appendAll(appends));
    if (action?.kind === 'timeout-after-commit') throw new LogUnavailable('The log did not answer in time');
    return place;
  }

  read<Event extends Message>(stream: string, from?: number) {
    return this.log.read<Event>(stream, from);
  }

  readAll(after: Position, max: number) {
    return this.log.readAll(after, max);
  }

  /** Ended silently, it begins again after what was handed over, as an adapter does whose server's subscription has ended. */
  async *subscribe(after: Position, signal: AbortSignal) {
    for (let from = after; !signal.aborted;) {
      for await (const batch of this.log.subscribe(from, signal)) {
        const action = reached('log-subscription');
        if (action?.kind === 'end') break;
        if (action) await act(action, 'log-subscription');
        yield batch;
        if (action?.kind === 'twice') yield batch;
        from = batch.at(-1)!.position;
      }
    }
  }

  identity() {
    return this.log.identity();
  }

  head() {
    return this.log.head();
  }

  close() {
    return this.log.close();
  }

  /** As a log does that has no transaction over two streams. */
  private async claimsFirst(appends: readonly Append[]): Promise<Place> {
    await this.log.appendAll(appends.slice(0, -1));
    if (failpoint) await failpoint('after-claim');
    return this.log.appendAll(appends.slice(-1));
  }
}
