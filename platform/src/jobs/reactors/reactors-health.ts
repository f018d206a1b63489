/**
 * An event whose effects failed by themselves, or that waits behind such a one of its stream. Ids
 * only, never personal data.
 */
export type ParkedEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly since: string;
  /** The kind of error, without its words: those may quote data. */
  readonly because: string;
};

/** A checkpoint is one small record: with more than these the reactor stands still instead. */
export const mostParked = 1_000;

/** A reactor that waits for something: since when, for which event, and the kind of error. */
export type Standing = {
  readonly since: string;
  readonly eventId?: string;
  readonly because: string;
};
export type ReactorsNow = {
  readonly standing: Readonly<Record<string, Standing>>;
  /** By reactor, how many events are tried again apart, and since when the first of them is. */
  readonly parked: Readonly<Record<string, { readonly events: number; readonly since: string }>>;
};

export class ReactorsHealth {
  readonly standing = new Map<string, Standing>();
  private readonly parked = new Map<string, readonly ParkedEvent[]>();

  /**
   * Called with each failure; what it stands for since the first of them is kept. @returns since
   * when
   */
  stands(reactor: string, now: string, error: unknown, eventId?: string): string {
    const since = this.standing.get(reactor)?.since ?? now;
    this.standing.set(reactor, {
      since,
      ...(eventId !== undefined && { eventId }),
      because: nameOf(error),
    });
    return since;
  }

  goesOn(reactor: string): void {
    this.standing.delete(reactor);
  }

  parks(reactor: string, events: readonly ParkedEvent[]): void {
    if (events.length > 0) this.parked.set(reactor, events);
    else this.parked.delete(reactor);
  }

  get parkedCount(): number {
    return [...this.parked.values()].reduce((sum, events) => sum + events.length, 0);
  }

  now(): ReactorsNow {
    const parked = [...this.parked].map(([reactor, events]) => {
      const since = events.map((event) => event.since).toSorted()[0]!;
      return [reactor, { events: events.length, since }] as const;
    });
    return { standing: Object.fromEntries(this.standing), parked: Object.fromEntries(parked) };
  }
}

export const nameOf = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : typeof error;
