import { randomBytes } from 'node:crypto';
import { type Clock, addMilliseconds } from '../common/clock.js';
import { Unavailable } from '../common/unavailable.js';
import { createMutex } from '../common/keyed-mutex.js';
import {
  DamagedStream,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '../event-log/event-log.js';
import { readCheckpoint, signCheckpoint, signRotation } from '../proof/checkpoint.js';
import { areEqual, fromBase64, toBase64 } from '../proof/encoding.js';
import type { Checkpoint, Inclusion, RecordProof } from '../proof/record-proof.js';
import { formatVerifierKey, verifierKeyOf } from '../proof/signed-note.js';
import { consistencyProof, inclusionProof, isIncluded } from '../proof/tree.js';
import { chainVerifier } from '../sealing/chain.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import type { Sealing } from '../sealing/sealing.js';
import {
  type AssertHeld,
  withDistributedMutex,
} from '../storage/key-value-store/distributed-mutex.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { HeadsTree, headLeafOf } from './heads-tree.js';
import {
  type ExpectedRoot,
  checkHeads,
  checkLog,
  Signatures,
  checkPublishedHeads,
  isSignedBy,
  uniqueMisfits,
  signedRoots,
} from './log-check.js';
import {
  LogTree,
  type Pace,
  WITHOUT_PAUSES,
  contentMisfit,
  damageMisfit,
  eventMisfit,
  leafOf,
} from './log-tree.js';
import {
  type Covered,
  DoesNotFit,
  MAX_MISFITS,
  type Misfit,
  describeMisfit,
  concernedStream,
} from './misfit.js';
import { createSigner, findSigner } from './notary-key.js';
import {
  NotaryStreams,
  type Origin,
  type PublishedHeads,
  type SignedCheckpoint,
  isNotaryStream,
  isWellFormed,
  verifierKeysOf,
} from './notary-stream.js';
import { NotaryState, type NotaryStatus } from './notary-state.js';
import type { Witness } from './witness.js';

/** Checkpoint of the past, whose end has not been looked up. */
export type PastCheckpoint = Omit<Checkpoint, 'position'>;

/** The notary found a misfit, and signs nothing until it is gone. */
export class NotaryStopped extends Error {}

/** The record has changed since the heads were published: read it again, and ask again. */
export class HeadMoved extends Error {}

export type NotaryOptions = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly sealing: Pick<Sealing, 'seal'>;
  readonly clock: Clock;
  /** Public host, which the first origin begins with. */
  readonly host: string;
  /** Called when the notary stops, and when it goes on again (without misfits). */
  readonly onStatus?: (misfits: readonly Misfit[]) => void;
  readonly witness?: Witness | undefined;
};

const HOUR_MS = 60 * 60_000;
/** Slack of a timer, so that an hourly round is never skipped for being early. */
const ROUND_SLACK_MS = 5 * 60_000;
const MUTEX_KEY = 'notary';
/** Events of the notary itself that may follow what it has covered. */
const MAX_OWN_EVENTS = 10;
const MAX_PROOF_TRIES = 5;

/** Signs the log: its tree, the heads of its streams, checkpoints, and proofs from them. */
export class Notary {
  private readonly streams: NotaryStreams;
  private readonly tree: LogTree;
  private readonly heads: HeadsTree;
  private readonly state: NotaryState;
  private readonly signatures = new Signatures();
  private readonly oneByOne = createMutex();
  private covering: { readonly begun: boolean; readonly result: Promise<Checkpoint> } | undefined;
  /** Whether this process has compared all earlier checkpoints with the tiles. */
  private isRechecked = false;

  constructor(private readonly options: NotaryOptions) {
    const { log, secrets, sealing, clock } = options;
    this.streams = new NotaryStreams({ log, sealing, now: () => clock.now() });
    this.tree = new LogTree(log, secrets);
    this.heads = new HeadsTree(log, secrets);
    this.state = new NotaryState(secrets);
  }

  /** Newest checkpoint, with the cosignature of a witness if there is one. */
  async newest(): Promise<Checkpoint | undefined> {
    await this.streams.refresh();
    const { checkpoint } = this.streams;
    if (!checkpoint) return undefined;
    try {
      // Tiles are made anew after a move or a restored backup.
      if (checkpoint.size > (await this.tree.covered()).size) return undefined;
      return await this.toCheckpoint(checkpoint);
    } catch (error) {
      // The next check names the damage, and stops the notary.
      if (error instanceof DoesNotFit) return undefined;
      throw error;
    }
  }

