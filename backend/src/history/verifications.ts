import type { HistoryKind } from '#domain/history/history.values.js';
import type { Verification } from '#domain/history/history.views.js';
import { EventLog, type RecordedEvent, readReadable } from '#platform/event-log/event-log.js';
import { Notary } from '#platform/notary/notary.js';
import { chainVerifier } from '#platform/sealing/chain.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { RecordPast } from './record-past.js';

type Break = NonNullable<Verification['broken']>['because'];

/** Verifies histories: reads stored events anew, and compares them with their hashes. */
@Injectable()
export class Verifications {
  constructor(
    private readonly past: RecordPast,
    private readonly log: EventLog,
    private readonly notary: Notary,
  ) {}

  /** @throws Refusal if there never was such a record */
  async verify(asker: Asker, kind: HistoryKind, id: string): Promise<Verification> {
    const events = await this.past.events(asker, kind, id);
    const [checkpoint, { stopped }, breaks] = await Promise.all([
      this.notary.newest(),
      this.notary.status(),
      this.breaksOf(events),
    ]);
    const brokenAt = events.findIndex(({ stream, revision }) => {
      const found = breaks.get(stream);
      return found !== undefined && found.revision <= revision;
    });
    const uncoveredAt = events.findIndex(
      ({ position }) => checkpoint === undefined || position > checkpoint.position,
    );
    const ends = [brokenAt, uncoveredAt].filter((place) => place >= 0);
    return {
      ...(checkpoint && {
        checkpoint: { size: checkpoint.size, root: checkpoint.root, at: checkpoint.at },
      }),
      verifiedTo: Math.min(events.length, ...ends),
      total: events.length,
      ...(brokenAt >= 0 && {
        broken: { revision: brokenAt + 1, because: breaks.get(events[brokenAt]!.stream)!.because },
      }),
      ...(stopped && { stoppedSince: stopped.since }),
    };
  }

  /** First break of each stream that the events are from. */
  private async breaksOf(
    events: readonly RecordedEvent[],
  ): Promise<ReadonlyMap<string, { readonly revision: number; readonly because: Break }>> {
    const breaks = new Map<string, { readonly revision: number; readonly because: Break }>();
    for (const stream of new Set(events.map((event) => event.stream))) {
      const verify = chainVerifier();
      for (const event of await readReadable(this.log, stream)) {
        const broken = verify(event);
        if (!broken) continue;
        breaks.set(stream, broken);
        break;
      }
    }
    return breaks;
  }
}
