import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { PROOF_FILE_ENDING } from '#platform/proof/proof-file.js';

/** The script of docs/proof.md, which strangers run, on the proof of an earlier build. */
const golden = readFileSync(join(import.meta.dirname, `book.v1${PROOF_FILE_ENDING}`), 'utf8');
const script = resolve('docs/check-proof.py');
const PYTHON = process.env['PYTHON'] ?? 'python3';

/** Output of the script, and its exit code. */
async function check(
  content: string | Uint8Array,
  name = 'proof.json',
): Promise<{ readonly code: number; readonly output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-check-'));
  const file = join(folder, name);
  writeFileSync(file, content);
  try {
    const { stdout } = await promisify(execFile)(PYTHON, [script, file], { cwd: folder });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { readonly code: number; readonly stderr: string };
    return { code, output: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Fields = Record<string, unknown>;
type Change = (value: never, file: Fields) => unknown;

/** Text of the proof with another value at a path, such as `events.1.event.type`. */
function withChange(path: string, change: unknown): string {
  const file = JSON.parse(golden) as Fields;
  const names = path.split('.');
  const lastName = names.pop()!;
  const parent = names.reduce((part, name) => part[name] as Fields, file);
  parent[lastName] =
    typeof change === 'function' ? (change as Change)(parent[lastName] as never, file) : change;
  return JSON.stringify(file);
}

/** Base64 with another first byte. */
const changeFirstByte = (text: string): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[0]! ^= 1;
  return bytes.toString('base64');
};
const addOne = (number: number): number => number + 1;
const openingOfFourth = (_: unknown, { events }: { events: { opening: unknown }[] }) =>
  events[3]!.opening;

const changes: readonly (readonly [
  name: string,
  path: string,
  change: unknown,
  refusal: string,
])[] = [
  ['a field', 'events.1.event.data.pricePaise', 1, 'event 2 was changed'],
  ['a type', 'events.0.event.type', 'BookLost', 'event 1 was changed'],
  ['a time', 'events.5.event.metadata.at', '2020', 'event 6 was changed'],
  ['a hash', 'events.1.event.metadata.hash', '00'.repeat(32), 'event 2 was changed'],
  ['an opened field', 'events.0.opening.fields.title', 'x', 'the fields of event 1 were changed'],
  ['a salt', 'events.0.opening.salt', changeFirstByte, 'the fields of event 1 were changed'],
  ['another opening', 'events.0.opening', openingOfFourth, 'the fields of event 1 were changed'],
  ['no first event', 'events', (all: unknown[]) => all.slice(1), 'event 1 is out of order'],
  ['an event less', 'events', (all: unknown[]) => all.toSpliced(1, 1), 'event 1 is not in the log'],
  ['no last event', 'events', (all: unknown[]) => all.slice(0, -1), 'the last event is missing'],
  [
    'an event twice',
    'events',
    (all: unknown[]) => all.toSpliced(1, 0, all[1]),
    'event 3 is out of order',
  ],
  ['another order', 'events', (all: unknown[]) => all.toReversed(), 'event 1 is out of order'],
  ['another number', 'events.0.event.revision', 1, 'event 1 was changed'],
  ['another record', 'stream', 'book-org_2', 'event 1 is of another record'],
  ['an inclusion', 'events.1.inclusion.index', addOne, 'event 2 is not in the log'],
  ['a withheld number', 'events.2.withheld', 7, 'event 3 is out of order'],
  ['the head', 'head.hash', '11'.repeat(32), 'the last event is missing'],
  [
    'the index in the log',
    'proof',
    (text: string) => text.replace(/index \d+/, 'index 0'),
    'the end is not in the log',
  ],
  [
    'the size of the log',
    'proof',
    (text: string) => text.replace(/(\n\n\S+\n)\d+/, '$13'),
    'event 2 is not in the log',
  ],
  ['the number of records', 'heads.event.data.streams', addOne, 'the list is not in the log'],
  ['the place in the list', 'heads.leafIndex', addOne, 'the record does not end here'],
  ['the path in the list', 'heads.leafPath.0', changeFirstByte, 'the record does not end here'],
  ['no list', 'heads', undefined, 'the file is no readable proof'],
  ['no events', 'events', 'none', 'the file is no readable proof'],
];

test('a proof of an earlier build is accepted, with the number that is withheld', async () => {
  const { code, output } = await check(golden);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^5 of 6 events are shown, unchanged, if .* Not shown.*: 3\.\n$/),
  });
});

test.each(changes)('a proof is refused for %s', async (_, path, change, refusal) => {
  expect(await check(withChange(path, change))).toEqual({
    code: 1,
    output: `REFUSED: ${refusal}\n`,
  });
});

test('a packed proof is read as it was downloaded, and refused if it is damaged', async () => {
  const packed = gzipSync(golden);
  expect(await check(packed, 'proof.json.gz')).toMatchObject({ code: 0 });
  packed[packed.length >> 1]! ^= 1;
  expect(await check(packed, 'proof.json.gz')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^REFUSED: /),
  });
});
