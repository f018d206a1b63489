/** Notes signed with Ed25519 (c2sp.org/signed-note). */
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import {
  areEqual,
  bytesToHex,
  concatBytes,
  fromBase64,
  hexToBytes,
  toBase64,
  utf8,
} from './encoding.js';

hashes.sha512 = sha512;

const ED25519_ALGORITHM = 1;
const ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Limit of signatures in a note; a witness adds one to the log's own. */
const MAX_SIGNATURES = 32;
const KEY_NAME = /^[^\p{White_Space}\p{Cc}+]+$/u;
const CONTROL = /[\0-\u0009\u000b-\u001f]/;

/** Public key with the name that signs. */
export type VerifierKey = {
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
};
/** Private key: the 32-byte seed of Ed25519. */
export type NoteSigner = { readonly name: string; readonly seed: Uint8Array };
type NoteSignature = {
  readonly name: string;
  readonly id: Uint8Array;
  readonly signature: Uint8Array;
};
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

/** Not a signed note, not a verifier key, or without the expected signature. */
export class InvalidNote extends Error {}

function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  if (!KEY_NAME.test(name)) throw new InvalidNote('A key’s name has no spaces and no plus sign');
  const id = sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(ED25519_ALGORITHM), publicKey));
  return { name, id: id.subarray(0, ID_BYTES), publicKey };
}

export const toVerifierKey = ({ name, seed }: NoteSigner): VerifierKey =>
  verifierKey(name, getPublicKey(seed));

/** Text of a verifier key: `<name>+<id>+<base64>`. */
export const formatVerifierKey = ({ name, id, publicKey }: VerifierKey): string =>
  `${name}+${bytesToHex(id)}+${toBase64(concatBytes(Uint8Array.of(ED25519_ALGORITHM), publicKey))}`;

/** @throws InvalidNote */
export function parseVerifierKey(text: string): VerifierKey {
  const match = /^([^+]+)\+([\da-f]{8})\+([A-Za-z\d+/=]+)$/.exec(text);
  const bytes = match ? fromBase64(match[3]!) : undefined;
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== ED25519_ALGORITHM)
    throw new InvalidNote('This is no verifier key of Ed25519');
  const key = verifierKey(match![1]!, bytes.subarray(1));
  if (!areEqual(key.id, hexToBytes(match![2]!)))
    throw new InvalidNote('The verifier key’s id does not fit its key');
  return key;
}

/** @param text ends with a newline */
export function signNote(text: string, ...signers: readonly NoteSigner[]): string {
  requireNoteText(text);
  return `${text}\n${signers.map((signer) => signatureLine(text, signer)).join('')}`;
}

function signatureLine(text: string, signer: NoteSigner): string {
  const { name, id } = toVerifierKey(signer);
  return `— ${name} ${toBase64(concatBytes(id, sign(utf8(text), signer.seed)))}\n`;
}

/** @throws InvalidNote */
export function parseNote(note: string): Note {
  if (!note.isWellFormed() || CONTROL.test(note))
    throw new InvalidNote('The note holds control characters');
  const end = note.lastIndexOf('\n\n');
  const lines = end < 0 ? [] : note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '') throw new InvalidNote('The note has no signatures');
  if (lines.length === 0 || lines.length > MAX_SIGNATURES)
    throw new InvalidNote(`A note has 1 to ${MAX_SIGNATURES} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [dash, name = '', encoded = '', ...extraParts] = line.split(' ');
  const bytes = fromBase64(encoded);
  const hasForm = dash === '—' && extraParts.length === 0 && KEY_NAME.test(name);
  if (!hasForm || !bytes || bytes.length <= ID_BYTES)
    throw new InvalidNote('A line of signature is malformed');
  return { name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
}

/**
 * Text of a note that a key signed. Signatures of other keys are ignored.
 * @throws InvalidNote if the key signed nothing, or another text
 */
export function openNote(note: string, key: VerifierKey): string {
  const { text, signatures } = parseNote(note);
  const signaturesOfKey = signatures.filter(
    ({ name, id }) => name === key.name && areEqual(id, key.id),
  );
  if (signaturesOfKey.length === 0) throw new InvalidNote(`${key.name} has not signed the note`);
  if (!signaturesOfKey.every(({ signature }) => hasSigned(signature, text, key)))
    throw new InvalidNote(`The signature of ${key.name} does not fit the note`);
  return text;
}

const hasSigned = (signature: Uint8Array, text: string, { publicKey }: VerifierKey): boolean =>
  signature.length === SIGNATURE_BYTES &&
  verify(signature, utf8(text), publicKey, { zip215: false });

function requireNoteText(text: string): void {
  if (!text.endsWith('\n') || text === '\n' || !text.isWellFormed() || CONTROL.test(text))
    throw new InvalidNote('The text of a note ends with a newline and has no control characters');
}
