import type { VerifierKey } from './signed-note.js';
import { InvalidNote, formatVerifierKey, parseNote, parseVerifierKey } from './signed-note.js';
import {
  type LogHead,
  SHORT_ROOT,
  openCheckpoint,
  openRotation,
  openWithAnyKey,
  readCheckpoint,
  formatShortRoot,
} from './checkpoint.js';
import { computeCommitment } from './commitment.js';
import { areEqual, fromBase64 } from './encoding.js';
import { type StoredEvent, eventLeaf, hasOwnHash, headLeaf } from './event-hash.js';
import {
  type FileInclusion,
  InvalidProofFile,
  type ProofFile,
  type ProvenEvent,
  parseProofFile,
} from './proof-file.js';
import { InvalidLogProof, parseLogProof } from './tlog-proof.js';
import { HASH_BYTES, isConsistent, isIncluded } from './tree.js';

/** Checkpoints and keys that the verifying person kept, independent of the proof file. */
export type Kept = {
  /** Earlier or equal checkpoint, as a signed note. */
  readonly checkpoint?: string;
  /** Beginning of a checkpoint's root, from the footer of a document. */
  readonly shortRoot?: string;
  /** Whether the file was requested with that checkpoint or root. */
  readonly isRequestedWithIt?: boolean;
  /** Verifier keys. One of them must have signed, or rotations from one must end at the signer. */
  readonly keys?: readonly string[];
};

/** Place of an event in the record's history. */
type EventPlace = { readonly revision: number; readonly type?: string };

export type Refusal =
  /** No proof file, or a damaged one. */
  | { readonly reason: 'file-unreadable'; readonly detail: string }
  | {
      readonly reason:
        | 'event-changed'
        | 'event-added'
        | 'event-removed'
        | 'event-moved'
        /** The opened fields of the event do not fit its commitment. */
        | 'fields-changed'
        /** The event before a withheld one is not in the log. */
        | 'event-not-in-log';
      readonly event: EventPlace;
    }
  /** The events are of another record than the file says. */
  | { readonly reason: 'record-changed' }
  /** The key is malformed, or the file's checkpoint is not signed by it. */
  | { readonly reason: 'checkpoint-unsigned' }
  /** No given key is the file's key, and no rotations from one end at it. */
  | { readonly reason: 'key-unknown'; readonly key: string }
  /** A rotation up to the key is not signed by both keys. */
  | { readonly reason: 'rotation-unsigned' }
  /** The last event is not in the log of the checkpoint. */
  | { readonly reason: 'end-not-in-log'; readonly event: EventPlace }
  /** The event that published the heads was changed, or is not in the log. */
  | { readonly reason: 'heads-not-in-log' }
  /** The record's end is not the one that was published. */
  | { readonly reason: 'end-not-published'; readonly event: EventPlace }
  /** An earlier checkpoint of the file is not the beginning of this log. */
  | { readonly reason: 'log-rewritten'; readonly size: number }
  /** The given checkpoint is malformed, or was changed. */
  | { readonly reason: 'kept-unsigned' }
  /** Another key of the same name signed the given checkpoint: one of the two logs is forged. */
  | { readonly reason: 'kept-of-other-key' }
  /** The given checkpoint or key is of another log; a restored log has another name too. */
  | { readonly reason: 'kept-of-other-log'; readonly origin: string }
  /**
   * The file has no path from the given checkpoint: the proof has to be made again with it.
   * `kept` is its size, or the beginning of its root.
   */
  | { readonly reason: 'kept-not-in-file'; readonly kept: string }
  /** A file that was made for the given checkpoint has no path from it. */
  | { readonly reason: 'kept-not-in-log'; readonly kept: string };

/** Hash of a file that an event names; the event's hash covers it. */
type ProvenFile = {
  readonly revision: number;
  readonly field: string;
  readonly sha256: string;
};

export type Verified = {
  readonly outcome: 'whole';
  readonly stream: string;
  /** Last event, up to which the history is whole and complete. */
  readonly revision: number;
  /** Time of the published heads. The proof covers nothing after it. */
  readonly at: string;
  readonly checkpoint: LogHead;
  readonly key: string;
  readonly events: readonly ProvenEvent[];
  readonly openedCount: number;
  /** Sealed events without an opening: of earlier builds, with secrets, or erased. */
  readonly sealedCount: number;
  readonly withheldCount: number;
  /** Revision of the first erasure in the record. */
  readonly erasedAt: number | undefined;
  readonly files: readonly ProvenFile[];
  /** Size of the given checkpoint, since which the log was only appended to. */
  readonly appendedSince: number | undefined;
  /** Whether the key is a given one, or rotations from a given one end at it. */
  readonly isKeyKnown: boolean;
  /** Name of the log before a backup was restored, whose key signed the present name. */
  readonly restoredFrom: string | undefined;
};
export type Verdict = Verified | (Refusal & { readonly outcome: 'refused' });

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
const refuse = (refusal: Refusal): never => {
  throw new Refused(refusal);
};

