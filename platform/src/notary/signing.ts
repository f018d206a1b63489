import { type Pace, WITHOUT_PAUSES } from '../common/pace.js';
import { isDueHourly } from '../common/clock.js';
import { createMutex } from '../common/keyed-mutex.js';
import type { Position } from '../event-log/event-log.js';
import { signCheckpoint } from '../proof/checkpoint.js';
import { areEqual, fromBase64, toBase64 } from '../proof/encoding.js';
import type { Checkpoint } from '../proof/record-proof.js';
import type { AssertHeld } from '../storage/key-value-store/distributed-mutex.js';
import type { Checkpoints } from './checkpoints.js';
import { findRootMisfits, findNewestMisfits } from './checks/checkpoint-check.js';
import { type Covered, DoesNotFit, MAX_MISFITS } from './misfit.js';
import { findSigner } from './notary-key.js';
import type { NotaryParts } from './notary-parts.js';
import { type Origin, type SignedCheckpoint, isNotaryStream } from './notary-stream.js';
import type { Origins } from './origins.js';

/** Limit of the notary's own events after the covered part of the log. */
const MAX_OWN_EVENTS = 10;

/** Covers the log with its trees, and signs checkpoints. */
export class CheckpointSigner {
  private readonly runOneByOne = createMutex();
  private covering:
    { readonly hasBegun: boolean; readonly result: Promise<Checkpoint> } | undefined;
  /** Whether this process has compared all earlier checkpoints with the tiles. */
  private isRechecked = false;

