import { sha256 } from '@noble/hashes/sha2.js';
import { canonical } from '../event-log/canonical.js';
import type { Metadata, RecordedEvent } from '../event-log/event-log.js';
import { bytesToHex, hexToBytes, utf8 } from './encoding.js';
import { leafHash } from './tree.js';

/** Event as stored, without its position, which a copied log changes. */
export type StoredEvent = Pick<RecordedEvent, 'stream' | 'revision' | 'type' | 'data' | 'metadata'>;
/** Event without its own hash. */
export type UnhashedEvent = Omit<StoredEvent, 'metadata'> & {
  readonly metadata: Omit<Metadata, 'hash'>;
};

/**
 * Text that the hash of an event covers, including the hash of the event before.
 * @throws TypeError if JSON would not keep the event
 */
export const hashedText = ({ stream, revision, type, data, metadata }: UnhashedEvent): string =>
  canonical({ data, metadata, revision, stream, type });

/**
 * Hash (hex) of an event by its content.
 * @throws TypeError if JSON would not keep the event
 */
export function eventHash({ metadata: { hash: _, ...metadata }, ...event }: StoredEvent): string {
  return bytesToHex(sha256(utf8(hashedText({ ...event, metadata }))));
}

/**
 * Whether an event's content matches its own hash. Content that cannot be hashed, such as a float
 * in a changed file, does not.
 * @param hashOf hash of the event by its content
 */
export function hasOwnHash<Event extends StoredEvent>(
  event: Event,
  hashOf: (event: Event) => string = eventHash,
): boolean {
  try {
    return hashOf(event) === event.metadata.hash;
  } catch {
    return false;
  }
}

/** Leaf of an event in the log tree. */
export const eventLeaf = (hash: string): Uint8Array => leafHash(hexToBytes(hash));

/** Last event of a stream, by its hash (hex). */
export type StreamHead = {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
};

/** Leaf of a stream in the heads tree. */
export const headLeaf = ({ stream, revision, hash }: StreamHead): Uint8Array =>
  leafHash(utf8(canonical({ hash, revision, stream })));
