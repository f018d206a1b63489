import type { Position, RecordedEvent } from '../event-log/event-log.js';
import { readCheckpoint } from '../proof/checkpoint.js';
import type { Checkpoint } from '../proof/record-proof.js';
import { proveConsistency } from '../proof/tree.js';
import { catchMisfit } from './misfit.js';
import type { NotaryParts } from './notary-parts.js';
import { type SignedCheckpoint, isWellFormed } from './notary-stream.js';

/** Earlier checkpoint. The position of its last event has not been looked up. */
export type PastCheckpoint = Omit<Checkpoint, 'position'>;

/** Checkpoints that were signed. */
export class Checkpoints {
  private lastEnd: { readonly size: number; readonly position: Position } | undefined;

  constructor(private readonly parts: NotaryParts) {}

  /** Newest checkpoint, with the cosignature of a witness if there is one. */
  async readNewest(): Promise<Checkpoint | undefined> {
    const { streams, tree } = this.parts;
    await streams.refresh();
    const { checkpoint } = streams;
    if (!checkpoint) return undefined;
    return catchMisfit(async () => {
      // Tiles are made again after a move or a restored backup.
      if (checkpoint.size > (await tree.readCovered()).size) return undefined;
      return this.complete(checkpoint);
    }, undefined);
  }

  /** All checkpoints, oldest first. */
  async *readAll(): AsyncGenerator<PastCheckpoint, undefined> {
    const { streams } = this.parts;
    await streams.refresh();
    for await (const events of streams.readHistory())
      for (const event of events)
        if (event.type === 'CheckpointSigned' && isWellFormed(event))
          yield { ...event.data, at: event.metadata.at };
  }

  /** Newest checkpoint that was signed before an event. The result never changes later. */
  async findBefore({
    position,
    metadata: { at },
  }: Pick<RecordedEvent, 'position' | 'metadata'>): Promise<PastCheckpoint | undefined> {
    const { streams } = this.parts;
    await streams.refresh();
    for await (const events of streams.readHistoryBack(at)) {
      const signed = events.findLast(
        (event) =>
          event.type === 'CheckpointSigned' && isWellFormed(event) && event.position < position,
      );
      if (signed?.type === 'CheckpointSigned') return { ...signed.data, at: signed.metadata.at };
    }
    return undefined;
  }

  /**
   * Earlier checkpoints of the same origin, or of former origins whose keys signed it. Each comes
   * with its consistency proof to a later one.
   */
  async findEarlier(
    { size: end, note: newest }: Pick<Checkpoint, 'size' | 'note'>,
    isWanted: (checkpoint: PastCheckpoint) => boolean,
  ): Promise<readonly { readonly checkpoint: string; readonly path: readonly Uint8Array[] }[]> {
    const origins = this.signedOrigins(readCheckpoint(newest).origin);
    const found = [];
    for await (const checkpoint of this.readAll()) {
      const { size, note } = checkpoint;
      if (size < end && isWanted(checkpoint) && origins.has(readCheckpoint(note).origin))
        found.push({
          checkpoint: note,
          path: await proveConsistency(this.parts.tree.nodes(end), size, end),
        });
    }
    return found;
  }

  /** An origin, and those before it whose keys signed the next one. */
  private signedOrigins(origin: string): ReadonlySet<string> {
    const names = new Set([origin]);
    for (const { from, to } of this.parts.streams.rotations.toReversed())
      if (names.has(originName(to))) names.add(originName(from));
    return names;
  }

  /** Checkpoint with its end, and with the cosignature of a witness if there is one. */
  async complete(checkpoint: SignedCheckpoint): Promise<Checkpoint> {
    const { size, root, note, at } = checkpoint;
    const cosignature = await this.parts.state.readCosignature();
    const position = await this.findEnd(checkpoint);
    const lines = cosignature?.size === size ? cosignature.lines : '';
    return { size, root, note: note + lines, at, position };
  }

  /** Position of the last event that a checkpoint covers. */
  async findEnd({ size }: Pick<SignedCheckpoint, 'size'>): Promise<Position> {
    if (this.lastEnd?.size !== size)
      this.lastEnd = { size, position: await this.parts.tree.findPosition(size - 1) };
    return this.lastEnd.position;
  }
}

const originName = (key: string): string => key.split('+')[0]!;
