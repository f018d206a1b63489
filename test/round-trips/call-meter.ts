import type { Message } from '#domain/kernel/texts/message.js';
import {
  type Append,
  EventLog,
  type EventSelection,
  type Position,
  type StreamSelection,
} from '#platform/event-log/event-log.js';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Work whose log calls are counted. */
export type Subject = {
  readonly kind: 'command' | 'event' | 'job';
  /** Type of the command or event, or name of the job. */
  readonly name: string;
  /** Id of the command, of the event with its reactor, or of the job. */
  readonly id: string;
};
type Call = { readonly kind: 'read' | 'append'; readonly begun: number; readonly ended: number };
export type Ledger = Subject & { readonly calls: Call[]; tookMs: number };

/**
 * Ledgers of the running work. All meters share one storage: on Node 20 each storage slows every
 * promise of the process until it ends.
 */
const ledgersOfWork = new AsyncLocalStorage<readonly Ledger[]>();

/** Log calls by the work that made them, also for overlapping and nested work. */
export class CallMeter {
  private readonly ledgers = new Map<string, Ledger>();

  /** @param now time in any unit; calls at the same time count as concurrent */
  constructor(readonly now: () => number) {}

  /** Counts the calls of `work`; equal subjects share a count. */
  async runCounted<Result>(subject: Subject, work: () => Promise<Result>): Promise<Result> {
    const ledger = this.ledgers.get(subject.id) ?? { ...subject, calls: [], tookMs: 0 };
    this.ledgers.set(subject.id, ledger);
    const began = performance.now();
    try {
      return await ledgersOfWork.run([...(ledgersOfWork.getStore() ?? []), ledger], work);
    } finally {
      ledger.tookMs += performance.now() - began;
    }
  }

  async recordCall<Result>(
    kind: Call['kind'],
    callCount: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const began = this.now();
    try {
      return await work();
    } finally {
      const callTime = (this.now() - began) / callCount;
      for (const ledger of ledgersOfWork.getStore() ?? [])
        for (let call = 0; call < callCount; call++)
          ledger.calls.push({
            kind,
            begun: began + call * callTime,
            ended: began + (call + 1) * callTime,
          });
    }
  }

  all(): readonly Ledger[] {
    return [...this.ledgers.values()];
  }
}

/** Maximum number of sequential calls. */
export function countRoundTrips(calls: readonly Call[]): number {
  let [count, ended] = [0, -Infinity];
  for (const call of calls.toSorted((one, other) => one.ended - other.ended))
    if (call.begun >= ended) [count, ended] = [count + 1, call.ended];
  return count;
}

/** Log that counts its calls. Several appends are sequential, as on servers. */
export class MeteredLog extends EventLog {
  constructor(
    private readonly log: EventLog,
    private readonly meter: CallMeter,
  ) {
    super();
  }

  readIdentity() {
    return this.log.readIdentity();
  }

  appendAll(appends: readonly Append[]) {
    return this.meter.recordCall('append', appends.length, () => this.log.appendAll(appends));
  }

  read<Event extends Message>(stream: string, from?: number) {
    return this.meter.recordCall('read', 1, () => this.log.read<Event>(stream, from));
  }

  readAll(after: Position, max: number) {
    return this.meter.recordCall('read', 1, () => this.log.readAll(after, max));
  }

  readBack(selection: StreamSelection, before: Position | undefined, max: number) {
    return this.meter.recordCall('read', 1, () => this.log.readBack(selection, before, max));
  }

  readSelected(selection: EventSelection, after: Position, max: number) {
    return this.meter.recordCall('read', 1, () => this.log.readSelected(selection, after, max));
  }

  subscribe(after: Position, signal: AbortSignal) {
    return this.log.subscribe(after, signal);
  }

  readLastPosition() {
    return this.meter.recordCall('read', 1, () => this.log.readLastPosition());
  }

  close() {
    return this.log.close();
  }
}
