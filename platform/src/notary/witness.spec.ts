import { afterEach, expect, test } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCheckpoint, readCheckpoint } from '../proof/checkpoint.js';
import { fromBase64 } from '../proof/encoding.js';
import { parseNote, parseVerifierKey, signNote, toVerifierKey } from '../proof/signed-note.js';
import { isConsistent } from '../proof/tree.js';
import { folders } from '../testing/folders.js';
import { NotarizedLog } from '../testing/notary/notary-for-specs.js';
import { Witness } from './witness.js';

const createFolder = folders();
const signer = { name: 'witness.example.com', seed: new Uint8Array(32).fill(7) };
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  servers = [];
});

type CosignedHead = { readonly size: number; readonly root: Uint8Array };
/**
 * Witness that signs each checkpoint whose tree extends the one it signed before
 * (c2sp.org/tlog-witness).
 */
async function startWitness(
  cosigned: CosignedHead[],
  isBroken: () => boolean = () => false,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (isBroken()) return void response.writeHead(500).end();
    const headEnd = body.indexOf('\n\n');
    const head = body.slice(0, headEnd);
    const note = body.slice(headEnd + 2);
    const [old = '', ...path] = head.split('\n');
    const { size, root } = readCheckpoint(note);
    const newest = cosigned.at(-1) ?? { size: 0, root: new Uint8Array() };
    if (old !== `old ${newest.size}`) return void response.writeHead(409).end(`${newest.size}\n`);
    const hashes = path.map((hash) => fromBase64(hash)!);
    if (newest.size > 0 && !isConsistent(newest, { size, root }, hashes))
      return void response.writeHead(422).end();
    cosigned.push({ size, root });
    const signed = signNote(parseNote(note).text, signer);
    response.end(signed.slice(signed.lastIndexOf('\n\n') + 2));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HOUR_MS = 60 * 60_000;

test('a witness signs each hourly checkpoint, even if it has signed a larger one than we recorded', async () => {
  const cosigned: CosignedHead[] = [];
  const failures: unknown[] = [];
  const url = await startWitness(cosigned);
  const witness = new Witness({ url, onFailure: (error) => failures.push(error) });
  const parts = NotarizedLog.open(createFolder(), { witness });
  for (let round = 0; round < 3; round++) {
    await parts.append(`count-${round}`, 2);
    await parts.clock.pause(HOUR_MS);
    await parts.notary.runRound(async () => {});
    // The record of the witness's signatures is lost.
    if (round === 1) await parts.secrets.remove('notary', 'cosignature');
  }
  expect(failures).toEqual([]);
  expect(cosigned).toHaveLength(3);
  const { note, size } = (await parts.notary.readNewest())!;
  expect(cosigned.at(-1)!.size).toBe(size);
  expect(parseNote(note).signatures.map(({ name }) => name)).toContain(toVerifierKey(signer).name);
});

test('a witness that fails is a warning, and is asked again in the next round', async () => {
  const failures: unknown[] = [];
  let isBroken = true;
  const url = await startWitness([], () => isBroken);
  const witness = new Witness({ url, onFailure: (error) => failures.push(error) });
  const parts = NotarizedLog.open(createFolder(), { witness });
  await parts.append('count-1', 1);
  await parts.notary.runRound(async () => {});
  expect(failures).toHaveLength(1);
  expect(parseNote((await parts.notary.readNewest())!.note).signatures).toHaveLength(1);
  isBroken = false;
  await parts.notary.runRound(async () => {});
  expect(parseNote((await parts.notary.readNewest())!.note).signatures).toHaveLength(2);
});

test.each([
  ['a line in the log’s own name', (name: string) => `— ${name} ${btoa('x'.repeat(68))}\n`],
  ['another text', (name: string) => `more\n\n— ${name} ${btoa('x'.repeat(68))}\n`],
  ['no line', () => ''],
  ['an answer without end', () => undefined],
])('a witness that answers with %s is refused', async (_, answerOf) => {
  let name = '';
  const failures: unknown[] = [];
  const server = createServer((_request, response) => {
    const answer = answerOf(name);
    if (answer !== undefined) return void response.end(answer);
    response.write('x'.repeat(8_192));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const witness = new Witness({ url, onFailure: (error) => failures.push(error) });
  const parts = NotarizedLog.open(createFolder(), { witness });
  await parts.append('count-1', 1);
  name = (await parts.notary.coverNow()).note.split('\n')[0]!;
  const [key] = await parts.notary.readVerifierKeys();
  await parts.notary.runRound(async () => {});
  const { note } = (await parts.notary.readNewest())!;
  expect(openCheckpoint(note, parseVerifierKey(key!)).origin).toBe(name);
  expect(failures.map(String)).toEqual([
    expect.stringMatching(/The witness answers|more than 4096 bytes came/),
  ]);
});
