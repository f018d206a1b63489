/**
 * Process that decodes files one by one for `Decoders`. A file that needs too much time or memory
 * ends only this process.
 */
import { Problem } from '../../../http/problems/problem.js';
import type { DecoderAnswer, DecoderTask } from './decoders.js';
import type { FileProblemCode } from '../file.problems.js';
import { removePdfMetadata } from './pdf.js';
import { recodePicture } from './picture.js';

const send = (answer: DecoderAnswer): void => void process.send?.(answer);

async function decode({ contentType, bytes }: DecoderTask): Promise<DecoderAnswer> {
  try {
    if (contentType === 'application/pdf') return { decoded: { bytes: removePdfMetadata(bytes) } };
    return {
      decoded: await recodePicture(bytes, contentType, (megapixels) => send({ megapixels })),
    };
  } catch (error) {
    if (error instanceof Problem) return { refused: error.code as FileProblemCode };
    return { failed: String(error) };
  }
}

process.on('message', (task: DecoderTask) => void decode(task).then(send));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group. This process ignores it and goes on decoding, until the
// server has finished its running uploads and disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
