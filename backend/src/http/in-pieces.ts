import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

const PIECE_BYTES = 32 * 1024;
/** Pieces of all answers per turn of the event loop, because copying delays other requests. */
const PIECES_PER_TURN = 8;

const waitingPieces: (() => void)[] = [];

/** Resolves in a later turn of the loop, first come, first served. */
const waitTurn = (): Promise<void> =>
  new Promise((start) => {
    if (waitingPieces.push(start) === 1) setImmediate(runTurn);
  });

function runTurn(): void {
  for (const start of waitingPieces.splice(0, PIECES_PER_TURN)) start();
  if (waitingPieces.length > 0) setImmediate(runTurn);
}

async function* splitBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    await waitTurn();
    yield bytes.subarray(from, from + PIECE_BYTES);
  }
}

/**
 * Sends bytes from memory piece by piece, so that copying many files at once, also for clients that
 * never read, does not block other requests.
 */
export const sendInPieces = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .header('content-length', bytes.length)
    .send(
      bytes.length > PIECE_BYTES ? Readable.from(splitBytes(bytes), { objectMode: false }) : bytes,
    );
