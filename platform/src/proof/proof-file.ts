import type { RecordedEvent } from '../event-log/event-log.js';
import type { Opening } from './commitment.js';
import { fromBase64, toBase64 } from './encoding.js';
import type { StoredEvent } from './event-hash.js';
import type { Inclusion, RecordProof } from './record-proof.js';
import { formatLogProof } from './tlog-proof.js';
import { HASH_BYTES } from './tree.js';

const PROOF_FORMAT = 'fieldtrace-proof';
const PROOF_VERSION = 1;
/** Ending of a proof file's name. A file that is compressed with gzip ends with `.gz` after it. */
export const PROOF_FILE_ENDING = '.fieldtrace-proof.json';

/** Proof that a record's history is whole and complete. Hashes are Base64, and hex in events. */
export type ProofFile = {
  readonly format: typeof PROOF_FORMAT;
  readonly version: typeof PROOF_VERSION;
  readonly stream: string;
  readonly events: readonly ProvenEvent[];
  /** Last event of the record, as the heads tree names it. */
  readonly head: { readonly revision: number; readonly hash: string };
  /** Published heads tree: its event in the log, and the record's leaf in the tree. */
  readonly heads: FileInclusion & {
    readonly event: StoredEvent;
    readonly leafIndex: number;
    readonly leafPath: readonly string[];
  };
  /** Inclusion of the last event, and the checkpoint (c2sp.org/tlog-proof@v1). */
  readonly proof: string;
  /** Key that signed the checkpoint (c2sp.org/signed-note). */
  readonly key: string;
  /** Signed texts of the rotations up to the key, newest first. */
  readonly rotations: readonly string[];
  /** Earlier checkpoints with their consistency proofs. */
  readonly earlier: readonly { readonly checkpoint: string; readonly path: readonly string[] }[];
};
export type FileInclusion = { readonly index: number; readonly path: readonly string[] };

/** Event, or the revision of one that is withheld because it holds a secret in plain text. */
export type ProvenEvent =
  | {
      readonly event: StoredEvent;
      readonly opening?: Opening;
      /** Inclusion in the log; needed before a withheld event, which breaks the chain. */
      readonly inclusion?: FileInclusion;
    }
  | { readonly withheld: number };

/** Parts of a proof file, from the log, its keys and the notary. */
export type ProofParts = {
  /** All events of the record as stored, up to the head that the heads tree names. */
  readonly events: readonly RecordedEvent[];
  /** Openings of these events, undefined if there is none. */
  readonly openings: readonly (Opening | undefined)[];
  /** Whether an event is withheld: its plain text holds what its readers may not see. */
  readonly isWithheld: (event: RecordedEvent) => boolean;
  readonly proof: RecordProof;
  readonly key: string;
  readonly rotations: readonly string[];
  readonly earlier?: readonly {
    readonly checkpoint: string;
    readonly path: readonly Uint8Array[];
  }[];
};

/** Revisions whose inclusions a proof needs: those right before withheld events. */
export const revisionsBeforeWithheld = (
  events: readonly RecordedEvent[],
  isWithheld: (event: RecordedEvent) => boolean,
): readonly number[] =>
  events
    .slice(0, -1)
    .filter((event, index) => !isWithheld(event) && isWithheld(events[index + 1]!))
    .map(({ revision }) => revision);

/** @throws Error if the notary did not include an event before a withheld one */
export function createProofFile({
  events,
  openings,
  isWithheld,
  proof: { checkpoint, lastEvent, heads, others = [] },
  key,
  rotations,
  earlier = [],
}: ProofParts): ProofFile {
  const last = events.at(-1)!;
  const beforeWithheld = revisionsBeforeWithheld(events, isWithheld);
  return {
    format: PROOF_FORMAT,
    version: PROOF_VERSION,
    stream: last.stream,
    events: events.map((event, index): ProvenEvent => {
      if (isWithheld(event)) return { withheld: event.revision };
      const opening = openings[index];
      const inclusion = beforeWithheld.includes(event.revision)
        ? others.find(({ revision }) => revision === event.revision)
        : undefined;
      if (beforeWithheld.includes(event.revision) && !inclusion)
        throw new Error(`The proof needs the inclusion of event ${event.revision}`);
      return {
        event: toStored(event),
        ...(opening && { opening }),
        ...(inclusion && { inclusion: toFileInclusion(inclusion) }),
      };
    }),
    head: { revision: last.revision, hash: last.metadata.hash },
    heads: {
      event: toStored(heads.event),
      ...toFileInclusion(heads),
      leafIndex: heads.leafIndex,
      leafPath: heads.leafPath.map(toBase64),
    },
    proof: formatLogProof({ ...lastEvent, checkpoint: checkpoint.note }),
    key,
    rotations,
    earlier: earlier.map(({ checkpoint: note, path }) => ({
      checkpoint: note,
      path: path.map(toBase64),
    })),
  };
}

