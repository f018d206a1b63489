/** Limit of a proof's text, far above a record with the most events. */
const MAX_TEXT_BYTES = 100 * 1024 * 1024;

/** First two bytes of a gzipped file. */
const GZIP_BYTES = [0x1f, 0x8b];

/** The file is neither text nor gzipped text, or is larger than any proof. */
export class UnreadableProof extends Error {}

/**
 * Text of a proof file, gzipped or not.
 * @throws UnreadableProof
 */
export async function readProofText(file: Blob): Promise<string> {
  const firstBytes = new Uint8Array(await file.slice(0, GZIP_BYTES.length).arrayBuffer());
  const isGzip = GZIP_BYTES.every((byte, index) => firstBytes[index] === byte);
  const stream = isGzip
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await readWithin(stream, MAX_TEXT_BYTES),
    );
  } catch (cause) {
    throw new UnreadableProof(undefined, { cause });
  }
}

async function readWithin(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError('The file unpacks to more than a proof has');
    }
    chunks.push(value);
  }
  return new Blob(chunks).arrayBuffer();
}
