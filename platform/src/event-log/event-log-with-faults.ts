import { Unavailable } from '../common/unavailable.js';
import { act, failpoint, isArmed, reached } from '../common/failpoints.js';
import type { Append, AppendResult, EventLog, Position, RecordedEvent } from './event-log.js';

/**
 * The log itself. In a process that is armed to fail on purpose: one whose answers are lost, whose subscriptions end silently, and which
 * delivers batches late or twice; all that the port allows a log to do, and an embedded one never does by itself.
 */
export function withFaults<Log extends EventLog>(log: Log): Log {
  if (!failpoint) return log;
  // All else is inherited from the log.
  return Object.assign(Object.create(log) as Log, { appendAll, subscribe });

  async function appendAll(appends: readonly Append[]): Promise<AppendResult> {
    const action = reached('log-append');
    if (action) await act(action, 'log-append');
    const result = await (appends.length > 1 && isArmed('after-claim') ? claimsFirst(appends) : log.appendAll(appends));
    if (action?.kind === 'timeout-after-commit') throw new Unavailable('The log did not answer in time');
    return result;
  }

  /** As a log does that has no transaction over two streams. */
  async function claimsFirst(appends: readonly Append[]): Promise<AppendResult> {
    await log.appendAll(appends.slice(0, -1));
    if (failpoint) await failpoint('after-claim');
    return log.appendAll(appends.slice(-1));
  }

  /** Ended silently, it begins again after what was delivered, as an adapter does whose server's subscription has ended. */
  async function* subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    for (let from = after; !signal.aborted;) {
      for await (const batch of log.subscribe(from, signal)) {
        const action = reached('log-subscription');
        if (action?.kind === 'end') break;
        if (action) await act(action, 'log-subscription');
        yield batch;
        if (action?.kind === 'twice') yield batch;
        from = batch.at(-1)!.position;
      }
    }
  }
}
