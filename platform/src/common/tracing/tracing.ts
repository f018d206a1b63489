import { errorName } from '../error-name.js';

/** Place of a span in its trace, in hexadecimal digits. */
export type SpanContext = { readonly traceId: string; readonly spanId: string };
/** Names from the code, ids and whole numbers; never text that a person typed. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Ended span. */
export type Span = SpanContext & {
  readonly name: string;
  readonly kind: 'server' | 'internal';
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly parentSpanId?: string;
  /** Span that caused this one, if it is in another trace. */
  readonly link?: SpanContext;
  readonly attributes: Attributes;
  /** Class of the error, or the status of the answer, that ended the work. */
  readonly error?: string | undefined;
};

type SpanOptions = {
  /** Id of the command or request whose trace it is; by default the parent's trace continues. */
  readonly trace?: string;
  /** A parent in another trace becomes a link. */
  readonly parent?: SpanContext | undefined;
  readonly kind?: Span['kind'];
  readonly startedAt?: number | undefined;
  readonly attributes?: Attributes;
};

/** Span under way, which its owner ends. */
export type OpenSpan = SpanContext & {
  end(outcome?: Partial<Pick<Span, 'error' | 'attributes'>>): void;
};

/** Ids in an event's metadata from which its trace is derived. */
type TracedMetadata = {
  readonly commandId: string;
  readonly correlationId: string;
  /** Empty in events that no command recorded. */
  readonly fingerprint: string;
  /** Instant of recording. */
  readonly at: string;
};

/** Older events get no spans: a rebuild or a new reactor would flood the receiver. */
const MAX_EVENT_AGE_MS = 60 * 60_000;

type Receiver = {
  readonly record: (span: Span) => void;
  /** Share of the traces that are recorded, 0 to 1. */
  readonly share: number;
};
let receiver: Receiver | undefined;

/** Sends each span that ends to a receiver. Without one, nothing is traced. */
export function traceTo(next: Receiver | undefined): void {
  receiver = next;
}

export const isTracing = (): boolean => receiver !== undefined;

/** Every process decides the same for a trace, by its random last digits. */
const isRecorded = (traceId: string): boolean =>
  receiver !== undefined && parseInt(traceId.slice(-8), 16) < receiver.share * 2 ** 32;

/** Milliseconds since 1970, with fractions. */
export const spanTime = (): number => performance.timeOrigin + performance.now();

export function beginSpan(name: string, options: SpanOptions): OpenSpan {
  return begin(name, options, `${randomDigits()}${randomDigits()}`);
}

function begin(
  name: string,
  { trace, parent, kind = 'internal', startedAt = spanTime(), attributes }: SpanOptions,
  spanId: string,
): OpenSpan {
  const traceId =
    (trace === undefined ? parent?.traceId : pickDigits(trace)) ??
    Array.from({ length: 4 }, randomDigits).join('');
  const cause =
    parent &&
    (parent.traceId === traceId
      ? { parentSpanId: parent.spanId }
      : { link: { traceId: parent.traceId, spanId: parent.spanId } });
  return {
    traceId,
    spanId,
    end({ error, attributes: further } = {}) {
      if (isRecorded(traceId))
        receiver?.record({
          traceId,
          spanId,
          name,
          kind,
          startedAt,
          endedAt: spanTime(),
          ...cause,
          error,
          attributes: { ...attributes, ...further },
        });
    },
  };
}

/**
 * Runs work with a span, which it can pass on as the parent of other spans. Without options, or if
 * nothing is traced, the work runs without a span.
 */
export function runTraced<Result>(
  name: string,
  options: SpanOptions | undefined,
  work: (span: SpanContext | undefined) => Promise<Result>,
): Promise<Result> {
  if (!receiver || !options) return work(undefined);
  const span = beginSpan(name, options);
  return work(span).then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end({ error: errorName(error) });
      throw error;
    },
  );
}

/** Records the append of a command's events, which started at a time. */
export function recordAppend(
  metadata: TracedMetadata,
  { startedAt, parent }: Pick<SpanOptions, 'startedAt' | 'parent'>,
): void {
  const span = appendSpan(metadata);
  const trace = metadata.correlationId;
  if (span) begin('append', { trace, startedAt, parent }, span.spanId).end();
}

/**
 * Span of the append of an event, the parent of all that follows from it. Its ids derive from those
 * of the event, so any process knows them. Undefined if nothing is traced.
 */
export function appendSpan({
  commandId,
  correlationId,
  fingerprint,
  at,
}: TracedMetadata): SpanContext | undefined {
  if (!receiver || !fingerprint || Date.now() - Date.parse(at) > MAX_EVENT_AGE_MS) return undefined;
  const [traceId, digits] = [pickDigits(correlationId), pickDigits(commandId)];
  return traceId !== undefined && digits !== undefined && isRecorded(traceId)
    ? { traceId, spanId: digits.slice(0, 16) }
    : undefined;
}

/** Records work that was done for several spans at once, as a child of each. */
export function recordChildSpans(
  name: string,
  parents: readonly (SpanContext | undefined)[],
  startedAt: number,
): void {
  const distinct = new Map(parents.flatMap((parent) => (parent ? [[parent.spanId, parent]] : [])));
  for (const parent of distinct.values()) beginSpan(name, { parent, startedAt }).end();
}

/** W3C `traceparent` of a span. */
export const formatTraceparent = (span: SpanContext | undefined): string | undefined =>
  span && `00-${span.traceId}-${span.spanId}-01`;

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/** Span that a `traceparent` names; undefined for any other text. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}

/** Eight hexadecimal digits. Span ids are no secrets, so `Math.random` suffices. */
const randomDigits = (): string =>
  Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

/** Digits of a UUID, which are a trace's id; undefined for other ids. */
function pickDigits(id: string | undefined): string | undefined {
  const digits = id?.replaceAll('-', '').toLowerCase();
  return digits !== undefined && /^(?!0{32})[\da-f]{32}$/.test(digits) ? digits : undefined;
}
