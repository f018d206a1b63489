import { errorName } from '../../common/error-name.js';
import { DamagedStream, NewerEvent } from '../../event-log/event-log.js';

/**
 * Poison or damaged event that is retried, or an event that waits behind one of its stream. Holds
 * ids only.
 */
export type ParkedEvent = {
  readonly stream: string;
  readonly revision: number;
  /** Empty if the event was damaged. */
  readonly eventId: string;
  readonly since: string;
  /** Class of the error, or the kind of damage. The error's message may quote personal data. */
  readonly because: string;
};

/** Limit of a reactor's parked events, which its checkpoint lists. A reactor with more stalls. */
export const MAX_PARKED = 1_000;

/** Parked events that wait for a repair: those of streams with a damaged event. */
export function waitingForRepair(parked: readonly ParkedEvent[]): readonly ParkedEvent[] {
  const damaged = parked.filter(
    ({ eventId, because }) =>
      eventId === '' || [DamagedStream.name, NewerEvent.name].includes(because),
  );
  const streams = new Set(damaged.map(({ stream }) => stream));
  return parked.filter(({ stream }) => streams.has(stream));
}

/** Failure that stalls a reactor: its start, its event and the class of error. */
export type Stall = {
  readonly since: string;
  readonly eventId?: string;
  readonly because: string;
};
export type ReactorsStatus = {
  readonly standing: Readonly<Record<string, Stall>>;
  /** Parked events by reactor: their number and the time of the first. */
  readonly parked: Readonly<Record<string, { readonly events: number; readonly since: string }>>;
};

export class ReactorsHealth {
  readonly standing = new Map<string, Stall>();
  private readonly parked = new Map<string, readonly ParkedEvent[]>();

  /** Records a failure and returns when the first one in a row happened. */
  recordFailure(reactor: string, now: string, error: unknown, eventId?: string): string {
    const since = this.standing.get(reactor)?.since ?? now;
    this.standing.set(reactor, {
      since,
      ...(eventId !== undefined && { eventId }),
      because: errorName(error),
    });
    return since;
  }

  recordRecovery(reactor: string): void {
    this.standing.delete(reactor);
  }

  setParked(reactor: string, events: readonly ParkedEvent[]): void {
    if (events.length > 0) this.parked.set(reactor, events);
    else this.parked.delete(reactor);
  }

  /** Number of events whose effects fail. Those that wait for a repair are not counted. */
  get failingCount(): number {
    return [...this.parked.values()].reduce(
      (sum, events) => sum + events.length - waitingForRepair(events).length,
      0,
    );
  }

  snapshot(): ReactorsStatus {
    const parked = [...this.parked].map(([reactor, events]) => {
      const since = events.map((event) => event.since).toSorted()[0]!;
      return [reactor, { events: events.length, since }] as const;
    });
    return { standing: Object.fromEntries(this.standing), parked: Object.fromEntries(parked) };
  }
}
