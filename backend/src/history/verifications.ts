import type { HistoryKind } from '#domain/history/history.values.js';
import type { Verification } from '#domain/history/history.views.js';
import { EventLog, type RecordedEvent, readUndamaged } from '#platform/event-log/event-log.js';
import { Notary } from '#platform/notary/notary.js';
import { NotaryStopped } from '#platform/notary/stop-switch.js';
import type { Checkpoint } from '#platform/proof/record-proof.js';
import { createChainVerifier } from '#platform/sealing/chain.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { RecordPast } from './record-past.js';

/** Break of a stream, with the revision of its first event that does not fit. */
type Break = NonNullable<Verification['broken']>;

/** Verifies histories: reads stored events again, and compares them with their hashes. */
@Injectable()
export class Verifications {
  constructor(
    private readonly past: RecordPast,
    private readonly log: EventLog,
    private readonly notary: Notary,
  ) {}

  /** @throws Refusal if no such record ever existed */
  async verify(asker: Asker, kind: HistoryKind, id: string): Promise<Verification> {
    const events = await this.past.loadEvents(asker, kind, id);
    const { checkpoint, breaks } = await this.compare(events);
    const { stopped } = await this.notary.readStatus();
    const brokenAt = events.findIndex(({ stream, revision }) => {
      const found = breaks.get(stream);
      return found !== undefined && found.revision <= revision;
    });
    const uncoveredAt = events.findIndex(
      ({ position }) => checkpoint === undefined || position > checkpoint.position,
    );
    const ends = [brokenAt, uncoveredAt].filter((index) => index >= 0);
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

  /** Breaks against the newest checkpoint; only within the streams if the notary finds a misfit. */
  private async compare(events: readonly RecordedEvent[]): Promise<{
    readonly checkpoint?: Checkpoint | undefined;
    readonly breaks: ReadonlyMap<string, Break>;
  }> {
    try {
      const checkpoint = await this.notary.readNewest();
      return { checkpoint, breaks: await this.findBreaks(events, checkpoint) };
    } catch (error) {
      if (!(error instanceof NotaryStopped)) throw error;
      return { breaks: await this.findBreaks(events, undefined) };
    }
  }

  /** First break of each stream that the events are from. */
  private async findBreaks(
    events: readonly RecordedEvent[],
    checkpoint: Checkpoint | undefined,
  ): Promise<ReadonlyMap<string, Break>> {
    const breaks = new Map<string, Break>();
    for (const stream of new Set(events.map((event) => event.stream))) {
      const stored = await readUndamaged(this.log, stream);
      const verify = createChainVerifier();
      const broken =
        stored.map(verify).find((found) => found !== undefined) ??
        (checkpoint && (await this.findFirstRewritten(stored, checkpoint)));
      if (broken) breaks.set(stream, broken);
    }
    return breaks;
  }

  /** First event of an unbroken chain that a checkpoint covers with another hash. */
  private async findFirstRewritten(
    stored: readonly RecordedEvent[],
    checkpoint: Checkpoint,
  ): Promise<Break | undefined> {
    const covered = stored.filter(({ position }) => position <= checkpoint.position);
    const isCovered = (event: RecordedEvent) => this.notary.proving.isCovered(checkpoint, event);
    const last = covered.at(-1);
    // The chain leads from the last event to all earlier ones.
    if (!last || (await isCovered(last))) return undefined;
    for (const event of covered)
      if (!(await isCovered(event))) return { revision: event.revision, because: 'rewritten' };
    return undefined;
  }
}
