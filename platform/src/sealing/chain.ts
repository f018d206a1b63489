import { hash } from 'node:crypto';
import { NO_STREAM, type RecordedEvent } from '../event-log/event-log.js';
import {
  type StoredEvent,
  type UnhashedEvent,
  hasOwnHash,
  hashedText,
} from '../proof/event-hash.js';

type HashedContent = Omit<UnhashedEvent, 'stream' | 'revision'>;

/**
 * SHA-256 (hex) over a stored event, including the previous event's hash. Excludes the position,
 * which a copied log changes.
 */
export function hashEvent(
  stream: string,
  revision: number,
  { type, data, metadata }: HashedContent,
): string {
  return hash('sha256', hashedText({ stream, revision, type, data, metadata }), 'hex');
}

/** Whether a stored event's content matches its own hash. */
export const hasExpectedHash = (event: StoredEvent): boolean =>
  hasOwnHash(event, ({ stream, revision, type, data, metadata: { hash: _, ...metadata } }) =>
    hashEvent(stream, revision, { type, data, metadata }),
  );

/** Revision and hash of a stream's last event. */
export type StreamEnd = { readonly revision: number; readonly hash: string };
export const NO_END: StreamEnd = { revision: NO_STREAM, hash: '' };

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
export function createChainVerifier(): (event: RecordedEvent) => BrokenChain | undefined {
  const chainEnds = new Map<string, StreamEnd>();
  return (event) => {
    const { stream, revision, metadata } = event;
    const previous = chainEnds.get(stream) ?? NO_END;
    chainEnds.set(stream, { revision, hash: metadata.hash });
    if (revision !== previous.revision + 1)
      return { stream, revision: previous.revision + 1, because: 'missing' };
    if (metadata.previousHash !== previous.hash) return { stream, revision, because: 'unchained' };
    return hasExpectedHash(event) ? undefined : { stream, revision, because: 'changed' };
  };
}