/** Verifies the text of a proof file. Needs nothing but the file and, if given, what was kept. */
export function verifyProof(text: string, kept: Kept = {}): Verdict {
  try {
    return verify(parseProofFile(text), kept);
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', ...error.refusal };
    if (error instanceof InvalidProofFile)
      return { outcome: 'refused', reason: 'file-unreadable', detail: error.message };
    throw error;
  }
}

function verify(file: ProofFile, kept: Kept): Verified {
  verifyEvents(file);
  file.events.forEach(verifyOpening);
  const { key, checkpoint, lastEvent } = verifyCheckpoint(file);
  const keys = verifyRotations(file, key);
  verifyKey(kept, keys);
  const at = verifyHeads(file, checkpoint);
  verifyEnd(file);
  const end = findEventPlace(file.events, file.head.revision);
  if (!isInLog(file.head.hash, lastEvent, checkpoint))
    refuse({ reason: 'end-not-in-log', event: end });
  verifyInclusions(file, checkpoint);
  const earlier = verifyEarlier(file, checkpoint, keys);
  const appendedSince = verifyKept(kept, [checkpoint, ...earlier], keys);
  const stored = storedEvents(file.events);
  const openedCount = file.events.filter((each) => 'opening' in each).length;
  return {
    outcome: 'whole',
    stream: file.stream,
    revision: file.head.revision,
    at,
    checkpoint,
    events: file.events,
    key: formatVerifierKey(key),
    openedCount,
    sealedCount: stored.filter(({ data }) => 'sealed' in data).length - openedCount,
    withheldCount: file.events.length - stored.length,
    erasedAt: stored.find(({ type }) => type.endsWith('Erased'))?.revision,
    files: stored.flatMap(listFiles),
    appendedSince,
    isKeyKnown: kept.keys !== undefined,
    restoredFrom: keys.find(({ name }) => name !== key.name)?.name,
  };
}

/** Checks each event by itself, then their order. */
function verifyEvents({ stream, events }: ProofFile): void {
  const stored = storedEvents(events);
  if (stored.length > 0 && stored.every((event) => event.stream !== stream))
    refuse({ reason: 'record-changed' });
  for (const [index, each] of events.entries()) {
    if (!('event' in each)) continue;
    const { event } = each;
    if (event.stream !== stream) refuse({ reason: 'event-added', event: toEventPlace(event) });
    if (hasOwnHash(event)) continue;
    // An event that was only renumbered fits its hash at another revision.
    const original = events.findIndex((_, revision) => hasOwnHash({ ...event, revision }));
    if (original > index) refuse({ reason: 'event-removed', event: { revision: index } });
    if (original >= 0 && original < index)
      refuse({ reason: 'event-added', event: findEventPlace(events, original) });
    if (hasOwnHash({ ...event, revision: events.length }))
      refuse({ reason: 'event-removed', event: { revision: index } });
    refuse({ reason: 'event-changed', event: toEventPlace(event) });
  }
  verifyOrder(events);
}

/** Checks that the revisions are 0, 1, 2 and so on. */
function verifyOrder(events: readonly ProvenEvent[]): void {
  const revisions = events.map(getRevision);
  const foundRevisions = new Set<number>();
  for (const [index, revision] of revisions.entries()) {
    if (foundRevisions.has(revision))
      refuse({ reason: 'event-added', event: findEventPlace(events, revision, index) });
    foundRevisions.add(revision);
  }
  const missing = Array.from(revisions.keys()).find((revision) => !foundRevisions.has(revision));
  if (missing !== undefined) refuse({ reason: 'event-removed', event: { revision: missing } });
  const firstMisplaced = revisions.findIndex((revision, index) => revision !== index);
  if (firstMisplaced < 0) return;
  // Without the moved event, the others are in order.
  const found = revisions[firstMisplaced]!;
  const moved = found === firstMisplaced + 1 ? firstMisplaced : found;
  refuse({ reason: 'event-moved', event: findEventPlace(events, moved) });
}

