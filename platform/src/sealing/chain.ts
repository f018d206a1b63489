import { hash } from 'node:crypto';
import { canonical } from '../event-log/canonical.js';
import type { Metadata, NewEvent, RecordedEvent } from '../event-log/event-log.js';

type Hashed = Omit<NewEvent, 'metadata'> & { readonly metadata: Omit<Metadata, 'hash'> };

/**
 * SHA-256 (hexadecimal) over all that the log keeps of an event, the previous event's hash in it.
 * The position is not: a copied log has others.
 */
export function hashOf(stream: string, revision: number, { type, data, metadata }: Hashed): string {
  return hash('sha256', canonical({ data, metadata, revision, stream, type }), 'hex');
}

/** Place where a stream differs from what was written, and how. */
export type Broken = {
  readonly stream: string;
  readonly revision: number;
  readonly because: 'missing' | 'unchained' | 'changed';
};

/**
 * For events in the order of the log, each stream from its beginning, as the log keeps them:
 * whether each is the next of the chain that was written. That the end of a stream was cut off, or
 * that all of it was written anew, shows only against a hash that is kept elsewhere.
 */
export function chainVerifier(): (event: RecordedEvent) => Broken | undefined {
  const ends = new Map<string, { readonly revision: number; readonly hash: string }>();
  return ({ stream, revision, type, data, metadata: { hash, ...hashed } }) => {
    const before = ends.get(stream) ?? { revision: -1, hash: '' };
    ends.set(stream, { revision, hash });
    if (revision !== before.revision + 1)
      return { stream, revision: before.revision + 1, because: 'missing' };
    if (hashed.previousHash !== before.hash) return { stream, revision, because: 'unchained' };
    if (hashOf(stream, revision, { type, data, metadata: hashed }) !== hash)
      return { stream, revision, because: 'changed' };
    return undefined;
  };
}
