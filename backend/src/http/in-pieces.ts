import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

const pieceBytes = 32 * 1024;
/**
 * Most pieces of all answers in one turn of the event loop: copying must not delay other requests.
 */
const piecesInTurn = 8;

const waiting: (() => void)[] = [];

/** Resolves in a later turn of the loop, in the order in which it was asked for. */
const turn = (): Promise<void> =>
  new Promise((begin) => {
    if (waiting.push(begin) === 1) setImmediate(nextTurn);
  });

function nextTurn(): void {
  for (const begin of waiting.splice(0, piecesInTurn)) begin();
  if (waiting.length > 0) setImmediate(nextTurn);
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await turn();
    yield bytes.subarray(from, from + pieceBytes);
  }
}

/**
 * Answers with what is in memory, piece by piece: the system copies as much of it as it is given,
 * also for who never reads it, and while hundreds of files are copied at once no other request is
 * served.
 */
export const sendInPieces = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .header('content-length', bytes.length)
    .send(bytes.length > pieceBytes ? Readable.from(pieces(bytes), { objectMode: false }) : bytes);
