/**
 * Event as the server stores it. Positions grow by the size of an event, so they have gaps, as on a
 * real server.
 */
export type StoredEvent = {
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

export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type ExpectedRevision = number | 'no stream' | 'any' | 'stream exists';

/** Line of the file with one whole append, and the term of the leader that wrote it. */
type Line = {
  readonly term: number;
  readonly stream: string;
  /** Revision of the first event. */
  readonly first: number;
  readonly createdMs: number;
  readonly events: readonly LineEvent[];
};
/** Line of the file that begins a term: the leader, named by its port. */
type Marker = { readonly term: number; readonly leader: number };
type LineEvent = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: string;
  readonly metadata: string;
};

const encodingOf = (contentType: string) =>
  contentType === 'application/json' ? 'utf8' : 'base64';

export type Append = Pick<Line, 'term' | 'stream' | 'createdMs'> & {
  readonly proposed: readonly ProposedEvent[];
};

export function lineOf({ term, stream, createdMs, proposed }: Append, first: number): string {
  const events = proposed.map(({ id, type, contentType, data, metadata }): LineEvent => ({
    id,
    type,
    contentType,
    data: Buffer.from(data).toString(encodingOf(contentType)),
    metadata: Buffer.from(metadata).toString('utf8'),
  }));
  return `${JSON.stringify({ term, stream, first, createdMs, events } satisfies Line)}\n`;
}

/** Begins with a line break, because a killed leader may have left half a line. */
export const markerOf = (marker: Marker): string => `\n${JSON.stringify(marker)}\n`;

/** Undefined for half a line, whose append was never answered. */
export function readLine(text: string): Append | Marker | undefined {
  const line = parseLine(text);
  if (line === undefined || 'leader' in line) return line;
  const { term, stream, createdMs, events } = line;
  const proposed = events.map(({ id, type, contentType, data, metadata }) => ({
    id,
    type,
    contentType,
    data: Buffer.from(data, encodingOf(contentType)),
    metadata: Buffer.from(metadata, 'utf8'),
  }));
  return { term, stream, createdMs, proposed };
}

function parseLine(text: string): Line | Marker | undefined {
  try {
    return JSON.parse(text) as Line | Marker;
  } catch {
    return undefined;
  }
}

const OVERHEAD_BYTES = 90;
export const sizeOf = ({ type, data, metadata }: ProposedEvent) =>
  data.length + metadata.length + Buffer.byteLength(type);
export const positionGapOf = (stream: string, event: ProposedEvent) =>
  BigInt(OVERHEAD_BYTES + 2 * stream.length + sizeOf(event));