  /**
   * Whether a checkpoint covers an event with the hash that is stored.
   * @throws NotaryStopped if a tile is missing
   */
  covers(checkpoint: Pick<Checkpoint, 'size' | 'root'>, event: RecordedEvent): Promise<boolean> {
    return this.stopAtMisfit(async () => (await this.inclusionOf(event, checkpoint)) !== undefined);
  }

  /** All checkpoints, oldest first. */
  async *checkpoints(): AsyncGenerator<PastCheckpoint, undefined> {
    await this.streams.refresh();
    for await (const events of this.streams.history())
      for (const event of events)
        if (event.type === 'CheckpointSigned' && isWellFormed(event))
          yield { ...event.data, at: event.metadata.at };
  }

  /**
   * Newest checkpoint that was signed before an event. It is the same however late somebody asks.
   */
  async checkpointBefore({
    position,
    metadata: { at },
  }: Pick<RecordedEvent, 'position' | 'metadata'>): Promise<PastCheckpoint | undefined> {
    await this.streams.refresh();
    for await (const events of this.streams.historyBack(at)) {
      const signed = events.findLast(
        (event) =>
          event.type === 'CheckpointSigned' && isWellFormed(event) && event.position < position,
      );
      if (signed?.type === 'CheckpointSigned') return { ...signed.data, at: signed.metadata.at };
    }
    return undefined;
  }

  /**
   * Earlier checkpoints of the same origin with the hashes that show each to be the beginning of a
   * later one.
   */
  async earlier(
    { size: end, note: newest }: Pick<Checkpoint, 'size' | 'note'>,
    isWanted: (checkpoint: PastCheckpoint) => boolean,
  ): Promise<readonly { readonly checkpoint: string; readonly path: readonly Uint8Array[] }[]> {
    const { origin } = readCheckpoint(newest);
    const found = [];
    for await (const checkpoint of this.checkpoints()) {
      const { size, note } = checkpoint;
      if (size < end && isWanted(checkpoint) && readCheckpoint(note).origin === origin)
        found.push({
          checkpoint: note,
          path: await consistencyProof(this.tree.nodes(end), size, end),
        });
    }
    return found;
  }

  /** Signed texts of the rotations up to a verifier key, newest first. */
  async rotationsTo(key: string): Promise<readonly string[]> {
    await this.streams.refresh();
    const notes: string[] = [];
    let next = key;
    for (const { to, from, note } of this.streams.rotations.toReversed())
      if (to === next) {
        notes.push(note);
        next = from;
      }
    return notes;
  }

  /** Verifier keys, newest first. */
  async verifierKeys(): Promise<readonly string[]> {
    await this.streams.refresh();
    return verifierKeysOf(this.streams.origins);
  }

  status(): Promise<NotaryStatus> {
    return this.state.status();
  }

  /**
   * Publishes heads and a checkpoint over the present end of the log, unless the newest cover it.
   * @throws NotaryStopped
   * @throws Unavailable if another process is at it for too long
   */
  coverNow(): Promise<Checkpoint> {
    // A call that arrives while another one runs needs a later end of the log.
    if (this.covering && !this.covering.begun) return this.covering.result;
    const call: { begun: boolean; result: Promise<Checkpoint> } = {
      begun: false,
      result: this.oneByOne(async () => {
        call.begun = true;
        return (await this.coveringAll()) ?? this.cover({ withHeads: true, pace: WITHOUT_PAUSES });
      }).then((checkpoint) => this.toCheckpoint(checkpoint)),
    };
    this.covering = call;
    return call.result;
  }

  /**
   * Proof that a stream is complete up to a revision, which is its last one.
   * @param others other revisions whose inclusion is proved too
   * @throws HeadMoved if the stream has a later event by now
   * @throws NotaryStopped
   */
  async proofOf(
    stream: string,
    revision: number,
    others: readonly number[] = [],
  ): Promise<RecordProof> {
    const { stopped } = await this.status();
    if (stopped) throw new NotaryStopped(stopped.because);
    return this.stopAtMisfit(() => this.findProof(stream, revision, others));
  }

