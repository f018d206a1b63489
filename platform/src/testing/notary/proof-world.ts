import { personal, sealedApart } from '#domain/kernel/schema.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RecordedEvent } from '../../event-log/event-log.js';
import { signCheckpoint } from '../../proof/checkpoint.js';
import { toBase64 } from '../../proof/encoding.js';
import { eventLeaf, headLeaf } from '../../proof/event-hash.js';
import {
  type ProofParts,
  createProofFile,
  formatProofFile,
  revisionsBeforeWithheld,
} from '../../proof/proof-file.js';
import type { RecordProof } from '../../proof/record-proof.js';
import { type NoteSigner, formatVerifierKey, toVerifierKey } from '../../proof/signed-note.js';
import {
  TILE_WIDTH,
  type Tile,
  computeAppendedTiles,
  joinHashes,
  nodesInTiles,
} from '../../proof/tiles.js';
import { proveConsistency, proveInclusion, computeRoot } from '../../proof/tree.js';
import { getEnvelope } from '../../sealing/envelope.js';
import { eventCatalogue } from '../../sealing/event-catalogue.js';
import { type Unsealed, createSealing } from '../../sealing/sealing.js';
import { KeyStoreInMemory } from '../in-memory/key-store-in-memory.js';

const bookSchema = z.object({ title: personal(z.string()), pages: z.int() });
const catalogue = eventCatalogue([
  {
    BookWritten: bookSchema,
    BookChanged: z.object({ changes: bookSchema.partial() }),
    BookPriced: z.object({ pricePaise: z.int(), coverSha256: z.string() }),
    CodeDrawn: z.object({ code: z.string() }),
    ReaderCame: sealedApart(z.object({ readerId: z.string(), name: personal(z.string()) })),
  },
]);

const AT = '2026-11-21T09:30:00.000Z';
const ASHA = '0190a6c2-0000-7000-8000-000000000001';
export const PROOF_SIGNER: NoteSigner = {
  name: 'books.example/0a1b',
  seed: new Uint8Array(32).fill(5),
};

/** Stores the tiles of a tree. `include` proves an inclusion in it, `extend` its consistency. */
export async function createTree(leaves: readonly Uint8Array[]) {
  const stored = new Map<string, Uint8Array>();
  const nameOf = ({ level, index }: Tile): string => `${level}/${index}`;
  const read = (tile: Tile) => Promise.resolve(stored.get(nameOf(tile)));
  for (const content of await computeAppendedTiles(read, 0, leaves))
    stored.set(nameOf(content.tile), joinHashes(content));
  const size = leaves.length;
  return {
    size,
    root: computeRoot(leaves),
    read,
    include: async (index: number) => ({
      index,
      path: await proveInclusion(nodesInTiles(read, size), index, size),
    }),
    extend: (from: number) => proveConsistency(nodesInTiles(read, size), from, size),
  };
}

/** Tiles of a tree, lowest level first; the last of a level may be partial. */
export function listTiles(size: number): readonly Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, hashes = size; hashes > 0; level++) {
    for (let index = 0; index * TILE_WIDTH < hashes; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) });
    hashes = Math.floor(hashes / TILE_WIDTH);
  }
  return tiles;
}

