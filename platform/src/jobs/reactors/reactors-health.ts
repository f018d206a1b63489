import { errorName } from '../../common/error-name.js';

/**
 * Poison event that is retried, or an event that waits behind one of its stream. Holds ids only.
 */
export type ParkedEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly since: string;
  /** Class of the error. Its message may quote personal data. */
  readonly because: string;
};

/** Limit per reactor, because all fit in one checkpoint. A reactor with more of them stalls. */
export const MAX_PARKED = 1_000;

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

  get parkedCount(): number {
    return [...this.parked.values()].reduce((sum, events) => sum + events.length, 0);
  }

  snapshot(): ReactorsStatus {
    const parked = [...this.parked].map(([reactor, events]) => {
      const since = events.map((event) => event.since).toSorted()[0]!;
      return [reactor, { events: events.length, since }] as const;
    });
    return { standing: Object.fromEntries(this.standing), parked: Object.fromEntries(parked) };
  }
}
