import type { Pace } from '../../common/pace.js';
import { type Misfit, uniqueMisfits } from '../misfit.js';
import type { NotaryParts } from '../notary-parts.js';
import { catchFailure, collectMisfits } from '../stop-switch.js';
import { Signatures, readSignedRoots, findNewestMisfits } from './checkpoint-check.js';
import { checkHeads } from './heads-check.js';
import type { Findings, SearchInput } from './findings.js';
import { findLogMisfits } from './log-check.js';

type Searched = Pick<NotaryParts, 'log' | 'keys' | 'streams' | 'tree' | 'heads' | 'state'>;

/** Searches for all misfits. Changes nothing. */
export async function searchMisfits(
  parts: Searched,
  { kept, verified }: SearchInput,
  pace: Pace,
): Promise<Findings> {
  const { log, streams, tree, heads } = parts;
  await streams.refresh();
  const signed = await readSignedRoots(streams);
  const roots = [...signed.roots, ...kept];
  const signatures = new Signatures(new Set(verified));
  const misfits = [...signed.misfits];
  const headsMisfits: Misfit[] = [];
  let failure: { readonly error: unknown } | undefined;
  const search = async (to: Misfit[], part: () => Promise<readonly Misfit[]>) => {
    failure =
      (await catchFailure(async () => void to.push(...(await collectMisfits(part))))) ?? failure;
  };
  await search(misfits, () => findNewestMisfits(parts));
  await search(misfits, () => signatures.findMisfits(streams, pace));
  await search(misfits, async () => {
    const { tiles } = heads;
    const { streams: leaves } = await heads.readCovered();
    return findLogMisfits({ log, tree, roots, heads: { tiles, streams: leaves }, pace });
  });
  await search(headsMisfits, () => findHeadsMisfits(parts, pace));
  // A part that cannot be read must not hide misfits of other parts.
  if (failure && misfits.length + headsMisfits.length === 0) throw failure.error;
  return { misfits: uniqueMisfits(misfits), headsMisfits, verified: signatures.verified };
}

/** Misfits of the heads' tiles, if these tiles hold the newest published heads. */
export async function findHeadsMisfits(
  { streams, heads: tree }: Pick<Searched, 'streams' | 'heads'>,
  pace: Pace,
): Promise<readonly Misfit[]> {
  await streams.refresh();
  const { heads } = streams;
  const arePublished = heads && (await tree.readCovered()).size === heads.size;
  return arePublished ? checkHeads(tree, heads, pace) : [];
}
