import type { Pace } from '../../common/pace.js';
import type { Misfit } from '../misfit.js';

/** Root that the log must have at a size. */
export type ExpectedRoot = {
  readonly size: number;
  readonly root: Uint8Array;
  /** Whether somebody kept it outside the installation. */
  readonly isKept?: true;
};

export type SearchInput = {
  readonly kept: readonly ExpectedRoot[];
  /** Short hashes of checkpoints whose signatures were verified before. */
  readonly verified: ReadonlySet<string>;
};
export type Findings = {
  readonly misfits: readonly Misfit[];
  /** Misfits of the heads, whose tiles another process may have changed meanwhile. */
  readonly headsMisfits: readonly Misfit[];
  readonly verified: ReadonlySet<string>;
};
export type SearchMisfits = (input: SearchInput, pace: Pace) => Promise<Findings>;
