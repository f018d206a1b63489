/** Checkpoints of a log (c2sp.org/tlog-checkpoint), and rotations of the key that signs them. */
import { fromBase64, fromDecimal, toBase64 } from './encoding.js';
import {
  InvalidNote,
  type NoteSigner,
  type VerifierKey,
  formatVerifierKey,
  openNote,
  parseNote,
  parseVerifierKey,
  signNote,
  toVerifierKey,
} from './signed-note.js';
import { HASH_BYTES, type TreeHead } from './tree.js';

const SHORT_ROOT_CHARACTERS = 22;
export const SHORT_ROOT = /^[A-Za-z\d+/]{22}$/;

/** Signed head of a log's tree. */
export type LogHead = TreeHead & { readonly origin: string };

export function signCheckpoint(
  { origin, size, root }: LogHead,
  ...signers: readonly NoteSigner[]
): string {
  return signNote(`${origin}\n${size}\n${toBase64(root)}\n`, ...signers);
}

/**
 * Head of a checkpoint that the key signed. The key's name is the origin.
 * @throws InvalidNote
 */
export function openCheckpoint(note: string, key: VerifierKey): LogHead {
  const head = readHead(openNote(note, key));
  if (head.origin !== key.name) throw new InvalidNote('The checkpoint is of another log');
  return head;
}

/** Opens a checkpoint by the key that signed it; undefined if none of these keys did. */
export function openWithAnyKey(
  keys: readonly VerifierKey[],
  note: string,
): { readonly head: LogHead; readonly key: VerifierKey } | undefined {
  for (const key of keys)
    try {
      return { head: openCheckpoint(note, key), key };
    } catch (error) {
      if (!(error instanceof InvalidNote)) throw error;
    }
  return undefined;
}

/**
 * Head of a checkpoint whose signatures are not verified.
 * @throws InvalidNote
 */
export const readCheckpoint = (note: string): LogHead => readHead(parseNote(note).text);

function readHead(text: string): LogHead {
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.slice(0, -1).split('\n');
  const size = fromDecimal(sizeText);
  const root = fromBase64(rootText);
  if (origin === '' || size === undefined || root?.length !== HASH_BYTES)
    throw new InvalidNote('A checkpoint has an origin, a size and a root');
  if (extensions.includes('')) throw new InvalidNote('A checkpoint has an empty line');
  return { origin, size, root };
}

/** Beginning of a checkpoint's root, as the footer of a document shows it. */
export const formatShortRoot = ({ root }: Pick<LogHead, 'root'>): string =>
  toBase64(root).slice(0, SHORT_ROOT_CHARACTERS);

/** Title of a rotation; after a restore the next key has another name. */
const rotationTitle = (from: string, to: string): string =>
  from === to ? 'fieldtrace key rotation v1' : 'fieldtrace log restored v1';

/** Note of a rotation, which the former and the next key sign. */
export function signRotation(from: NoteSigner, to: NoteSigner): string {
  const keys = [from, to].map((signer) => formatVerifierKey(toVerifierKey(signer)));
  return signNote([rotationTitle(from.name, to.name), ...keys, ''].join('\n'), from, to);
}

/**
 * Key before a rotation.
 * @throws InvalidNote unless both keys signed it, and its next key is the given one
 */
export function openRotation(note: string, to: VerifierKey): VerifierKey {
  const [title, fromText = '', toText, ...extraLines] = openNote(note, to).slice(0, -1).split('\n');
  const from = parseVerifierKey(fromText);
  const isRight = title === rotationTitle(from.name, to.name) && toText === formatVerifierKey(to);
  if (!isRight || extraLines.length > 0 || !areOfOneLog(from.name, to.name))
    throw new InvalidNote('The rotation is of another key');
  openNote(note, from);
  return from;
}

/** Whether two origins have the same host and log; a restore appends to the name. */
function areOfOneLog(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.split('/').slice(0, 2).join('/'));
  return first === second;
}