  constructor(
    private readonly parts: NotaryParts,
    private readonly origins: Origins,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Publishes heads and a checkpoint over the present end of the log, unless the newest cover it.
   * @throws NotaryStopped
   * @throws Unavailable if another process signs for too long
   */
  coverNow(): Promise<Checkpoint> {
    // A call that arrives while another one runs must cover events that were appended meanwhile.
    if (this.covering && !this.covering.hasBegun) return this.covering.result;
    const call: { hasBegun: boolean; result: Promise<Checkpoint> } = {
      hasBegun: false,
      result: this.runOneByOne(async () => {
        call.hasBegun = true;
        return (
          (await this.findCheckpointOfAll()) ??
          this.cover({ withHeads: true, pace: WITHOUT_PAUSES })
        );
      }).then((checkpoint) => this.checkpoints.complete(checkpoint)),
    };
    this.covering = call;
    return call.result;
  }

  /**
   * Covers the log once an hour if it has grown, and publishes heads once a day. Else rechecks the
   * checkpoints, once in a process. Then asks the witness.
   */
  runRound(pace: Pace): Promise<void> {
    const { clock, streams, stopping } = this.parts;
    return stopping.stopAtMisfit(async () => {
      await streams.refresh();
      const { checkpoint, heads } = streams;
      if ((await this.hasGrownSinceCheckpoint()) && isDueHourly(checkpoint?.at, clock)) {
        const withHeads = heads?.event.metadata.at.slice(0, 10) !== clock.now().slice(0, 10);
        await this.runOneByOne(() => this.cover({ withHeads, pace }));
      } else if (!this.isRechecked && checkpoint) await this.recheckNow(pace);
      await this.askWitness();
    });
  }

  /** Newest checkpoint, if it and the heads cover all events except the notary's own. */
  private async findCheckpointOfAll(): Promise<SignedCheckpoint | undefined> {
    const { streams, tree } = this.parts;
    await streams.refresh();
    const { checkpoint, heads, misfits } = streams;
    if (!checkpoint || !heads || misfits.length > 0) return undefined;
    const { size } = await tree.readCovered();
    if (size < checkpoint.size || (await this.parts.heads.readCovered()).size !== heads.size)
      return undefined;
    return (await this.hasGrownSinceCheckpoint()) || (await this.hasGrownSinceHeads())
      ? undefined
      : checkpoint;
  }

  private async cover({
    withHeads,
    pace,
  }: {
    readonly withHeads: boolean;
    readonly pace: Pace;
  }): Promise<SignedCheckpoint> {
    const { streams, tree, stopping, runExclusively } = this.parts;
    await stopping.requireRunning();
    return stopping.stopAtMisfit(() =>
      runExclusively(async (assertHeld) => {
        const origin = await this.origins.begin();
        let covered = await tree.advance(assertHeld, pace);
        await this.recheck(covered);
        await this.restoreHeads(assertHeld, pace);
        if (withHeads && (await this.hasGrownSinceHeads())) {
          await this.publishHeads(covered, assertHeld, pace);
          covered = await tree.advance(assertHeld, pace);
        }
        if (streams.checkpoint && !(await this.hasGrownSinceCheckpoint()))
          return streams.checkpoint;
        return this.sign(origin, covered, assertHeld);
      }),
    );
  }

  /** Compares earlier checkpoints with the tiles after a start. */
  private recheckNow(pace: Pace): Promise<void> {
    const { tree, runExclusively } = this.parts;
    return runExclusively(async (assertHeld) => this.recheck(await tree.advance(assertHeld, pace)));
  }

  /** Compares key and newest checkpoint, and all earlier checkpoints once in a process. */
  private async recheck({ size: covered }: Covered): Promise<void> {
    const misfits = [...(await findNewestMisfits(this.parts))];
    if (!this.isRechecked) misfits.push(...(await findRootMisfits(this.parts, covered)));
    if (misfits.length > 0) throw new DoesNotFit(misfits.slice(0, MAX_MISFITS));
    this.isRechecked = true;
  }

  /** Makes lost tiles of the heads again, as they were published. */
  private async restoreHeads(assertHeld: AssertHeld, pace: Pace): Promise<void> {
    const { tree, streams } = this.parts;
    const { heads } = streams;
    if (!heads || (await this.parts.heads.readCovered()).size >= heads.size) return;
    const { size } = heads;
    const covered = { size, position: await tree.findPosition(size - 1) };
    const { streams: leaves } = await this.parts.heads.advance(covered, assertHeld, pace);
    if (toBase64(await this.parts.heads.computeRoot(leaves)) !== heads.root)
      throw new DoesNotFit([{ part: 'heads', size, because: 'root' }]);
  }

  private async publishHeads(covered: Covered, assertHeld: AssertHeld, pace: Pace): Promise<void> {
    const { heads } = this.parts;
    const { streams, size } = await heads.advance(covered, assertHeld, pace);
    const root = toBase64(await heads.computeRoot(streams));
    await assertHeld();
    await this.parts.streams.append({ type: 'HeadsPublished', data: { size, streams, root } });
  }

  private async sign(
    origin: Origin,
    { size }: Covered,
    assertHeld: AssertHeld,
  ): Promise<SignedCheckpoint> {
    const { keys, streams, tree, state } = this.parts;
    const previous = streams.checkpoint;
    if (previous) await this.requireRoot(previous);
    const root = await tree.computeRoot(size);
    const signer = await findSigner(origin.keys.at(-1)!, keys);
    const note = signCheckpoint({ origin: origin.name, size, root }, signer);
    await assertHeld();
    const data = { size, root: toBase64(root), note };
    await streams.append({ type: 'CheckpointSigned', data });
    await state.setSigned(data);
    return streams.checkpoint!;
  }

  private async requireRoot({ size, root }: SignedCheckpoint): Promise<void> {
    if (!areEqual(await this.parts.tree.computeRoot(size), fromBase64(root) ?? new Uint8Array()))
      throw new DoesNotFit([{ part: 'checkpoint', size, because: 'root' }]);
  }

  /** Adds the signature of the witness to the newest checkpoint. */
  private async askWitness(): Promise<void> {
    const { witness, state, tree, streams } = this.parts;
    const { checkpoint } = streams;
    if (!witness || !checkpoint) return;
    const { size } = checkpoint;
    const cosignedSize = (await state.readCosignature())?.size ?? 0;
    if (cosignedSize >= size) return;
    const lines = await witness.cosign(checkpoint, tree.nodes(size), cosignedSize);
    if (lines !== undefined) await state.setCosignature({ size, lines });
  }

  /** Whether the newest checkpoint lacks events, except the notary's own. */
  private async hasGrownSinceCheckpoint(): Promise<boolean> {
    const { tree, streams } = this.parts;
    const { checkpoint, heads } = streams;
    if (!checkpoint) return this.hasForeignEventsAfter(undefined);
    if (checkpoint.size > (await tree.readCovered()).size) return true;
    const end = await this.checkpoints.findEnd(checkpoint);
    // A process may have been killed between heads and checkpoint.
    return (heads && heads.event.position > end) || this.hasForeignEventsAfter(end);
  }

  /** Whether the newest heads lack events, except the notary's own. */
  private async hasGrownSinceHeads(): Promise<boolean> {
    const { tree, streams } = this.parts;
    const { heads } = streams;
    return this.hasForeignEventsAfter(heads && (await tree.findPosition(heads.size - 1)));
  }

  private async hasForeignEventsAfter(position: Position | undefined): Promise<boolean> {
    const events = await this.parts.log.readAll(position ?? '', MAX_OWN_EVENTS);
    return events.length === MAX_OWN_EVENTS || events.some(({ stream }) => !isNotaryStream(stream));
  }
}