  private async findProof(
    stream: string,
    revision: number,
    others: readonly number[],
  ): Promise<RecordProof> {
    const events = await this.options.log.read(stream);
    const [first, last] = [events[0], events[revision]];
    if (!first || !last) throw new RangeError(`${stream} has no event ${revision}`);
    requireChain(events);
    for (let tries = 1; ; tries++) {
      await this.streams.refresh();
      const { checkpoint, heads, misfits: notaryMisfits } = this.streams;
      if (notaryMisfits.length > 0) throw new DoesNotFit(notaryMisfits);
      const proof =
        checkpoint &&
        heads &&
        (await this.prove({ checkpoint, heads, first, last }, events, others));
      if (proof) return proof;
      if (checkpoint && tries > 1) await this.requireSigned(events, checkpoint);
      const head = heads && events.findLast(({ position }) => position < heads.event.position);
      if (head && head.revision > revision)
        throw new HeadMoved(`${stream} has an event after ${revision}`);
      if (tries === MAX_PROOF_TRIES) {
        const misfits = await this.exclusively(() => this.headsMisfits(WITHOUT_PAUSES));
        if (misfits.length > 0) throw new DoesNotFit(misfits);
        throw new Unavailable('The proof cannot be made now. Please try again.');
      }
      // Another process may be writing newer heads; else they do not cover the event yet.
      await this.coverNow();
    }
  }

  /**
   * Compares the covered events of a record with the tiles.
   * @throws DoesNotFit
   */
  private async requireSigned(
    events: readonly RecordedEvent[],
    checkpoint: SignedCheckpoint,
  ): Promise<void> {
    const nodes = this.tree.nodes(checkpoint.size);
    for (const event of events) {
      const index = await this.tree.indexOf(event.position);
      if (index === undefined || index >= checkpoint.size) continue;
      if (!(await this.inclusionOf(event, checkpoint, nodes)))
        throw new DoesNotFit([eventMisfit(event, 'replaced')]);
    }
  }

