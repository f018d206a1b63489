import { fetchText } from '../fetch-text.js';
import type { Attributes, Span } from './tracing.js';

type Destination = {
  /** Base address of the receiver; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
};

const SEND_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 2_000;
const MAX_BATCH_SPANS = 512;
/** Further spans are dropped while the receiver does not answer. */
const MAX_WAITING_SPANS = 4_096;
/** Answers after which the same batch may succeed later, by the protocol. */
const RETRYABLE = [429, 502, 503, 504];

const KINDS = { internal: 1, server: 2 };
const STATUS_ERROR = 2;

/**
 * Sends spans by OTLP/HTTP in JSON, in batches. A receiver that does not answer delays nothing:
 * spans wait in memory, and are dropped when too many wait.
 */
export class OtlpExporter {
  private readonly waiting: Span[] = [];
  private sending: Promise<void> | undefined;
  private isFailing = false;
  private readonly timer: NodeJS.Timeout;

  /** @param onTrouble called when the receiver begins to fail */
  constructor(
    private readonly destination: Destination,
    private readonly resource: Attributes,
    private readonly onTrouble: (error: unknown) => void,
  ) {
    this.timer = setInterval(() => void this.flush(), SEND_INTERVAL_MS).unref();
  }

  readonly record = (span: Span): void => {
    if (this.waiting.length >= MAX_WAITING_SPANS) return;
    this.waiting.push(span);
    if (this.waiting.length >= MAX_BATCH_SPANS && !this.isFailing) void this.flush();
  };

  /** Sends the waiting spans. Resolves when all are sent, or the receiver fails. */
  flush(): Promise<void> {
    return (this.sending ??= this.sendAll().finally(() => (this.sending = undefined)));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, MAX_BATCH_SPANS);
      try {
        const status = await this.post(batch);
        if (!RETRYABLE.includes(status)) this.waiting.splice(0, batch.length);
        if (status >= 300) throw new Error(`The receiver of traces answered ${status}`);
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.onTrouble(error);
        this.isFailing = true;
        return;
      }
    }
  }

  private async post(spans: readonly Span[]): Promise<number> {
    const scopeSpans = [{ scope: { name: 'fieldtrace' }, spans: spans.map(encodeSpan) }];
    const resource = { attributes: encodeAttributes(this.resource) };
    const { endpoint, headers } = this.destination;
    const { status } = await fetchText(`${endpoint}/v1/traces`, TIMEOUT_MS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
    });
    return status;
  }
}

const encodeSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: encodeAttributes({ ...span.attributes, 'error.type': span.error }),
  ...(span.link && { links: [span.link] }),
  ...(span.error !== undefined && { status: { code: STATUS_ERROR, message: span.error } }),
});

/** Exact to the microsecond, because a number has no more digits. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1_000)}000`;

const encodeAttributes = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [
      { key, value: typeof value === 'number' ? { intValue: value } : { stringValue: value } },
    ];
  });
