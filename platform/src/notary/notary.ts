import { isDueHourly } from '../common/clock.js';
import type { Pace } from '../common/pace.js';
import type { Checkpoint, RecordProof } from '../proof/record-proof.js';
import { runInOneProcess } from '../storage/key-value-store/run-in-one-process.js';
import { Checkpoints } from './checkpoints.js';
import { LogChecker } from './checks/log-checker.js';
import type { ExpectedRoot, SearchMisfits } from './checks/findings.js';
import type { Misfit } from './misfit.js';
import { type NotaryOptions, type NotaryParts, createParts } from './notary-parts.js';
import type { NotaryStatus } from './notary-state.js';
import { Origins } from './origins.js';
import { Prover } from './proving.js';
import { CheckpointSigner } from './signing.js';
import { catchFailure } from './stop-switch.js';

/** Signs the log: its tree, the heads of its streams, checkpoints, and proofs from them. */
export class Notary {
  readonly origins: Origins;
  readonly checkpoints: Checkpoints;
  readonly checking: LogChecker;
  readonly proving: Prover;
  private readonly parts: NotaryParts;
  private readonly signing: CheckpointSigner;

  constructor(options: NotaryOptions) {
    this.parts = createParts(options);
    this.origins = new Origins(this.parts);
    this.checkpoints = new Checkpoints(this.parts);
    this.signing = new CheckpointSigner(this.parts, this.origins, this.checkpoints);
    this.checking = new LogChecker(this.parts);
    this.proving = new Prover(this.parts, this.checkpoints, this.signing, this.checking);
  }

  /**
   * Hourly round: signs, then compares the whole log with the tiles. An error of signing is thrown
   * after the comparison.
   * @param search searches for misfits in a worker thread; by default in this one
   */
  async runRound(pace: Pace, search?: SearchMisfits): Promise<void> {
    const { clock } = this.parts;
    const { stopped, checkedAt } = await this.readStatus();
    const failure = stopped ? undefined : await catchFailure(() => this.signing.runRound(pace));
    if (isDueHourly(checkedAt, clock))
      await runInOneProcess(this.parts, 'check of the log', pace, (renewingPace) =>
        this.check(renewingPace, [], search),
      );
    if (failure) throw failure.error;
  }

  readStatus(): Promise<NotaryStatus> {
    return this.parts.state.readStatus();
  }

  /** Returns a checkpoint over all present events, and signs one if none covers them. */
  coverNow(): Promise<Checkpoint> {
    return this.signing.coverNow();
  }

  readNewest(): Promise<Checkpoint | undefined> {
    return this.checkpoints.readNewest();
  }

  /** Hashes of a tile (c2sp.org/tlog-tiles); undefined if there are not as many. */
  readTile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    return this.parts.tree.tiles.read({ level, index, width });
  }

  readVerifierKeys(): Promise<readonly string[]> {
    return this.origins.readVerifierKeys();
  }

  proveRecord(stream: string, revision: number, others?: readonly number[]): Promise<RecordProof> {
    return this.proving.proveRecord(stream, revision, others);
  }

  check(
    pace?: Pace,
    kept?: readonly ExpectedRoot[],
    search?: SearchMisfits,
  ): Promise<readonly Misfit[]> {
    return this.checking.check(pace, kept, search);
  }
}