  /** Hashes of a tile (c2sp.org/tlog-tiles); undefined if there are not as many. */
  tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    return this.tree.tiles.read({ level, index, width });
  }

  /**
   * Hourly round: covers the log if it has grown, with heads once a day. Then compares all of it
   * with the tiles, whatever prevented signing, and throws what did.
   */
  async round(pace: Pace): Promise<void> {
    const { clock } = this.options;
    const { stopped, checkedAt } = await this.status();
    const failure = stopped ? undefined : await failureOf(() => this.signInRound(pace));
    if (this.isOlderThanHour(checkedAt))
      await this.state.withCheckTurn(clock, pace, (paceInTurn) => this.check(paceInTurn));
    if (failure) throw failure.error;
  }

  private signInRound(pace: Pace): Promise<void> {
    return this.stopAtMisfit(async () => {
      await this.streams.refresh();
      const { checkpoint, heads } = this.streams;
      if ((await this.hasGrown()) && this.isOlderThanHour(checkpoint?.at)) {
        const today = this.options.clock.now().slice(0, 10);
        const withHeads = heads?.event.metadata.at.slice(0, 10) !== today;
        await this.oneByOne(() => this.cover({ withHeads, pace }));
      } else if (!this.isRechecked && checkpoint) await this.recheckNow(pace);
      await this.askWitness();
    });
  }

  private isOlderThanHour(at: string | undefined): boolean {
    return (
      at === undefined || addMilliseconds(at, HOUR_MS - ROUND_SLACK_MS) <= this.options.clock.now()
    );
  }

  /**
   * Compares the whole log with tiles, checkpoints, heads and key. Stops the notary at a misfit,
   * and lets it go on once there is none any more.
   */
  async check(
    pace: Pace = WITHOUT_PAUSES,
    outside: readonly ExpectedRoot[] = [],
  ): Promise<readonly Misfit[]> {
    await this.streams.refresh();
    if (!(await this.hasBegun())) return [];
    const checkedAt = this.options.clock.now();
    const { stopped: before } = await this.status();
    const misfits = await this.findMisfits(pace, outside, (work) => this.exclusively(work));
    if (misfits.length > 0) await this.stop(misfits, checkedAt);
    else {
      let isGone = false;
      await this.state.updateStatus(({ stopped }) => {
        // A misfit that was reported meanwhile may be in a part that was compared before.
        const isNewer = stopped?.since !== before?.since || stopped?.reports !== before?.reports;
        isGone = stopped !== undefined && !isNewer;
        return { ...(stopped && isNewer && { stopped }), checkedAt };
      });
      if (isGone) this.options.onStatus?.([]);
    }
    return misfits;
  }

  /** Whether there is anything to compare, or a record that tells so. */
  private async hasBegun(): Promise<boolean> {
    const { origin, misfits } = this.streams;
    if (origin ?? misfits[0]) return true;
    try {
      return (await this.state.signed()) !== undefined;
    } catch (error) {
      if (error instanceof DoesNotFit) return true;
      throw error;
    }
  }

  /** All misfits, without any effect. */
  async findMisfits(
    pace: Pace,
    outside: readonly ExpectedRoot[],
    confirm: <Result>(work: () => Promise<Result>) => Promise<Result> = (work) => work(),
  ): Promise<readonly Misfit[]> {
    const { log } = this.options;
    const { tree } = this;
    await this.streams.refresh();
    const signed = await signedRoots(this.streams);
    const roots = [...signed.roots, ...outside];
    const { tiles } = this.heads;
    const parts: readonly (() => Promise<readonly Misfit[]>)[] = [
      () => this.trustMisfits(),
      () => this.signatures.misfits(this.streams, pace),
      async () => {
        const { streams } = await this.heads.covered();
        return checkLog({ log, tree, roots, heads: { tiles, streams }, pace });
      },
      async () => {
        if ((await misfitsIn(() => this.headsMisfits(pace))).length === 0) return [];
        // Another process may have changed the tiles meanwhile.
        return confirm(() => this.headsMisfits(WITHOUT_PAUSES));
      },
    ];
    const misfits = [...signed.misfits];
    let failure: { readonly error: unknown } | undefined;
    for (const part of parts)
      failure =
        (await failureOf(async () => void misfits.push(...(await misfitsIn(part))))) ?? failure;
    // A part that cannot be read now hides no misfit of another one.
    if (failure && misfits.length === 0) throw failure.error;
    return uniqueMisfits(misfits).slice(0, MAX_MISFITS);
  }

  /** Adds the signature of the witness to the newest checkpoint. */
  private async askWitness(): Promise<void> {
    const { witness } = this.options;
    const { checkpoint } = this.streams;
    if (!witness || !checkpoint) return;
    const { size } = checkpoint;
    const known = (await this.state.cosignature())?.size ?? 0;
    if (known >= size) return;
    const lines = await witness.cosign(checkpoint, this.tree.nodes(size), known);
    if (lines !== undefined) await this.state.setCosignature({ size, lines });
  }

  /** Misfits of the newest published heads, computed from the whole log. */
  async findHeadsMisfits(): Promise<readonly Misfit[]> {
    await this.streams.refresh();
    const { heads } = this.streams;
    return heads ? checkPublishedHeads(this.options.log, heads) : [];
  }

  private async headsMisfits(pace: Pace): Promise<readonly Misfit[]> {
    await this.streams.refresh();
    const { heads } = this.streams;
    const isPublished = heads && (await this.heads.covered()).size === heads.size;
    return isPublished ? checkHeads(this.heads, heads, pace) : [];
  }

  /** Signs with a new key from here on. Both keys sign the rotation. */
  rotate(): Promise<void> {
    return this.exclusively(async () => {
      const { keys } = this.options;
      const origin = await this.begin();
      const former = await findSigner(origin.keys.at(-1)!, keys);
      const next = await createSigner(origin.name, keys);
      const [from, to] = [former, next].map((signer) => formatVerifierKey(verifierKeyOf(signer)));
      const note = signRotation(former, next);
      await this.streams.append({ type: 'NotaryKeyRotated', data: { from: from!, to: to!, note } });
    });
  }

  /**
   * Begins a new origin after a backup was restored: the lost end of the log may have been signed,
   * and one origin never has two roots for one size.
   */
  fork(): Promise<void> {
    return this.exclusively(async () => {
      await this.beginFork((await this.begin()).name);
      await this.state.forgetSigned();
    });
  }

  /** Newest checkpoint, if it and the heads cover all events of others. */
  private async coveringAll(): Promise<SignedCheckpoint | undefined> {
    await this.streams.refresh();
    const { checkpoint, heads, misfits } = this.streams;
    if (!checkpoint || !heads || misfits.length > 0) return undefined;
    const { size } = await this.tree.covered();
    if (size < checkpoint.size || (await this.heads.covered()).size !== heads.size)
      return undefined;
    return (await this.hasGrown()) || (await this.haveHeadsGrown()) ? undefined : checkpoint;
  }

  private async cover({
    withHeads,
    pace,
  }: {
    readonly withHeads: boolean;
    readonly pace: Pace;
  }): Promise<SignedCheckpoint> {
    const { stopped } = await this.status();
    if (stopped) throw new NotaryStopped(stopped.because);
    return this.stopAtMisfit(() =>
      this.exclusively(async (assertHeld) => {
        const origin = await this.begin();
        let covered = await this.tree.advance(assertHeld, pace);
        await this.recheck(covered);
        await this.restoreHeads(assertHeld, pace);
        if (withHeads && (await this.haveHeadsGrown())) {
          await this.publishHeads(covered, assertHeld, pace);
          covered = await this.tree.advance(assertHeld, pace);
        }
        if (this.streams.checkpoint && !(await this.hasGrown())) return this.streams.checkpoint;
        return this.sign(origin, covered, assertHeld);
      }),
    );
  }

  /** Compares earlier checkpoints with the tiles after a start. */
  private recheckNow(pace: Pace): Promise<void> {
    return this.stopAtMisfit(() =>
      this.exclusively(async (assertHeld) =>
        this.recheck(await this.tree.advance(assertHeld, pace)),
      ),
    );
  }

  /** @throws NotaryStopped */
  private async stopAtMisfit<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const misfits = misfitsOf(error);
      if (!misfits) throw error;
      await this.stop(misfits);
      throw new NotaryStopped(misfits.map(describeMisfit).join('; '), { cause: error });
    }
  }

  private exclusively<Result>(work: (assertHeld: AssertHeld) => Promise<Result>): Promise<Result> {
    const { secrets, clock } = this.options;
    return withDistributedMutex({ secrets, clock }, MUTEX_KEY, work);
  }

  /** Present origin; the first start creates it, and its key. */
  private async begin(): Promise<Origin> {
    const { host, log } = this.options;
    await this.streams.refresh();
    const { origin, misfits } = this.streams;
    if (misfits.length > 0) throw new DoesNotFit(misfits);
    const name = origin?.name ?? `${host}/${await log.identity()}`;
    if (await this.state.isRestored()) {
      await this.beginFork(name);
      await this.state.clearRestored();
    } else if (!origin) {
      const signed = await this.state.signed();
      if (signed)
        throw new DoesNotFit([{ part: 'checkpoint', size: signed.size, because: 'missing' }]);
      await this.beginOrigin(name);
    }
    return this.streams.origin!;
  }

  private async beginOrigin(name: string): Promise<void> {
    const signer = await createSigner(name, this.options.keys);
    const key = formatVerifierKey(verifierKeyOf(signer));
    await this.streams.append({ type: 'NotaryBegan', data: { origin: name, key } });
  }

  /** The name differs between two restores of one backup. */
  private beginFork(former: string): Promise<void> {
    const [host, identity] = former.split('/');
    const day = this.options.clock.now().slice(0, 10);
    return this.beginOrigin(`${host}/${identity}/${day}-${randomBytes(4).toString('hex')}`);
  }

  /** Whether the newest checkpoint lacks events, except the notary's own. */
  private async hasGrown(): Promise<boolean> {
    const { checkpoint, heads } = this.streams;
    if (!checkpoint) return this.hasOthersAfter(undefined);
    if (checkpoint.size > (await this.tree.covered()).size) return true;
    const end = await this.endOf(checkpoint);
    // A process may have been killed between heads and checkpoint.
    return (heads && heads.event.position > end) || this.hasOthersAfter(end);
  }

  private async haveHeadsGrown(): Promise<boolean> {
    const { heads } = this.streams;
    return this.hasOthersAfter(heads && (await this.tree.positionOf(heads.size - 1)));
  }

  private async hasOthersAfter(position: Position | undefined): Promise<boolean> {
    const events = await this.options.log.readAll(position ?? '', MAX_OWN_EVENTS);
    return events.length === MAX_OWN_EVENTS || events.some(({ stream }) => !isNotaryStream(stream));
  }

  /** Makes lost tiles of the heads again, as they were published. */
  private async restoreHeads(assertHeld: AssertHeld, pace: Pace): Promise<void> {
    const { heads } = this.streams;
    if (!heads || (await this.heads.covered()).size >= heads.size) return;
    const { size } = heads;
    const covered = { size, position: await this.tree.positionOf(size - 1) };
    const { streams } = await this.heads.advance(covered, assertHeld, pace);
    if (toBase64(await this.heads.root(streams)) !== heads.root)
      throw new DoesNotFit([{ part: 'heads', size, because: 'root' }]);
  }

  private async publishHeads(covered: Covered, assertHeld: AssertHeld, pace: Pace): Promise<void> {
    const { streams, size } = await this.heads.advance(covered, assertHeld, pace);
    const root = toBase64(await this.heads.root(streams));
    await assertHeld();
    await this.streams.append({ type: 'HeadsPublished', data: { size, streams, root } });
  }

  private async sign(
    origin: Origin,
    { size }: Covered,
    assertHeld: AssertHeld,
  ): Promise<SignedCheckpoint> {
    const { keys } = this.options;
    const before = this.streams.checkpoint;
    if (before) await this.requireRoot(before);
    const root = await this.tree.root(size);
    const signer = await findSigner(origin.keys.at(-1)!, keys);
    const note = signCheckpoint({ origin: origin.name, size, root }, signer);
    await assertHeld();
    const data = { size, root: toBase64(root), note };
    await this.streams.append({ type: 'CheckpointSigned', data });
    await this.state.setSigned(data);
    return this.streams.checkpoint!;
  }

  /** Compares all earlier checkpoints with the tiles, once in a process. */
  private async recheck({ size: covered }: Covered): Promise<void> {
    const misfits = [...(await this.trustMisfits())];
    if (!this.isRechecked) {
      const { roots, misfits: malformed } = await signedRoots(this.streams);
      misfits.push(...malformed);
      for (const { size, root } of roots) {
        if (size > covered) misfits.push({ part: 'log', index: covered, because: 'cut' });
        else if (!areEqual(await this.tree.root(size), root))
          misfits.push({ part: 'checkpoint', size, because: 'root' });
        await WITHOUT_PAUSES(0);
      }
    }
    if (misfits.length > 0) throw new DoesNotFit(misfits.slice(0, MAX_MISFITS));
    this.isRechecked = true;
  }

  /** Misfits of key and signatures, and a checkpoint that the log has lost. */
  private async trustMisfits(): Promise<readonly Misfit[]> {
    const { checkpoint, origins, origin } = this.streams;
    const misfits: Misfit[] = [...this.streams.misfits];
    if (origin)
      await findSigner(origin.keys.at(-1)!, this.options.keys).catch((error: unknown) => {
        if (!(error instanceof DoesNotFit)) throw error;
        misfits.push(...error.misfits);
      });
    if (
      checkpoint &&
      !isSignedBy(
        checkpoint.note,
        origins.flatMap(({ keys }) => keys),
      )
    )
      misfits.push({ part: 'checkpoint', size: checkpoint.size, because: 'signature' });
    const signed = await this.state.signed();
    if (signed && signed.size > (checkpoint?.size ?? 0))
      misfits.push({ part: 'checkpoint', size: signed.size, because: 'missing' });
    if (signed && signed.size === checkpoint?.size && signed.root !== checkpoint.root)
      misfits.push({ part: 'checkpoint', size: signed.size, because: 'root' });
    return misfits;
  }

  private async requireRoot({ size, root }: SignedCheckpoint): Promise<void> {
    if (!areEqual(await this.tree.root(size), fromBase64(root) ?? new Uint8Array()))
      throw new DoesNotFit([{ part: 'checkpoint', size, because: 'root' }]);
  }

  /** @param checkedAt start of the check that found the misfits */
  private async stop(misfits: readonly Misfit[], checkedAt?: string): Promise<void> {
    const because = misfits.map(describeMisfit).join('. ');
    const streams = [...new Set(misfits.flatMap((misfit) => concernedStream(misfit) ?? []))];
    let isNew = false;
    await this.state.updateStatus((before) => {
      isNew = before.stopped?.because !== because;
      const { since = this.options.clock.now(), reports = 0 } = before.stopped ?? {};
      return {
        ...before,
        ...(checkedAt !== undefined && { checkedAt }),
        stopped: { because, since, streams, reports: reports + 1 },
      };
    });
    if (isNew) this.options.onStatus?.(misfits);
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
    const nodes = this.tree.nodes(checkpoint.size);
    const include = (event: RecordedEvent) => this.inclusionOf(event, checkpoint, nodes);
    const [lastEvent, headsEvent] = [await include(last), await include(heads.event)];
    if (!lastEvent || !headsEvent || lastEvent.index >= heads.size) return undefined;
    const leaf = headLeafOf(last);
    const leafIndex = await this.heads.indexOf(leaf, first.position, heads.streams);
    if (leafIndex === undefined) return undefined;
    const leafPath = await inclusionProof(
      this.heads.nodes(heads.streams),
      leafIndex,
      heads.streams,
    );
    const headsRoot = { size: heads.streams, root: fromBase64(heads.root)! };
    if (!isIncluded(leaf, leafIndex, headsRoot, leafPath)) return undefined;
    const otherProofs = [];
    for (const revision of others) {
      const inclusion = events[revision] && (await include(events[revision]));
      if (!inclusion) return undefined;
      otherProofs.push({ ...inclusion, revision });
    }
    return {
      checkpoint: await this.toCheckpoint(checkpoint),
      lastEvent,
      heads: { ...headsEvent, event: heads.event, leafIndex, leaves: heads.streams, leafPath },
      ...(others.length > 0 && { others: otherProofs }),
    };
  }

  private async inclusionOf(
    event: RecordedEvent,
    { size, root }: Pick<Checkpoint, 'size' | 'root'>,
    nodes = this.tree.nodes(size),
  ): Promise<Inclusion | undefined> {
    const index = await this.tree.indexOf(event.position);
    if (index === undefined || index >= size) return undefined;
    const path = await inclusionProof(nodes, index, size);
    const isRight = isIncluded(leafOf(event), index, { size, root: fromBase64(root)! }, path);
    return isRight ? { index, path } : undefined;
  }

  private async toCheckpoint(checkpoint: SignedCheckpoint): Promise<Checkpoint> {
    const { size, root, note, at } = checkpoint;
    const cosignature = await this.state.cosignature();
    const position = await this.endOf(checkpoint);
    const lines = cosignature?.size === size ? cosignature.lines : '';
    return { size, root, note: note + lines, at, position };
  }

  private lastEnd: { readonly size: number; readonly position: Position } | undefined;
  /** Position of the last event that a checkpoint covers. */
  private async endOf({ size }: Pick<SignedCheckpoint, 'size'>): Promise<Position> {
    if (this.lastEnd?.size !== size)
      this.lastEnd = { size, position: await this.tree.positionOf(size - 1) };
    return this.lastEnd.position;
  }
}

/** @throws DoesNotFit at the first event that is not as its hash says */
function requireChain(events: readonly RecordedEvent[]): void {
  const verify = chainVerifier();
  for (const event of events) {
    const because = contentMisfit(event);
    if (because) throw new DoesNotFit([eventMisfit(event, because)]);
    const broken = verify(event);
    if (broken) throw new DoesNotFit([eventMisfit(broken, broken.because)]);
  }
}

/** Misfits that an error tells of; undefined for any other error. */
function misfitsOf(error: unknown): readonly Misfit[] | undefined {
  if (error instanceof DoesNotFit) return error.misfits;
  return error instanceof DamagedStream ? [damageMisfit(error)] : undefined;
}

/** Misfits of a part, including those that it throws. */
async function misfitsIn(part: () => Promise<readonly Misfit[]>): Promise<readonly Misfit[]> {
  try {
    return await part();
  } catch (error) {
    const misfits = misfitsOf(error);
    if (!misfits) throw error;
    return misfits;
  }
}

async function failureOf(
  work: () => Promise<unknown>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}
