import { type Pace, WITHOUT_PAUSES } from '../../common/pace.js';
import { type Misfit, uniqueMisfits, catchMisfit } from '../misfit.js';
import type { NotaryParts } from '../notary-parts.js';
import { collectMisfits } from '../stop-switch.js';
import { checkPublishedHeads } from './heads-check.js';
import type { ExpectedRoot, Findings, SearchMisfits } from './findings.js';
import { findHeadsMisfits, searchMisfits } from './search.js';

/** Compares the whole log with tiles, checkpoints, heads and key. */
export class LogChecker {
  /** Short hashes of checkpoints whose signatures this process has verified. */
  private verified: ReadonlySet<string> = new Set();

  constructor(private readonly parts: NotaryParts) {}

  /**
   * Stops the notary if there is a misfit, and resumes it once there is none.
   * @param search searches in a worker thread; by default in this one
   */
  async check(
    pace: Pace = WITHOUT_PAUSES,
    kept: readonly ExpectedRoot[] = [],
    search: SearchMisfits = (input, inPace) => searchMisfits(this.parts, input, inPace),
  ): Promise<readonly Misfit[]> {
    const { clock, streams, state, stopping } = this.parts;
    await streams.refresh();
    if (!(await this.hasBegun())) return [];
    const checkedAt = clock.now();
    const before = await state.readStatus();
    const damaged = await state.removeDamaged();
    const found = await search({ kept, verified: this.verified }, pace);
    this.verified = found.verified;
    const misfits = uniqueMisfits([...damaged, ...(await this.confirm(found))]);
    if (misfits.length > 0) await stopping.stop(misfits, checkedAt);
    else await stopping.resume(checkedAt, before);
    return misfits;
  }

  /** Finds all misfits. Changes nothing. */
  async findMisfits(kept: readonly ExpectedRoot[]): Promise<readonly Misfit[]> {
    const input = { kept, verified: this.verified };
    const { misfits, headsMisfits } = await searchMisfits(this.parts, input, WITHOUT_PAUSES);
    return uniqueMisfits([...misfits, ...headsMisfits]);
  }

  /** Misfits of the newest published heads, computed from the whole log. */
  async findHeadsMisfits(): Promise<readonly Misfit[]> {
    const { log, streams } = this.parts;
    await streams.refresh();
    return streams.heads ? checkPublishedHeads(log, streams.heads) : [];
  }

  /** Misfits of the heads' tiles while no other process changes them. */
  findConfirmedHeadsMisfits(): Promise<readonly Misfit[]> {
    return this.parts.runExclusively(() => findHeadsMisfits(this.parts, WITHOUT_PAUSES));
  }

  private async confirm({ misfits, headsMisfits }: Findings): Promise<readonly Misfit[]> {
    if (headsMisfits.length === 0) return misfits;
    return uniqueMisfits([
      ...misfits,
      ...(await collectMisfits(() => this.findConfirmedHeadsMisfits())),
    ]);
  }

  /** Whether the notary has signed anything yet. True if its record is damaged. */
  private async hasBegun(): Promise<boolean> {
    const { streams, state } = this.parts;
    if (streams.origin !== undefined || streams.misfits.length > 0) return true;
    return (await catchMisfit(() => state.readSigned(), true)) !== undefined;
  }
}
