import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OtlpReceiver } from '../../../../test/servers/stand-ins/otlp-receiver.js';
import { OtlpExporter } from './otlp-exporter.js';
import type { Span } from './tracing.js';

let receiver: OtlpReceiver;
let exporter: OtlpExporter;
let troubles: string[];
beforeEach(async () => {
  receiver = await OtlpReceiver.start();
  troubles = [];
  exporter = new OtlpExporter(
    { endpoint: receiver.url, headers: {} },
    { 'service.name': 'lamps', 'process.pid': 7 },
    (error) => troubles.push((error as Error).message),
  );
});
afterEach(async () => {
  await exporter.close();
  await receiver.stop();
});

const span = (name: string, more: Partial<Span> = {}): Span => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name,
  kind: 'internal',
  startedAt: 1_700_000_000_000.25,
  endedAt: 1_700_000_000_001.5,
  attributes: {},
  ...more,
});
const received = () => receiver.spans.map(({ name }) => name);

test('encodes spans in the JSON format of OTLP', async () => {
  exporter.record(span('lit', { kind: 'server', attributes: { lamp: 'hall', watts: 60 } }));
  exporter.record(span('failed', { error: 'LampBroken', parentSpanId: 'c'.repeat(16) }));
  await exporter.flush();
  expect(receiver.requests[0]!.body).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'lamps' } },
            { key: 'process.pid', value: { intValue: 7 } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'fieldtrace' },
            spans: [
              {
                traceId: 'a'.repeat(32),
                spanId: 'b'.repeat(16),
                name: 'lit',
                kind: 2,
                startTimeUnixNano: '1700000000000250000',
                endTimeUnixNano: '1700000000001500000',
                attributes: [
                  { key: 'lamp', value: { stringValue: 'hall' } },
                  { key: 'watts', value: { intValue: 60 } },
                ],
              },
              expect.objectContaining({
                name: 'failed',
                kind: 1,
                parentSpanId: 'c'.repeat(16),
                status: { code: 2, message: 'LampBroken' },
                attributes: [{ key: 'error.type', value: { stringValue: 'LampBroken' } }],
              }),
            ],
          },
        ],
      },
    ],
  });
});

test('keeps spans while the receiver is overloaded, and reports its failure once', async () => {
  receiver.failNext(503, 429);
  exporter.record(span('first'));
  await exporter.flush();
  exporter.record(span('second'));
  await exporter.flush();
  expect(received()).toEqual([]);
  await exporter.flush();
  expect(received()).toEqual(['first', 'second']);
  expect(troubles).toEqual(['The receiver of traces answered 503']);
});

test('drops what the receiver refuses for good', async () => {
  receiver.failNext(400);
  exporter.record(span('refused'));
  await exporter.flush();
  exporter.record(span('next'));
  await exporter.flush();
  expect(received()).toEqual(['next']);
});

test('holds a limited number of spans for a receiver that does not answer', async () => {
  receiver.failAlways(503);
  const MAX_WAITING_SPANS = 4_096;
  for (let count = 0; count < MAX_WAITING_SPANS + 1_000; count++) exporter.record(span('lit'));
  await exporter.flush();
  receiver.failAlways();
  await exporter.flush();
  expect(receiver.spans).toHaveLength(MAX_WAITING_SPANS);
});
