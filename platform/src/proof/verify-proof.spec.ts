import { beforeAll, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { RecordedEvent } from '../event-log/event-log.js';
import { PROOF_SIGNER, createBookshelf, writeBook } from '../testing/notary/proof-world.js';
import { readCheckpoint, formatShortRoot, signCheckpoint, signRotation } from './checkpoint.js';
import { describeVerdict } from './describe-verdict.js';
import { eventHash } from './event-hash.js';
import { type ProofFile, type ProvenEvent, parseProofFile } from './proof-file.js';
import { formatVerifierKey, toVerifierKey } from './signed-note.js';
import { type Refusal, type Verified, parseKept, verifyProof } from './verify-proof.js';

type Book = Awaited<ReturnType<typeof writeBook>>;
let book: Book;
let text: string;
let whole: Verified;
beforeAll(async () => {
  book = await writeBook();
  text = await book.createFile(book.stream);
  whole = requireWhole(text);
});

function requireWhole(...args: Parameters<typeof verifyProof>): Verified {
  const verdict = verifyProof(...args);
  if (verdict.outcome === 'refused') throw new Error(JSON.stringify(verdict));
  return verdict;
}
function findRefusal(...args: Parameters<typeof verifyProof>): Refusal {
  const verdict = verifyProof(...args);
  if (verdict.outcome === 'whole') throw new Error('It was verified');
  const { outcome: _, ...refusal } = verdict;
  return refusal;
}
/** Refusal of the proof file after a change of its content. */
const afterChange = (change: (file: ProofFile) => object): Refusal =>
  findRefusal(JSON.stringify(change(parseProofFile(text))));
const afterChangeOfEvents = (change: (events: readonly ProvenEvent[]) => readonly ProvenEvent[]) =>
  afterChange((file) => ({ ...file, events: change(file.events) }));

type Shown = Extract<ProvenEvent, { event: unknown }>;
const asShown = (each: ProvenEvent | undefined): Shown => each as Shown;
const withEvent = (each: ProvenEvent, change: object): ProvenEvent => ({
  ...asShown(each),
  event: { ...asShown(each).event, ...change },
});
/** Event with other content and a hash that fits that content. */
function rewriteEvent(each: ProvenEvent, change: object): ProvenEvent {
  const event = { ...asShown(each).event, ...change };
  const metadata = { ...event.metadata, hash: eventHash(event) };
  return { ...asShown(each), event: { ...event, metadata } };
}

describe('the proof of a record', () => {
  test('shows that its history is whole and complete, and opens its fields', () => {
    expect(whole).toMatchObject({
      stream: 'book-org_1',
      revision: 5,
      at: '2026-11-21T09:30:00.000Z',
      openedCount: 3,
      sealedCount: 0,
      withheldCount: 0,
      erasedAt: undefined,
      key: formatVerifierKey(toVerifierKey(PROOF_SIGNER)),
      checkpoint: { origin: PROOF_SIGNER.name, size: book.log.length },
      appendedSince: undefined,
    });
    expect(whole.files).toEqual([
      { revision: 1, field: 'coverSha256', sha256: 'ab'.repeat(32) },
      { revision: 5, field: 'coverSha256', sha256: 'cd'.repeat(32) },
    ]);
    expect(text).toContain('पहली किताब “1”');
  });

  test('contains nothing of another record, and no key of a stream', () => {
    expect(text).not.toContain('book-org_2');
    for (const key of book.keys.keys.values())
      expect(text).not.toContain(Buffer.from('key' in key ? key.key : []).toString('base64'));
  });

  test('may be indented otherwise', () => {
    for (const indent of [undefined, 1, '\t'])
      expect(verifyProof(JSON.stringify(JSON.parse(text), null, indent))).toEqual(whole);
  });

  test('stays valid after an erasure, and a new one opens nothing', async () => {
    const shelf = await writeBook();
    const before = await shelf.createFile(shelf.stream);
    await shelf.keys.destroy([...shelf.keys.keys.keys()], 'the-erasure');
    expect(verifyProof(before)).toEqual(requireWhole(before));
    expect(requireWhole(await shelf.createFile(shelf.stream))).toMatchObject({
      openedCount: 0,
      sealedCount: 3,
    });
  });

  test('of one event is valid', async () => {
    const shelf = createBookshelf();
    await shelf.append('book-1', 'BookPriced', { pricePaise: 1, coverSha256: '' });
    expect(requireWhole(await shelf.createFile('book-1'))).toMatchObject({
      revision: 0,
      files: [],
    });
  });

  test('of 500 events is checked within a second and has at most 300 kB', async () => {
    const shelf = createBookshelf();
    for (let number = 0; number < 500; number++)
      await shelf.append(
        'book-1',
        number === 0 ? 'BookWritten' : 'BookChanged',
        number === 0
          ? { title: 'x', pages: 1 }
          : { changes: { title: `Call him again on day ${number} about the roof`.repeat(2) } },
      );
    const long = await shelf.createFile('book-1');
    const startedAt = performance.now();
    expect(requireWhole(long).revision).toBe(499);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(gzipSync(long).length).toBeLessThan(300_000);
  });
});

describe('an event', () => {
  const eventChanged = (revision: number, type: string): Refusal => ({
    reason: 'event-changed',
    event: { revision, type },
  });
  test('is named where a field of it was changed', () =>
    expect(
      afterChangeOfEvents((events) =>
        events.with(1, withEvent(events[1]!, { data: { pricePaise: 1, coverSha256: '' } })),
      ),
    ).toEqual(eventChanged(1, 'BookPriced')));
  test('is named where it was rewritten with a fitting hash', () =>
    expect(
      afterChangeOfEvents((events) =>
        events.with(1, rewriteEvent(events[1]!, { data: { pricePaise: 1, coverSha256: '' } })),
      ),
    ).toEqual(eventChanged(1, 'BookPriced')));
  test('is named as the last one where all from it on were rewritten', () =>
    expect(
      afterChangeOfEvents((events) => {
        const all = [...events];
        all[3] = rewriteEvent(all[3]!, { type: 'BookWritten' });
        for (const index of [4, 5]) {
          const { metadata } = asShown(all[index]).event;
          const previousHash = asShown(all[index - 1]).event.metadata.hash;
          all[index] = rewriteEvent(all[index]!, { metadata: { ...metadata, previousHash } });
        }
        return all;
      }),
    ).toEqual(eventChanged(5, 'BookPriced')));
  test('is named where it was removed', () => {
    for (const index of [0, 2, 4])
      expect(afterChangeOfEvents((events) => events.toSpliced(index, 1))).toEqual({
        reason: 'event-removed',
        event: { revision: index },
      });
  });
  test('is named where it was removed and the others were renumbered', () =>
    expect(
      afterChangeOfEvents((events) =>
        events.toSpliced(2, 1).map((each, revision) => withEvent(each, { revision })),
      ),
    ).toEqual({ reason: 'event-removed', event: { revision: 2 } }));
  test('is named where it was left out at the end', () => {
    for (const count of [1, 3])
      expect(afterChangeOfEvents((events) => events.slice(0, -count))).toEqual({
        reason: 'event-removed',
        event: { revision: 6 - count },
      });
  });
  test('is named where it was left out at the end, and the head of the file was adapted', () =>
    expect(
      afterChange((file) => {
        const { revision, metadata } = asShown(file.events[4]).event;
        const head = { revision, hash: metadata.hash };
        return { ...file, events: file.events.slice(0, -1), head };
      }),
    ).toEqual({ reason: 'end-not-published', event: { revision: 4, type: 'ReaderCame' } }));
  test('is named where it was added twice', () =>
    expect(afterChangeOfEvents((events) => events.toSpliced(3, 0, events[1]!))).toEqual({
      reason: 'event-added',
      event: { revision: 1, type: 'BookPriced' },
    }));
  test('is named where it was added and the others were renumbered', () =>
    expect(
      afterChangeOfEvents((events) => {
        const added = rewriteEvent(withEvent(events[1]!, { revision: 2 }), {});
        return events.toSpliced(2, 0, added).map((each, revision) => withEvent(each, { revision }));
      }),
    ).toEqual({ reason: 'event-added', event: { revision: 2, type: 'BookPriced' } }));
  test('is named where it was added at the end', () =>
    expect(
      afterChangeOfEvents((events) => {
        const { metadata } = asShown(events[5]).event;
        const next = { revision: 6, metadata: { ...metadata, previousHash: metadata.hash } };
        return [...events, rewriteEvent(events[5]!, next)];
      }),
    ).toEqual({ reason: 'event-added', event: { revision: 6, type: 'BookPriced' } }));
  test('is named where it is of another record', async () => {
    const other = parseProofFile(await book.createFile('book-org_2')).events[1]!;
    expect(afterChangeOfEvents((events) => events.with(3, other))).toEqual({
      reason: 'event-added',
      event: { revision: 1, type: 'BookChanged' },
    });
  });
  test('is named where it was moved', () => {
    expect(
      afterChangeOfEvents((events) => events.toSpliced(1, 1).toSpliced(4, 0, events[1]!)),
    ).toEqual({
      reason: 'event-moved',
      event: { revision: 1, type: 'BookPriced' },
    });
    expect(
      afterChangeOfEvents((events) => events.toSpliced(4, 1).toSpliced(1, 0, events[4]!)),
    ).toEqual({
      reason: 'event-moved',
      event: { revision: 4, type: 'ReaderCame' },
    });
  });
});

describe('the opened fields of an event', () => {
  const fieldsChanged: Refusal = {
    reason: 'fields-changed',
    event: { revision: 0, type: 'BookWritten' },
  };
  const openingOf = (each: ProvenEvent | undefined) => asShown(each).opening!;
  test.each([
    ['a letter', { fields: { title: 'पहली किताब “2”' } }],
    ['another field', { fields: { title: 'पहली किताब “1”', author: 'Asha' } }],
    ['another salt', { salt: Buffer.alloc(32).toString('base64') }],
    ['a short salt', { salt: 'AAAA' }],
  ])('are refused with %s', (_, change) =>
    expect(
      afterChangeOfEvents((events) =>
        events.with(0, {
          ...asShown(events[0]),
          opening: { ...openingOf(events[0]), ...change },
        }),
      ),
    ).toEqual(fieldsChanged),
  );
  test('are refused if they are those of another event or record', async () => {
    const other = parseProofFile(await book.createFile('book-org_2'));
    for (const opening of [openingOf(other.events[0]), openingOf(parseProofFile(text).events[3])])
      expect(
        afterChangeOfEvents((events) => events.with(0, { ...asShown(events[0]), opening })),
      ).toEqual(fieldsChanged);
  });
  test('are refused where the event has no commitment', () =>
    expect(
      afterChangeOfEvents((events) =>
        events.with(1, { ...asShown(events[1]), opening: openingOf(events[0]) }),
      ),
    ).toMatchObject({ reason: 'fields-changed', event: { revision: 1 } }));
});

describe('a withheld event', () => {
  const isWithheld = ({ type }: RecordedEvent) => type === 'CodeDrawn';
  test('leaves its neighbours proven', async () => {
    const file = await book.createFile(book.stream, { isWithheld });
    expect(file).not.toContain('KP9N5Z7V');
    expect(requireWhole(file)).toMatchObject({ revision: 5, withheldCount: 1 });
  });
  test('may be the last one', async () => {
    const file = await book.createFile(book.stream, { isWithheld: ({ revision }) => revision > 3 });
    expect(requireWhole(file)).toMatchObject({ revision: 5, withheldCount: 2 });
  });
  test('hides no change of the event before it', async () => {
    const file = parseProofFile(await book.createFile(book.stream, { isWithheld }));
    const before = rewriteEvent(file.events[1]!, { type: 'BookWritten' });
    const { inclusion: _, ...withoutInclusion } = asShown(file.events[1]);
    for (const event of [before, withoutInclusion])
      expect(
        findRefusal(JSON.stringify({ ...file, events: file.events.with(1, event) })),
      ).toMatchObject({
        reason: 'event-not-in-log',
        event: { revision: 1 },
      });
  });
  test.each([
    [(revision: number) => revision < 2, '4 of 6 events are shown, unchanged', '1–2', 'good'],
    [(revision: number) => [0, 3, 4].includes(revision), '3 of 6 events', '1, 4–5', 'good'],
    [() => true, '0 of 6 events are shown', '1–6', 'open'],
  ])('is never counted as shown', async (isHidden, title, numbers, tone) => {
    const file = await book.createFile(book.stream, {
      isWithheld: ({ revision }) => isHidden(revision),
    });
    const description = describeVerdict(verifyProof(file), 'en', 'UTC');
    expect(description).toMatchObject({ tone, title: expect.stringContaining(title) });
    expect(description.sentences[0]).toContain(`: ${numbers}.`);
    expect(description.sentences.join(' ')).not.toContain('all events');
  });
  test('needs the inclusion of the event before it, or there is no proof', async () => {
    const parts = await book.createProof(book.stream);
    await expect(
      book.createFile(book.stream, { isWithheld, proof: { ...parts.proof, others: [] } }),
    ).rejects.toThrow('inclusion of event 1');
  });
});

describe('checkpoint, heads and key', () => {
  const forger = { name: PROOF_SIGNER.name, seed: new Uint8Array(32).fill(6) };
  const key = formatVerifierKey(toVerifierKey(PROOF_SIGNER));
  test('of a forged log are refused if the key is known', async () => {
    const shelf = await writeBook();
    const forged = await shelf.createFile(
      shelf.stream,
      { key: formatVerifierKey(toVerifierKey(forger)), earlier: [] },
      shelf.publish(forger),
    );
    expect(requireWhole(forged).key).not.toBe(key);
    expect(findRefusal(forged, { keys: [key] })).toEqual({
      reason: 'key-unknown',
      key: formatVerifierKey(toVerifierKey(forger)),
    });
    expect(requireWhole(text, parseKept(` ${key}\n`))).toMatchObject({ key, isKeyKnown: true });
  });
  test('of another signer are refused', async () => {
    const shelf = await writeBook();
    expect(
      findRefusal(await shelf.createFile(shelf.stream, { earlier: [] }, shelf.publish(forger))),
    ).toEqual({ reason: 'checkpoint-unsigned' });
  });
  test('of another time are refused', async () => {
    const { stream, createProof, createFile, append, publish } = await writeBook();
    const earlier = await createProof(stream);
    await append(stream, 'BookPriced', { pricePaise: 1, coverSha256: '' });
    const later = await createProof(stream, {}, publish());
    const mixed = { ...later.proof, heads: earlier.proof.heads };
    expect(findRefusal(await createFile(stream, { proof: mixed }))).toEqual({
      reason: 'heads-not-in-log',
    });
    const withEarlierEnd = { ...later.proof, lastEvent: earlier.proof.lastEvent };
    expect(
      findRefusal(await createFile(stream, { events: later.events, proof: withEarlierEnd })).reason,
    ).toBe('end-not-in-log');
  });
  test('of another record are refused', () =>
    expect(afterChange((file) => ({ ...file, stream: 'book-org_2' }))).toEqual({
      reason: 'record-changed',
    }));
});

describe('a checkpoint that somebody kept', () => {
  test('is found to be the beginning of the log, as a note or in an earlier proof file', () => {
    for (const { size, note } of book.checkpoints.slice(0, 2)) {
      expect(requireWhole(text, { checkpoint: note }).appendedSince).toBe(size);
      const pasted = ` ${note.trim().replaceAll('\n', '\r\n')}`;
      expect(requireWhole(text, parseKept(pasted)).appendedSince).toBe(size);
    }
    expect(requireWhole(text, parseKept(' \n')).appendedSince).toBeUndefined();
    expect(requireWhole(text, parseKept(text)).appendedSince).toBe(whole.checkpoint.size);
  });
  test('is known by the beginning of its root, as a document shows it', () => {
    const { size, note } = book.checkpoints[0]!;
    const root = formatShortRoot(readCheckpoint(note));
    expect(requireWhole(text, parseKept(` ${root}\n`)).appendedSince).toBe(size);
    const other = `${root.slice(1)}A`;
    expect(findRefusal(text, parseKept(other))).toEqual({
      reason: 'kept-not-in-file',
      kept: other,
    });
    expect(findRefusal(text, { shortRoot: other, isRequestedWithIt: true })).toEqual({
      reason: 'kept-not-in-log',
      kept: other,
    });
  });
  test('shows a log that was rewritten with new hashes', async () => {
    const rewrittenShelf = await writeBook();
    rewrittenShelf.checkpoints.length = 0;
    const forged = await rewrittenShelf.createFile(rewrittenShelf.stream);
    expect(requireWhole(forged).revision).toBe(5);
    const kept = book.checkpoints.map(({ note }) => note);
    expect(findRefusal(forged, { checkpoint: kept[2]! })).toEqual({
      reason: 'log-rewritten',
      size: whole.checkpoint.size,
    });
    expect(findRefusal(forged, { checkpoint: kept[0]! })).toEqual({
      reason: 'kept-not-in-file',
      kept: String(book.checkpoints[0]!.size),
    });
    const parts = await rewrittenShelf.createProof(rewrittenShelf.stream, {
      earlier: [{ checkpoint: kept[0]!, path: [] }],
    });
    expect(
      findRefusal(
        await rewrittenShelf.createFile(rewrittenShelf.stream, { earlier: parts.earlier ?? [] }),
      ),
    ).toEqual({ reason: 'log-rewritten', size: book.checkpoints[0]!.size });
  });
  test('may be signed by the key before a rotation, if both keys signed the rotation', async () => {
    const shelf = await writeBook();
    const next = { ...PROOF_SIGNER, seed: new Uint8Array(32).fill(9) };
    const rotated = {
      key: formatVerifierKey(toVerifierKey(next)),
      rotations: [signRotation(PROOF_SIGNER, next)],
    };
    const file = await shelf.createFile(shelf.stream, rotated, shelf.publish(next));
    const { size, note } = shelf.checkpoints[0]!;
    expect(requireWhole(file, { checkpoint: note }).appendedSince).toBe(size);
    const former = formatVerifierKey(toVerifierKey(PROOF_SIGNER));
    for (const kept of [former, `${rotated.key}\r\n${former}\n`, `${former}\n${rotated.key}`])
      expect(requireWhole(file, parseKept(kept)).isKeyKnown).toBe(true);
    const unsigned = { ...parseProofFile(file), rotations: [] };
    expect(findRefusal(JSON.stringify(unsigned), parseKept(former)).reason).toBe('key-unknown');
    const forged = { ...parseProofFile(file), rotations: [signRotation(next, next)] };
    expect(findRefusal(JSON.stringify(forged))).toEqual({ reason: 'checkpoint-unsigned' });
    expect(findRefusal(JSON.stringify({ ...forged, rotations: ['no note'] }))).toEqual({
      reason: 'rotation-unsigned',
    });
  });
  test('may be of the log before a restore, if its key signed the new name', async () => {
    const shelf = await writeBook();
    const next = { name: `${PROOF_SIGNER.name}/2026-11-22-00000000`, seed: new Uint8Array(32) };
    const restored = {
      key: formatVerifierKey(toVerifierKey(next)),
      rotations: [signRotation(PROOF_SIGNER, next)],
    };
    const file = await shelf.createFile(shelf.stream, restored, shelf.publish(next));
    const former = formatVerifierKey(toVerifierKey(PROOF_SIGNER));
    const { size, note } = shelf.checkpoints[0]!;
    expect(requireWhole(file, { checkpoint: note })).toMatchObject({
      appendedSince: size,
      restoredFrom: PROOF_SIGNER.name,
    });
    const verdict = verifyProof(file, parseKept(former));
    expect(verdict).toMatchObject({ outcome: 'whole', isKeyKnown: true });
    expect(describeVerdict(verdict, 'en').sentences.join(' ')).toContain('restored from a backup');
    // A checkpoint from after the backup is lost, even if the new log has a checkpoint of its size.
    const lost = { origin: PROOF_SIGNER.name, size: requireWhole(file).checkpoint.size };
    const checkpoint = signCheckpoint({ ...lost, root: new Uint8Array(32) }, PROOF_SIGNER);
    expect(findRefusal(file, { checkpoint, isRequestedWithIt: true }).reason).toBe(
      'kept-not-in-log',
    );

    const elsewhere = { ...next, name: 'evil.example/1/2026-11-22-00000000' };
    const forged = { ...restored, key: formatVerifierKey(toVerifierKey(elsewhere)) };
    for (const rotation of [signRotation(PROOF_SIGNER, elsewhere), restored.rotations[0]!]) {
      const rotations = [rotation];
      const text = await shelf.createFile(
        shelf.stream,
        { ...forged, rotations, earlier: [] },
        shelf.publish(elsewhere),
      );
      expect(findRefusal(text).reason).toBe('rotation-unsigned');
    }
  });
  test('shows a log that was made anew with another key', async () => {
    const forger = { ...PROOF_SIGNER, seed: new Uint8Array(32).fill(6) };
    const shelf = await writeBook();
    const key = formatVerifierKey(toVerifierKey(forger));
    const forged = await shelf.createFile(
      shelf.stream,
      { key, earlier: [] },
      shelf.publish(forger),
    );
    expect(requireWhole(forged).isKeyKnown).toBe(false);
    expect(findRefusal(forged, { checkpoint: book.checkpoints[0]!.note })).toEqual({
      reason: 'kept-of-other-key',
    });
  });
  test('is refused if it is unsigned, or of another log', () => {
    const head = { origin: 'elsewhere.example/1', size: 1, root: new Uint8Array(32) };
    expect(
      findRefusal(text, {
        checkpoint: signCheckpoint(head, { ...PROOF_SIGNER, name: head.origin }),
      }),
    ).toEqual({ reason: 'kept-of-other-log', origin: head.origin });
    const key = formatVerifierKey(toVerifierKey({ ...PROOF_SIGNER, name: head.origin }));
    const verdict = verifyProof(text, parseKept(key));
    expect(verdict).toMatchObject({ reason: 'kept-of-other-log', origin: head.origin });
    expect(describeVerdict(verdict, 'en').sentences[0]).toContain('did not sign the name');
    for (const checkpoint of [book.checkpoints[0]!.note.replace('\n4\n', '\n3\n'), 'hello'])
      expect(findRefusal(text, { checkpoint })).toEqual({ reason: 'kept-unsigned' });
  });
});

describe('a file', () => {
  test.each([
    ['that is empty', () => ''],
    ['that is cut', () => text.slice(0, -20)],
    ['of another kind', () => '{"format":"zip","version":1}'],
    ['of a later version', () => text.replace('"version":1', '"version":2')],
    ['with another part', () => text.replace('"stream":', '"note":1,"stream":')],
    ['without a part', () => text.replace(/,"rotations":\[\]/, '')],
  ])('%s is no proof', (_, file) => expect(findRefusal(file()).reason).toBe('file-unreadable'));
});

/** Random numbers from a seed, so that a failed change can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Proof with a withheld event, earlier checkpoints and a change of key. */
async function createProofWithAllParts(): Promise<string> {
  const shelf = await writeBook();
  const next = { ...PROOF_SIGNER, seed: new Uint8Array(32).fill(9) };
  const parts = {
    isWithheld: ({ type }: RecordedEvent) => type === 'CodeDrawn',
    key: formatVerifierKey(toVerifierKey(next)),
    rotations: [signRotation(PROOF_SIGNER, next)],
  };
  return shelf.createFile(shelf.stream, parts, shelf.publish(next));
}

test('a proof with one changed character is refused, unless it means the same', async () => {
  const original = await createProofWithAllParts();
  const expected = requireWhole(original);
  const changeCount = process.env['THOROUGH'] === '1' ? 10_000 : 1_000;
  const random = randomNumbers(41);
  const alphabet = [...'0123456789abcdefABCXYZ+/="{}[],:. \n\\—किé\u0000'];
  let equalCount = 0;
  for (let round = 0; round < changeCount; round++) {
    const offset = random(original.length);
    const character = alphabet[random(alphabet.length)]!;
    const before = original.slice(0, offset);
    const after = original.slice(offset);
    const replaced = before + character + after.slice(1);
    const inserted = before + character + after;
    const removed = before + after.slice(1);
    const changed = [replaced, inserted, removed][random(3)]!;
    if (changed === original) continue;
    const verdict = verifyProof(changed);
    if (verdict.outcome === 'refused') continue;
    equalCount++;
    expect({ offset, verdict }).toEqual({ offset, verdict: expected });
    expect(JSON.parse(changed)).toEqual(JSON.parse(original));
  }
  const maxEqualCount = changeCount / 20;
  expect(equalCount).toBeLessThan(maxEqualCount);
});