/** Text of a proof file, one event a line. */
export function formatProofFile({ format, version, stream, events, ...others }: ProofFile): string {
  const firstLine = JSON.stringify({ format, version, stream }).slice(0, -1);
  const lines = events.map((event) => `  ${JSON.stringify(event)}`).join(',\n');
  return `${firstLine},\n"events":[\n${lines}\n],\n${JSON.stringify(others).slice(1)}\n`;
}

const toStored = ({ stream, revision, type, data, metadata }: StoredEvent): StoredEvent => ({
  stream,
  revision,
  type,
  data,
  metadata,
});

const toFileInclusion = ({ index, path }: Inclusion): FileInclusion => ({
  index,
  path: path.map(toBase64),
});

/** No proof file, or one of another version. */
export class InvalidProofFile extends Error {}

/**
 * Reads a proof file strictly: each part is of its kind, and there is no other part.
 * @throws InvalidProofFile
 */
export function parseProofFile(text: string): ProofFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidProofFile('The file is no JSON');
  }
  const { format, version } = isObject(value) ? value : {};
  if (format !== PROOF_FORMAT) throw new InvalidProofFile('The file is no proof of Fieldtrace');
  if (version !== PROOF_VERSION)
    throw new InvalidProofFile(`The file has version ${String(version)}, not ${PROOF_VERSION}`);
  if (!isProofFile(value)) throw new InvalidProofFile('A part of the file is malformed');
  return value;
}

type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isIndex: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHash: Check = (value) =>
  typeof value === 'string' && fromBase64(value)?.length === HASH_BYTES;
const isHex: Check = (value) => typeof value === 'string' && /^[\da-f]{64}$/.test(value);
const isExactly =
  (expected: unknown): Check =>
  (value) =>
    value === expected;
const isListOf =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const isOneOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** Object with these members, and with some of the optional ones. */
function hasMembers(
  members: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  return (value) =>
    isObject(value) &&
    Object.keys(members).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const all = { ...members, ...optional };
      return Object.hasOwn(all, name) && all[name]!(member);
    });
}

/** Object with at least these members. The event's hash covers the others. */
const hasAtLeast =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(
      ([name, check]) => Object.hasOwn(value, name) && check(value[name]),
    );

const inclusion = { index: isIndex, path: isListOf(isHash) };
const isStoredEvent = hasMembers({
  stream: isText,
  revision: isIndex,
  type: isText,
  data: isObject,
  metadata: hasAtLeast({ at: isText, previousHash: isText, hash: isHex }),
});
const isProvenEvent = isOneOf(
  hasMembers({ withheld: isIndex }),
  hasMembers(
    { event: isStoredEvent },
    {
      opening: hasMembers({ salt: isText, fields: isObject }),
      inclusion: hasMembers(inclusion),
    },
  ),
);
const isProofFile = hasMembers({
  format: isExactly(PROOF_FORMAT),
  version: isExactly(PROOF_VERSION),
  stream: isText,
  events: isListOf(isProvenEvent),
  head: hasMembers({ revision: isIndex, hash: isHex }),
  heads: hasMembers({
    ...inclusion,
    event: isStoredEvent,
    leafIndex: isIndex,
    leafPath: isListOf(isHash),
  }),
  proof: isText,
  key: isText,
  rotations: isListOf(isText),
  earlier: isListOf(hasMembers({ checkpoint: isText, path: isListOf(isHash) })),
}) as (value: unknown) => value is ProofFile;
