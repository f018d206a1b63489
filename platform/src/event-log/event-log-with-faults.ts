import { Unavailable } from '../common/unavailable.js';
import { act, failpoint, isArmed, reached } from '../common/failpoints.js';
import { DelegatingEventLog } from './delegating-event-log.js';
import { type Append, type AppendResult, type EventLog, type Position } from './event-log.js';

/** The log itself, unless this process is armed to fail on purpose. */
export const withFaults = <Log extends EventLog>(log: Log): Log | EventLogWithFaults => (failpoint ? new EventLogWithFaults(log) : log);

/**
 * A log whose answers are lost, whose subscriptions end silently, and which delivers batches late or twice: all that the
 * port allows a log to do, and an embedded one never does by itself.
 */
export class EventLogWithFaults extends DelegatingEventLog {
  override async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    const action = reached('log-append');
    if (action) await act(action, 'log-append');
    const result = await (appends.length > 1 && isArmed('after-claim') ? this.claimsFirst(appends) : this.log.appendAll(appends));
    if (action?.kind === 'timeout-after-commit') throw new Unavailable('The log did not answer in time');
    return result;
  }

  /** Ended silently, it begins again after what was delivered, as an adapter does whose server's subscription has ended. */
  override async *subscribe(after: Position, signal: AbortSignal) {
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

  /** As a log does that has no transaction over two streams. */
  private async claimsFirst(appends: readonly Append[]): Promise<AppendResult> {
    await this.log.appendAll(appends.slice(0, -1));
    if (failpoint) await failpoint('after-claim');
    return this.log.appendAll(appends.slice(-1));
  }
}
