import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  openCheckpoint,
  openRotation,
  readCheckpoint,
  signCheckpoint,
  signRotation,
} from './checkpoint.js';
import { fromBase64, fromDecimal, toBase64 } from './encoding.js';
import {
  InvalidNote,
  formatVerifierKey,
  openNote,
  parseNote,
  parseVerifierKey,
  signNote,
  toVerifierKey,
} from './signed-note.js';
import { formatLogProof, parseLogProof } from './tlog-proof.js';
import { leafHash } from './tree.js';

/** Example of c2sp.org/signed-note. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const exampleNote = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const signer = { name: 'fieldtrace.example/log', seed: new Uint8Array(32).fill(7) };
const nextSigner = { ...signer, seed: new Uint8Array(32).fill(8) };
const witness = { name: 'witness.example/w1', seed: new Uint8Array(32).fill(9) };
const head = { origin: signer.name, size: 20_852_163, root: leafHash(new Uint8Array(32)) };

describe('a signed note', () => {
  test('of the specification opens with its key', () => {
    expect(openNote(exampleNote, parseVerifierKey(exampleKey))).toBe(
      'This is an example message.\n',
    );
    expect(formatVerifierKey(parseVerifierKey(exampleKey))).toBe(exampleKey);
  });

  test('is refused after any change of its text, its name or its signature', () => {
    const note = signCheckpoint(head, signer);
    const key = toVerifierKey(signer);
    for (const [index, character] of [...note].entries()) {
      const changed = [...note].with(index, character === 'A' ? 'B' : 'A').join('');
      expect(() => openNote(changed, key)).toThrow(InvalidNote);
    }
    expect(openNote(note, key)).toBe(note.slice(0, note.lastIndexOf('\n\n') + 1));
  });

  test('may have signatures of others', () => {
    const note = signCheckpoint(head, signer, witness);
    for (const each of [signer, witness])
      expect(openNote(note, toVerifierKey(each))).toContain('20852163');
    expect(() => openNote(note, toVerifierKey(nextSigner))).toThrow('has not signed');
    expect(parseNote(note).signatures).toHaveLength(2);
  });

  test('keeps empty lines of its text', () => {
    const text = 'Ognuno sta solo\n\ned è subito sera.\n';
    expect(openNote(signNote(text, signer), toVerifierKey(signer))).toBe(text);
  });

  test.each([
    ['without a signature', 'text\n'],
    ['without a newline at its end', exampleNote.slice(0, -1)],
    ['with a control character', exampleNote.replace('example', 'exam\tple')],
    ['with half of a surrogate pair', exampleNote.replace('example', 'exam\ud800ple')],
    ['with a hyphen for a dash', exampleNote.replace('—', '-')],
    ['with too many signatures', exampleNote + exampleNote.split('\n')[2]!.concat('\n').repeat(32)],
  ])('%s is refused', (_, note) => expect(() => parseNote(note)).toThrow(InvalidNote));

  test.each([
    ['another id', exampleKey.replace('530d903a', '530d903b')],
    ['another name', exampleKey.replace('foo', 'fool')],
    ['another algorithm', exampleKey.replace('+Ae', '+Be')],
    ['a space', exampleKey.replace('foo', 'f oo')],
  ])('a key with %s is refused', (_, key) =>
    expect(() => parseVerifierKey(key)).toThrow(InvalidNote),
  );
});

describe('a checkpoint', () => {
  test('is read as it was signed', () =>
    expect(openCheckpoint(signCheckpoint(head, signer), toVerifierKey(signer))).toEqual(head));

  test('of another log is refused', () =>
    expect(() =>
      openCheckpoint(
        signCheckpoint({ ...head, origin: 'elsewhere.example/log' }, signer),
        toVerifierKey(signer),
      ),
    ).toThrow('of another log'));

  test.each([
    ['with a leading zero', 'origin\n01\n'],
    ['with a size that no number holds', 'origin\n99999999999999999\n'],
    ['without a root', 'origin\n1\nAAAA\n'],
  ])('%s is refused', (_, text) =>
    expect(() => readCheckpoint(signNote(text, signer))).toThrow(InvalidNote),
  );
});

describe('a rotation', () => {
  const note = signRotation(signer, nextSigner);
  test('leads from the next key to the former', () =>
    expect(openRotation(note, toVerifierKey(nextSigner))).toEqual(toVerifierKey(signer)));
  test('needs both signatures', () => {
    const [text, signatures] = [parseNote(note).text, note.trimEnd().split('\n').slice(-2)];
    for (const signature of signatures)
      expect(() => openRotation(`${text}\n${signature}\n`, toVerifierKey(nextSigner))).toThrow(
        'has not signed',
      );
  });
  test('leads to no other key', () =>
    expect(() => openRotation(note, toVerifierKey(signer))).toThrow('another key'));
});

describe('a proof of one entry', () => {
  const proof = {
    index: 73_894,
    path: [leafHash(new Uint8Array(1)), leafHash(new Uint8Array(2))],
    checkpoint: signCheckpoint(head, signer),
  };
  test('is read as it was written', () =>
    expect(parseLogProof(formatLogProof(proof))).toEqual(proof));
  test('may have no hashes, and unsigned extra data', () => {
    const alone = { ...proof, path: [] };
    expect(parseLogProof(formatLogProof(alone))).toEqual(alone);
    expect(parseLogProof(formatLogProof(alone).replace('\n', '\nextra AAAA\n'))).toEqual(alone);
  });
  test.each([
    ['title', (text: string) => text.replace('v1', 'v2')],
    ['index', (text: string) => text.replace('index 7', 'index 07')],
    ['hash', (text: string) => text.replace('=\n', '\n')],
  ])('with another %s is refused', (_, change) =>
    expect(() => parseLogProof(change(formatLogProof(proof)))).toThrow(),
  );
});

describe('encodings', () => {
  test('Base64 is that of Node', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(fromBase64(text)).toEqual(bytes);
      }),
    ));
  test.each(['A', 'AB', 'AB=', 'AB==', 'AA==AA==', 'AA-_', ' AA=', 'AA==\n'])(
    'refuses %j, which is no canonical Base64',
    (text) => expect(fromBase64(text)).toBeUndefined(),
  );
  test.each(['', '00', '01', '-1', '1.5', '1e3', ' 1', '9007199254740993'])(
    'refuses the number %j',
    (text) => expect(fromDecimal(text)).toBeUndefined(),
  );
});
