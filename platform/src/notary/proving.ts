import { Unavailable } from '../common/unavailable.js';
import type { RecordedEvent } from '../event-log/event-log.js';
import { fromBase64 } from '../proof/encoding.js';
import type { Checkpoint, Inclusion, RecordProof } from '../proof/record-proof.js';
import { proveInclusion, isIncluded } from '../proof/tree.js';
import { createChainVerifier } from '../sealing/chain.js';
import type { Checkpoints } from './checkpoints.js';
import type { LogChecker } from './checks/log-checker.js';
import { DoesNotFit } from './misfit.js';
import type { NotaryParts } from './notary-parts.js';
import type { PublishedHeads, SignedCheckpoint } from './notary-stream.js';
import type { CheckpointSigner } from './signing.js';
import { toHeadLeaf } from './trees/heads-tree.js';
import { findContentMisfitReason, eventMisfit, toLeaf } from './trees/log-tree.js';

const MAX_TRIES = 5;

/** The record has changed since the heads were published. The caller reads it again. */
export class HeadMoved extends Error {}

/** Makes proofs of records. */
export class Prover {
  constructor(
    private readonly parts: NotaryParts,
    private readonly checkpoints: Checkpoints,
    private readonly signing: CheckpointSigner,
    private readonly checking: LogChecker,
  ) {}

  /**
   * Whether a checkpoint covers an event with the hash that is stored.
   * @throws NotaryStopped if a tile is missing
   */
  isCovered(checkpoint: Pick<Checkpoint, 'size' | 'root'>, event: RecordedEvent): Promise<boolean> {
    return this.parts.stopping.stopAtMisfit(
      async () => (await this.findInclusion(event, checkpoint)) !== undefined,
    );
  }

  /**
   * Proof that a stream is complete up to its last revision.
   * @param others other revisions whose inclusion is proved too
   * @throws HeadMoved if the stream has a later event by now
   * @throws NotaryStopped
   */
  async proveRecord(
    stream: string,
    revision: number,
    others: readonly number[] = [],
  ): Promise<RecordProof> {
    const { stopping } = this.parts;
    await stopping.requireRunning();
    return stopping.stopAtMisfit(() => this.proveWithRetries(stream, revision, others));
  }

  private async proveWithRetries(
    stream: string,
    revision: number,
    others: readonly number[],
  ): Promise<RecordProof> {
    const { streams } = this.parts;
    const events = await this.parts.log.read(stream);
    const [first, last] = [events[0], events[revision]];
    if (!first || !last) throw new RangeError(`${stream} has no event ${revision}`);
    requireChain(events);
    for (let attempt = 1; ; attempt++) {
      await streams.refresh();
      const { checkpoint, heads, misfits: notaryMisfits } = streams;
      if (notaryMisfits.length > 0) throw new DoesNotFit(notaryMisfits);
      const proof =
        checkpoint &&
        heads &&
        (await this.prove({ checkpoint, heads, first, last }, events, others));
      if (proof) return proof;
      if (checkpoint && attempt > 1) await this.requireSigned(events, checkpoint);
      const head = heads && events.findLast(({ position }) => position < heads.event.position);
      if (head && head.revision > revision)
        throw new HeadMoved(`${stream} has an event after ${revision}`);
      if (attempt === MAX_TRIES) {
        const misfits = await this.checking.findConfirmedHeadsMisfits();
        if (misfits.length > 0) throw new DoesNotFit(misfits);
        throw new Unavailable('The proof cannot be made now. Please try again.');
      }
      // Either another process is writing newer heads, or the heads do not cover the event yet.
      await this.signing.coverNow();
    }
  }

  /** @returns undefined if heads and checkpoint do not cover the event, or are being written */
  private async prove(
    {
      checkpoint,
      heads,
      first,
      last,
    }: {
      readonly checkpoint: SignedCheckpoint;
      readonly heads: PublishedHeads;
      readonly first: RecordedEvent;
      readonly last: RecordedEvent;
    },
    events: readonly RecordedEvent[],
    others: readonly number[],
  ): Promise<RecordProof | undefined> {
    const { tree, heads: headsTree } = this.parts;
    // Lost tiles of the heads are made again with the next checkpoint.
    if ((await headsTree.readCovered()).size < heads.size) return undefined;
    const nodes = tree.nodes(checkpoint.size);
    const include = (event: RecordedEvent) => this.findInclusion(event, checkpoint, nodes);
    const [lastEvent, headsEvent] = [await include(last), await include(heads.event)];
    if (!lastEvent || !headsEvent || lastEvent.index >= heads.size) return undefined;
    const leaf = toHeadLeaf(last);
    const leafIndex = await headsTree.findIndex(leaf, first.position, heads.streams);
    if (leafIndex === undefined) return undefined;
    const leafPath = await proveInclusion(headsTree.nodes(heads.streams), leafIndex, heads.streams);
    const headsRoot = { size: heads.streams, root: fromBase64(heads.root)! };
    if (!isIncluded(leaf, leafIndex, headsRoot, leafPath)) return undefined;
    const otherProofs = [];
    for (const revision of others) {
      const inclusion = events[revision] && (await include(events[revision]));
      if (!inclusion) return undefined;
      otherProofs.push({ ...inclusion, revision });
    }
    return {
      checkpoint: await this.checkpoints.complete(checkpoint),
      lastEvent,
      heads: { ...headsEvent, event: heads.event, leafIndex, leaves: heads.streams, leafPath },
      ...(others.length > 0 && { others: otherProofs }),
    };
  }

  /**
   * Compares the covered events of a record with the tiles.
   * @throws DoesNotFit
   */
  private async requireSigned(
    events: readonly RecordedEvent[],
    checkpoint: SignedCheckpoint,
  ): Promise<void> {
    const { tree } = this.parts;
    const nodes = tree.nodes(checkpoint.size);
    for (const event of events) {
      const index = await tree.findIndex(event.position);
      if (index === undefined || index >= checkpoint.size) continue;
      if (!(await this.findInclusion(event, checkpoint, nodes)))
        throw new DoesNotFit([eventMisfit(event, 'replaced')]);
    }
  }

  private async findInclusion(
    event: RecordedEvent,
    { size, root }: Pick<Checkpoint, 'size' | 'root'>,
    nodes = this.parts.tree.nodes(size),
  ): Promise<Inclusion | undefined> {
    const index = await this.parts.tree.findIndex(event.position);
    if (index === undefined || index >= size) return undefined;
    const path = await proveInclusion(nodes, index, size);
    const isRight = isIncluded(toLeaf(event), index, { size, root: fromBase64(root)! }, path);
    return isRight ? { index, path } : undefined;
  }
}

/** @throws DoesNotFit at the first event whose content differs from its hash */
function requireChain(events: readonly RecordedEvent[]): void {
  const verify = createChainVerifier();
  for (const event of events) {
    const because = findContentMisfitReason(event);
    if (because) throw new DoesNotFit([eventMisfit(event, because)]);
    const broken = verify(event);
    if (broken) throw new DoesNotFit([eventMisfit(broken, broken.because)]);
  }
}
