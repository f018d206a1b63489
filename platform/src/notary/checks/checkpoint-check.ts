import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pace, processorMs } from '../../common/pace.js';
import { openCheckpoint, readCheckpoint } from '../../proof/checkpoint.js';
import { areEqual, fromBase64 } from '../../proof/encoding.js';
import type { VerifierKey } from '../../proof/signed-note.js';
import { DoesNotFit, type Misfit } from '../misfit.js';
import { findSigner } from '../notary-key.js';
import type { NotaryParts } from '../notary-parts.js';
import { type NotaryStreams, isWellFormed } from '../notary-stream.js';
import { eventMisfit } from '../trees/log-tree.js';
import type { ExpectedRoot } from './findings.js';

/** Roots of all checkpoints of the log. A malformed note is reported as a misfit. */
export async function readSignedRoots(streams: NotaryStreams): Promise<{
  readonly roots: readonly ExpectedRoot[];
  readonly misfits: readonly Misfit[];
}> {
  const roots: ExpectedRoot[] = [];
  const misfits: Misfit[] = [];
  for await (const events of streams.readHistory())
    for (const event of events) {
      const { type, data } = event;
      if (!isWellFormed(event)) misfits.push(eventMisfit(event, 'malformed'));
      if (type !== 'CheckpointSigned' || !isWellFormed(event)) continue;
      const root = fromBase64(data.root);
      const head = tryReadHead(data.note);
      if (!root || head?.size !== data.size || !areEqual(head.root, root))
        misfits.push({ part: 'checkpoint', size: data.size, because: 'signature' });
      else roots.push({ size: data.size, root });
    }
  return { roots, misfits };
}

/** Compares the roots of all checkpoints with the tiles of a covered log. */
export async function findRootMisfits(
  { streams, tree }: Pick<NotaryParts, 'streams' | 'tree'>,
  covered: number,
): Promise<readonly Misfit[]> {
  const { roots, misfits: malformed } = await readSignedRoots(streams);
  const misfits: Misfit[] = [...malformed];
  for (const { size, root } of roots) {
    if (size > covered) misfits.push({ part: 'log', index: covered, because: 'cut' });
    else if (!areEqual(await tree.computeRoot(size), root))
      misfits.push({ part: 'checkpoint', size, because: 'root' });
    await nextTurn();
  }
  return misfits;
}

/**
 * Refreshes the streams. Returns misfits of the signing key and of the newest checkpoint: a wrong
 * signature, or one that differs from the recorded newest one.
 */
export async function findNewestMisfits({
  keys,
  streams,
  state,
}: Pick<NotaryParts, 'keys' | 'streams' | 'state'>): Promise<readonly Misfit[]> {
  // Read before the events, because a process writes the checkpoint's event before this record.
  const signed = await state.readSigned();
  await streams.refresh();
  const { checkpoint, origins, origin } = streams;
  const misfits: Misfit[] = [...streams.misfits];
  if (origin)
    await findSigner(origin.keys.at(-1)!, keys).catch((error: unknown) => {
      if (!(error instanceof DoesNotFit)) throw error;
      misfits.push(...error.misfits);
    });
  const verifierKeys = origins.flatMap((each) => each.keys);
  if (checkpoint && !isSignedBy(checkpoint.note, verifierKeys))
    misfits.push({ part: 'checkpoint', size: checkpoint.size, because: 'signature' });
  if (signed && signed.size > (checkpoint?.size ?? 0))
    misfits.push({ part: 'checkpoint', size: signed.size, because: 'missing' });
  if (signed && signed.size === checkpoint?.size && signed.root !== checkpoint.root)
    misfits.push({ part: 'checkpoint', size: signed.size, because: 'root' });
  return misfits;
}

/** Signatures of all checkpoints, each verified once in a process. */
export class Signatures {
  /** @param verified short hashes of notes that were verified before */
  constructor(readonly verified = new Set<string>()) {}

  async findMisfits(streams: NotaryStreams, pace: Pace): Promise<readonly Misfit[]> {
    const misfits: Misfit[] = [];
    const keys = streams.origins.flatMap((origin) => origin.keys);
    for await (const events of streams.readHistory())
      for (const event of events) {
        if (event.type !== 'CheckpointSigned' || !isWellFormed(event)) continue;
        const { size, note } = event.data;
        const shortHash = hash('sha256', note, 'buffer').toString('latin1', 0, 16);
        if (this.verified.has(shortHash)) continue;
        const processorMsBefore = processorMs();
        if (isSignedBy(note, keys)) this.verified.add(shortHash);
        else misfits.push({ part: 'checkpoint', size, because: 'signature' });
        await pace(processorMs() - processorMsBefore);
      }
    return misfits;
  }
}

/** Whether one of some keys signed a checkpoint of its own origin. */
const isSignedBy = (note: string, keys: readonly VerifierKey[]): boolean =>
  keys.some((key) => {
    try {
      openCheckpoint(note, key);
      return true;
    } catch {
      return false;
    }
  });

function tryReadHead(note: string) {
  try {
    return readCheckpoint(note);
  } catch {
    return undefined;
  }
}