function verifyOpening(each: ProvenEvent): void {
  if (!('event' in each) || !each.opening) return;
  const { commit } = each.event.metadata;
  if (commit === undefined || computeCommitment(each.opening) !== commit)
    refuse({ reason: 'fields-changed', event: toEventPlace(each.event) });
}

function verifyCheckpoint({ key: keyText, proof }: ProofFile): {
  readonly key: VerifierKey;
  readonly checkpoint: LogHead;
  readonly lastEvent: { readonly index: number; readonly path: readonly Uint8Array[] };
} {
  try {
    const key = parseVerifierKey(keyText);
    const { checkpoint, ...lastEvent } = parseLogProof(proof);
    const head = openCheckpoint(checkpoint, key);
    return { key, checkpoint: head, lastEvent };
  } catch (error) {
    if (error instanceof InvalidNote || error instanceof InvalidLogProof)
      return refuse({ reason: 'checkpoint-unsigned' });
    throw error;
  }
}

/** Keys of the log, newest first, also before a restore. Both keys signed each rotation. */
function verifyRotations({ rotations }: ProofFile, newest: VerifierKey): readonly VerifierKey[] {
  const keys = [newest];
  try {
    for (const rotation of rotations) keys.push(openRotation(rotation, keys.at(-1)!));
    return keys;
  } catch (error) {
    if (error instanceof InvalidNote) return refuse({ reason: 'rotation-unsigned' });
    throw error;
  }
}

/** Checks that one of the given keys is among the keys of the log. */
function verifyKey({ keys: givenKeys }: Kept, keys: readonly VerifierKey[]): void {
  const texts = keys.map(formatVerifierKey);
  if (!givenKeys || texts.some((text) => givenKeys.includes(text))) return;
  const names = givenKeys.map((text) => text.split('+')[0]!);
  refuse(
    names.includes(keys[0]!.name)
      ? { reason: 'key-unknown', key: texts[0]! }
      : { reason: 'kept-of-other-log', origin: names[0]! },
  );
}

/** Time of the published heads that name the record's end. */
function verifyHeads({ stream, events, head, heads }: ProofFile, checkpoint: LogHead): string {
  const { event, leafIndex, leafPath } = heads;
  const { streams, root: rootText } = event.data as {
    readonly streams?: unknown;
    readonly root?: unknown;
  };
  const root = typeof rootText === 'string' ? fromBase64(rootText) : undefined;
  const isPublished =
    event.type === 'HeadsPublished' &&
    event.stream.startsWith('notary-') &&
    hasOwnHash(event) &&
    isInLog(event.metadata.hash, toInclusion(heads), checkpoint);
  if (!isPublished || typeof streams !== 'number' || root?.length !== HASH_BYTES)
    return refuse({ reason: 'heads-not-in-log' });
  const isNamed = isIncluded(
    headLeaf({ stream, ...head }),
    leafIndex,
    { size: streams, root },
    leafPath.map(toBytes),
  );
  if (!isNamed)
    refuse({ reason: 'end-not-published', event: findEventPlace(events, head.revision) });
  return event.metadata.at;
}

/** Follows the chain of hashes from the published end back to the first event. */
function verifyEnd({ events, head }: ProofFile): void {
  if (events.length <= head.revision)
    refuse({ reason: 'event-removed', event: { revision: events.length } });
  if (events.length > head.revision + 1)
    refuse({ reason: 'event-added', event: findEventPlace(events, head.revision + 1) });
  /** Undefined after a withheld event, whose own link to the one before is unknown. */
  let expected: string | undefined = head.hash;
  for (const each of events.toReversed()) {
    if (!('event' in each)) {
      expected = undefined;
      continue;
    }
    const { hash, previousHash } = each.event.metadata;
    if (expected !== undefined && hash !== expected)
      refuse({ reason: 'event-changed', event: toEventPlace(each.event) });
    expected = previousHash;
  }
  const first = events[0]!;
  if ('event' in first && first.event.metadata.previousHash !== '')
    refuse({ reason: 'event-changed', event: toEventPlace(first.event) });
}

/**
 * Checks inclusions; an event before a withheld one needs one, because the chain is broken there.
 */
function verifyInclusions({ events }: ProofFile, checkpoint: LogHead): void {
  for (const [index, each] of events.entries()) {
    if (!('event' in each)) continue;
    const { event, inclusion } = each;
    const next = events[index + 1];
    const isNeeded = next !== undefined && !('event' in next);
    if (!inclusion && !isNeeded) continue;
    if (!inclusion || !isInLog(event.metadata.hash, toInclusion(inclusion), checkpoint))
      refuse({ reason: 'event-not-in-log', event: toEventPlace(event) });
  }
}

