/** An event as the server keeps it. Its place in the log grows by its size, so places have gaps, as the real ones have. */
export type Recorded = {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly createdMs: number;
};

export type Proposed = Pick<Recorded, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = number | 'no stream' | 'any' | 'stream exists';

/** One line of the file: one append, whole or not at all. */
type Line = { readonly stream: string; readonly first: number; readonly createdMs: number; readonly events: readonly LineEvent[] };
type LineEvent = { readonly id: string; readonly type: string; readonly contentType: string; readonly data: string; readonly metadata: string };

const encodingOf = (contentType: string) => (contentType === 'application/json' ? 'utf8' : 'base64');

export function lineOf(stream: string, first: number, createdMs: number, proposed: readonly Proposed[]): string {
  const events = proposed.map(({ id, type, contentType, data, metadata }): LineEvent => ({
    id,
    type,
    contentType,
    data: Buffer.from(data).toString(encodingOf(contentType)),
    metadata: Buffer.from(metadata).toString('utf8'),
  }));
  return `${JSON.stringify({ stream, first, createdMs, events } satisfies Line)}\n`;
}

export function readLine(text: string): { stream: string; createdMs: number; proposed: readonly Proposed[] } {
  const { stream, createdMs, events } = JSON.parse(text) as Line;
  const proposed = events.map(({ id, type, contentType, data, metadata }) => ({
    id,
    type,
    contentType,
    data: Buffer.from(data, encodingOf(contentType)),
    metadata: Buffer.from(metadata, 'utf8'),
  }));
  return { stream, createdMs, proposed };
}

const bytesAround = 90;
export const sizeOf = ({ type, data, metadata }: Proposed) => data.length + metadata.length + Buffer.byteLength(type);
export const spaceOf = (stream: string, event: Proposed) => BigInt(bytesAround + 2 * stream.length + sizeOf(event));
