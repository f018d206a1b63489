import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { StandInServer } from './stand-in-server.js';

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
};
/** Span in the JSON format of OTLP/HTTP. */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code: number; readonly message: string };
};
type ExportRequest = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
};

/** Receives traces by OTLP/HTTP, and answers with the injected status. */
export class OtlpReceiver extends StandInServer<number> {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] =
    [];

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  protected async answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as ExportRequest;
    this.requests.push({ headers: request.headers, body });
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    const status = this.takeFault() ?? (isExport ? 200 : 404);
    if (status === 200)
      for (const { scopeSpans } of body.resourceSpans)
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }
}