/** Earlier checkpoints of the file, each the beginning of the log. */
function verifyEarlier(
  { earlier }: ProofFile,
  checkpoint: LogHead,
  keys: readonly VerifierKey[],
): readonly LogHead[] {
  return earlier.map(({ checkpoint: note, path }) => {
    const head = openWithAnyKey(keys, note)?.head;
    if (!head) return refuse({ reason: 'checkpoint-unsigned' });
    if (!isConsistent(head, checkpoint, path.map(toBytes)))
      refuse({ reason: 'log-rewritten', size: head.size });
    return head;
  });
}

/** Size of a kept checkpoint, if the file shows that the log was only appended to since. */
function verifyKept(
  { checkpoint: note, shortRoot: root, isRequestedWithIt }: Kept,
  provenHeads: readonly LogHead[],
  keys: readonly VerifierKey[],
): number | undefined {
  const reason = isRequestedWithIt ? 'kept-not-in-log' : 'kept-not-in-file';
  if (root !== undefined)
    return (
      provenHeads.find((head) => formatShortRoot(head) === root)?.size ??
      refuse({ reason, kept: root })
    );
  if (note === undefined) return undefined;
  const head = openWithAnyKey(keys, note)?.head;
  if (!head) return refuse(explainUnsigned(note, keys));
  const headsOfSize = provenHeads.filter(({ size }) => size === head.size);
  if (headsOfSize.some(({ root: provenRoot }) => areEqual(provenRoot, head.root))) return head.size;
  // A restored log has lost the end, and may have another root of that size under its new name.
  if (headsOfSize.some(({ origin }) => origin === head.origin))
    refuse({ reason: 'log-rewritten', size: head.size });
  return refuse({ reason, kept: String(head.size) });
}

const KEY = /^[^\s+]+\+[\da-f]{8}\+\S+$/;

/** Keys (one a line), a checkpoint, a short root, or an earlier proof file that somebody kept. */
export function parseKept(text: string): Kept {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const lines = trimmed.split(/\s*\n\s*/);
  if (lines.every((line) => KEY.test(line))) return { keys: lines };
  if (SHORT_ROOT.test(trimmed)) return { shortRoot: trimmed };
  try {
    const { checkpoint } = parseLogProof(parseProofFile(text).proof);
    return { checkpoint };
  } catch {
    return { checkpoint: `${trimmed.replaceAll('\r\n', '\n')}\n` };
  }
}

/** Reason why no key of the log opens a checkpoint. */
function explainUnsigned(note: string, keys: readonly VerifierKey[]): Refusal {
  try {
    const { origin } = readCheckpoint(note);
    if (keys.every(({ name }) => name !== origin)) return { reason: 'kept-of-other-log', origin };
    const isSignedByUs = parseNote(note).signatures.some(({ name, id }) =>
      keys.some((key) => key.name === name && areEqual(key.id, id)),
    );
    return { reason: isSignedByUs ? 'kept-unsigned' : 'kept-of-other-key' };
  } catch (error) {
    if (error instanceof InvalidNote) return { reason: 'kept-unsigned' };
    throw error;
  }
}

const FILE_HASH = /^[\da-f]{64}$/;

function listFiles({ revision, data }: StoredEvent): readonly ProvenFile[] {
  return Object.entries(data).flatMap(([field, value]: [string, unknown]) =>
    field.endsWith('Sha256') && typeof value === 'string' && FILE_HASH.test(value)
      ? [{ revision, field, sha256: value }]
      : [],
  );
}

const isInLog = (
  hash: string,
  { index, path }: { readonly index: number; readonly path: readonly Uint8Array[] },
  checkpoint: LogHead,
): boolean => isIncluded(eventLeaf(hash), index, checkpoint, path);

const toBytes = (text: string): Uint8Array => fromBase64(text)!;
const toInclusion = ({ index, path }: FileInclusion) => ({ index, path: path.map(toBytes) });

const storedEvents = (events: readonly ProvenEvent[]): readonly StoredEvent[] =>
  events.flatMap((each) => ('event' in each ? [each.event] : []));
const getRevision = (each: ProvenEvent): number =>
  'event' in each ? each.event.revision : each.withheld;
const toEventPlace = ({ revision, type }: StoredEvent): EventPlace => ({ revision, type });

/** Revision and type of the event with a revision, searched from an index on. */
function findEventPlace(events: readonly ProvenEvent[], revision: number, from = 0): EventPlace {
  const found = events.slice(from).find((each) => getRevision(each) === revision);
  return found && 'event' in found ? toEventPlace(found.event) : { revision };
}