/** Log of books in memory, with a notary that publishes on request. */
export function createBookshelf() {
  const keys = new KeyStoreInMemory();
  const { seal, readOpenings } = createSealing({ catalogue, keys });
  const log: RecordedEvent[] = [];
  const checkpoints: { readonly size: number; readonly note: string }[] = [];

  async function append(stream: string, type: string, data: object): Promise<void> {
    const before = log.filter((event) => event.stream === stream);
    const id = randomUUID();
    const metadata = {
      eventId: randomUUID(),
      commandId: id,
      fingerprint: randomBytes(32).toString('hex'),
      causationId: id,
      correlationId: id,
      actorId: ASHA,
      organizationId: 'org',
      at: AT,
      capturedAt: AT,
      on: '2026-11-21',
    } satisfies Unsealed['metadata'];
    const head = {
      hash: before.at(-1)?.metadata.hash ?? '',
      key: before.map(getEnvelope).find((envelope) => envelope && !envelope.own)?.key,
    };
    const [event] = await seal(stream, before.length - 1, [{ type, data, metadata }], head);
    const position = String(log.length).padStart(20, '0');
    log.push({ ...event!, stream, revision: before.length, position });
  }

  const createLogTree = (size: number) =>
    createTree(log.slice(0, size).map(({ metadata }) => eventLeaf(metadata.hash)));

  /** Publishes the heads of all streams, and signs a checkpoint over that event too. */
  async function publish(signer = PROOF_SIGNER) {
    const streams = [...new Set(log.map(({ stream }) => stream))];
    const heads = streams.map((stream) => {
      const { revision, metadata } = log.findLast((event) => event.stream === stream)!;
      return { stream, revision, hash: metadata.hash };
    });
    const headTree = await createTree(heads.map(headLeaf));
    const data = { size: log.length, streams: streams.length, root: toBase64(headTree.root) };
    await append('notary-2026-11', 'HeadsPublished', data);
    const tree = await createLogTree(log.length);
    const note = signCheckpoint({ origin: signer.name, ...tree }, signer);
    checkpoints.push({ size: tree.size, note });
    return { heads, headTree, tree, note };
  }

  async function createProof(
    stream: string,
    change: Partial<ProofParts> = {},
    published = publish(),
  ): Promise<ProofParts> {
    const { heads, headTree, tree, note } = await published;
    const leafIndex = heads.findIndex((head) => head.stream === stream);
    const indexed = log.slice(0, tree.size).map((event, index) => ({ event, index }));
    const indexedEvents = indexed.filter(
      ({ event }) => event.stream === stream && event.revision <= heads[leafIndex]!.revision,
    );
    const events = indexedEvents.map(({ event }) => event);
    const isWithheld = change.isWithheld ?? (() => false);
    const beforeWithheld = revisionsBeforeWithheld(events, isWithheld);
    const headsEvent = indexed.findLast(({ event }) => event.type === 'HeadsPublished')!;
    const proof: RecordProof = {
      checkpoint: {
        size: tree.size,
        root: toBase64(tree.root),
        note,
        at: AT,
        position: log[tree.size - 1]!.position,
      },
      lastEvent: await tree.include(indexedEvents.at(-1)!.index),
      heads: {
        ...(await tree.include(headsEvent.index)),
        event: headsEvent.event,
        leafIndex,
        leaves: heads.length,
        leafPath: (await headTree.include(leafIndex)).path,
      },
      others: await Promise.all(
        beforeWithheld.map(async (revision) => ({
          revision,
          ...(await tree.include(indexedEvents[revision]!.index)),
        })),
      ),
    };
    const earlier = await Promise.all(
      checkpoints
        .filter(({ size }) => size < tree.size)
        .map(async ({ size, note: checkpoint }) => ({
          checkpoint,
          path: await tree.extend(size),
        })),
    );
    return {
      events,
      isWithheld,
      proof,
      earlier,
      rotations: [],
      openings: await readOpenings(events, (event) => !isWithheld(event)),
      key: formatVerifierKey(toVerifierKey(PROOF_SIGNER)),
      ...change,
    };
  }

  const createFile = async (...args: Parameters<typeof createProof>): Promise<string> =>
    formatProofFile(createProofFile(await createProof(...args)));

  return { append, publish, createProof, createFile, log, checkpoints, keys };
}

/** Book with events of each kind, among other books and checkpoints. */
export async function writeBook(stream = 'book-org_1') {
  const shelf = createBookshelf();
  await shelf.append('book-org_2', 'BookWritten', { title: 'Another', pages: 7 });
  await shelf.append(stream, 'BookWritten', { title: 'पहली किताब “1”', pages: 120 });
  await shelf.append(stream, 'BookPriced', { pricePaise: 250_00, coverSha256: 'ab'.repeat(32) });
  await shelf.publish();
  await shelf.append(stream, 'CodeDrawn', { code: 'KP9N5Z7V' });
  await shelf.append('book-org_2', 'BookChanged', { changes: { title: 'Another one' } });
  await shelf.append(stream, 'BookChanged', { changes: { title: 'Second', pages: 130 } });
  await shelf.append(stream, 'ReaderCame', { readerId: 'reader-1', name: 'Rajesh Patil' });
  await shelf.publish();
  await shelf.append(stream, 'BookPriced', { pricePaise: 300_00, coverSha256: 'cd'.repeat(32) });
  return { stream, ...shelf };
}
