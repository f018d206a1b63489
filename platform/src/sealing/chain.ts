import { hash } from 'node:crypto';
import type { RecordedEvent } from '../event-log/event-log.js';
import { type UnhashedEvent, hashedText } from '../proof/event-hash.js';

type Hashed = Omit<UnhashedEvent, 'stream' | 'revision'>;

/**
 * SHA-256 (hex) over a stored event, including the previous event's hash. Excludes the position,
 * which a copied log changes.
 */
export function hashOf(stream: string, revision: number, { type, data, metadata }: Hashed): string {
  return hash('sha256', hashedText({ stream, revision, type, data, metadata }), 'hex');
}

/** Place where a stream's hash chain is broken, and how. */
export type BrokenChain = {
  readonly stream: string;
  readonly revision: number;
  readonly because: 'missing' | 'unchained' | 'changed';
};

/**
 * Verifies stored events in log order, each stream from its start. A stream that was truncated or
 * rewritten as a whole shows only against a hash stored elsewhere.
 */
export function chainVerifier(): (event: RecordedEvent) => BrokenChain | undefined {
  const chainEnds = new Map<string, { readonly revision: number; readonly hash: string }>();
  return ({ stream, revision, type, data, metadata: { hash, ...hashed } }) => {
    const previous = chainEnds.get(stream) ?? { revision: -1, hash: '' };
    chainEnds.set(stream, { revision, hash });
    if (revision !== previous.revision + 1)
      return { stream, revision: previous.revision + 1, because: 'missing' };
    if (hashed.previousHash !== previous.hash) return { stream, revision, because: 'unchained' };
    try {
      if (hashOf(stream, revision, { type, data, metadata: hashed }) === hash) return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // A float was never written.
    }
    return { stream, revision, because: 'changed' };
  };
}
