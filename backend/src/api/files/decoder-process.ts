import { Problem } from '../../http/problem.js';
import type { DecoderAnswer, DecoderTask } from './decoders.js';
import type { FileProblemCode } from './file.words.js';
import { pdfWithoutMetadata } from './pdf.js';
import { recodePicture } from './picture.js';

/**
 * A process that reads one file after the other for `Decoders`. A file that needs too much time or
 * memory ends this process, and nothing else.
 */
const send = (answer: DecoderAnswer): void => void process.send?.(answer);

async function work({ contentType, bytes }: DecoderTask): Promise<DecoderAnswer> {
  try {
    if (contentType === 'application/pdf') return { decoded: { bytes: pdfWithoutMetadata(bytes) } };
    return {
      decoded: await recodePicture(bytes, contentType, (megapixels) => send({ megapixels })),
    };
  } catch (error) {
    if (error instanceof Problem) return { refused: error.code as FileProblemCode };
    return { failed: String(error) };
  }
}

process.on('message', (task: DecoderTask) => void work(task).then(send));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group: the server ends this process once uploads under way are answered.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
