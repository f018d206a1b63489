import type { Position } from '../event-log/event-log.js';

/** Place in log, tiles or checkpoints that does not fit what the notary has signed. */
export type Misfit =
  | {
      readonly part: 'event';
      readonly stream: string;
      readonly revision: number;
      readonly because: EventMisfitReason;
    }
  | {
      /** Event of which only the index in the log is known. */
      readonly part: 'log';
      readonly index: number;
      readonly because: 'removed' | 'cut';
      /** Preceding event, as `<stream> at <revision>`. */
      readonly after?: string;
    }
  | {
      readonly part: 'tile';
      readonly tree: 'log' | 'heads';
      readonly level: number;
      readonly index: number;
      readonly because: 'changed' | 'missing';
    }
  | {
      readonly part: 'checkpoint';
      readonly size: number;
      readonly because: 'root' | 'signature' | 'missing' | 'order' | 'forked';
    }
  | { readonly part: 'heads'; readonly size: number; readonly because: 'root' | 'missing' }
  /** Record of the notary's progress. */
  | { readonly part: 'record'; readonly id: string; readonly because: 'damaged' }
  | { readonly part: 'key'; readonly key: string; readonly because: 'missing' | 'changed' };

export type EventMisfitReason =
  | 'changed'
  | 'unchained'
  | 'missing'
  | 'damaged'
  | 'added'
  | 'moved'
  | 'replaced'
  /** Only events of the notary itself. */
  | 'malformed'
  | 'unsigned'
  | 'foreign';

const DESCRIPTIONS = {
  event: {
    changed: 'was changed',
    unchained: 'does not follow the event before it',
    missing: 'is missing',
    damaged: 'cannot be read',
    added: 'was added',
    moved: 'was moved',
    replaced: 'is not the event that was recorded',
    malformed: 'lacks the fields of its type',
    unsigned: 'is not signed by both keys of its rotation',
    foreign: 'begins another log, or uses a key that was used before',
  },
  log: { removed: 'was removed', cut: 'and all after it are missing' },
  checkpoint: {
    root: 'does not fit the log',
    signature: 'is not signed by the key of the log',
    missing: 'was signed and is not in the log',
    order: 'is smaller than the one before it',
    forked: 'differs from the checkpoint that was kept',
  },
  heads: { root: 'do not fit the log', missing: 'are missing' },
  record: { damaged: 'cannot be read' },
  key: { missing: 'is missing', changed: 'differs from the one that signed' },
} as const;

/** Sentence for an operator. */
export function describeMisfit(misfit: Misfit): string {
  switch (misfit.part) {
    case 'event':
      return `${misfit.stream} at ${misfit.revision} ${DESCRIPTIONS.event[misfit.because]}`;
    case 'log': {
      const after = misfit.after === undefined ? '' : ` (after ${misfit.after})`;
      return `Event ${misfit.index} of the log${after} ${DESCRIPTIONS.log[misfit.because]}`;
    }
    case 'tile':
      return `Tile ${misfit.level}/${misfit.index} of the ${misfit.tree} tree is ${misfit.because}`;
    case 'checkpoint':
      return `The checkpoint of ${misfit.size} events ${DESCRIPTIONS.checkpoint[misfit.because]}`;
    case 'heads':
      return `The heads of ${misfit.size} events ${DESCRIPTIONS.heads[misfit.because]}`;
    case 'record':
      return `The record of ${misfit.id} ${DESCRIPTIONS.record[misfit.because]}`;
    case 'key':
      return `The private key of ${misfit.key} ${DESCRIPTIONS.key[misfit.because]}`;
  }
}

/** Stream whose admins are alerted: of the event, or of the event before a removed one. */
export function concernedStream(misfit: Misfit): string | undefined {
  if (misfit.part === 'event') return misfit.stream;
  return misfit.part === 'log' ? misfit.after?.replace(/ at \d+$/, '') : undefined;
}

/** Limit of misfits in one report; the first ones name the cause. */
export const MAX_MISFITS = 20;

/** Log, tiles, checkpoints and key contradict each other. The notary stops, commands do not. */
export class DoesNotFit extends Error {
  constructor(readonly misfits: readonly Misfit[]) {
    super(misfits.map(describeMisfit).join('; '));
  }
}

/** Result of work, or `instead` if it finds a misfit. The next check reports the misfit. */
export async function catchMisfit<Result, Other>(
  work: () => Promise<Result>,
  instead: Other,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DoesNotFit) return instead;
    throw error;
  }
}

/** Number of events that a tree covers, and the position of the last one. */
export type Covered = { readonly size: number; readonly position: Position };

/** Misfits without duplicates, at most as many as a report may have. */
export const uniqueMisfits = (misfits: readonly Misfit[]): readonly Misfit[] =>
  [...new Map(misfits.map((misfit) => [JSON.stringify(misfit), misfit])).values()].slice(
    0,
    MAX_MISFITS,
  );
