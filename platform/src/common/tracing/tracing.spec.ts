import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  type Span,
  appendSpan,
  parseTraceparent,
  traceTo,
  runTraced,
  formatTraceparent,
} from './tracing.js';

afterEach(() => traceTo(undefined));

const COMMAND = '0190163d-8694-739b-aea5-966c26f8ad91';
const recorded = (more: object = {}) => ({
  commandId: COMMAND,
  correlationId: COMMAND,
  fingerprint: 'f',
  at: new Date().toISOString(),
  ...more,
});
function startTracing(share = 1): Span[] {
  const spans: Span[] = [];
  traceTo({ record: (span) => spans.push(span), share });
  return spans;
}

test('traces nothing without a receiver', async () => {
  await runTraced('work', { trace: COMMAND }, async (span) => expect(span).toBeUndefined());
  expect(appendSpan(recorded())).toBeUndefined();
});

test('nests spans of one trace, and links those of another', async () => {
  const spans = startTracing();
  const traceparent = await runTraced('outer', { trace: COMMAND }, async (parent) => {
    const ofInner = await runTraced('inner', { parent }, async (span) => formatTraceparent(span));
    const trace = '00000000-0000-4000-8000-000000000001';
    await runTraced('other', { trace, parent }, async () => undefined);
    return ofInner;
  });
  const [inner, other, outer] = spans;
  expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer!.spanId });
  expect(parseTraceparent(traceparent)).toEqual({
    traceId: COMMAND.replaceAll('-', ''),
    spanId: inner!.spanId,
  });
  expect(other).toMatchObject({
    traceId: '00000000000040008000000000000001',
    link: { spanId: outer!.spanId },
  });
});

test('records the class of an error, and rethrows it', async () => {
  const spans = startTracing();
  await expect(
    runTraced('work', { trace: COMMAND }, () => Promise.reject(new RangeError('+919876543210'))),
  ).rejects.toThrow(RangeError);
  expect(spans).toMatchObject([{ name: 'work', error: 'RangeError' }]);
});

test.each([
  ['recorded long ago', { at: '2020-01-01T00:00:00.000Z' }],
  ['of no command', { fingerprint: '' }],
  ['with an id that is no UUID', { correlationId: 'the-story' }],
  ['with an empty UUID', { commandId: '00000000-0000-0000-0000-000000000000' }],
])('an event %s has no span', (_, more) => {
  startTracing();
  expect(appendSpan(recorded())).toBeDefined();
  expect(appendSpan(recorded(more))).toBeUndefined();
});

test('every process records the same share of traces', async () => {
  const spans = startTracing(0.25);
  for (let count = 0; count < 400; count++)
    await runTraced('work', { trace: randomUUID() }, async () => undefined);
  expect(spans.length).toBeGreaterThan(50);
  expect(spans.length).toBeLessThan(150);
  for (const { traceId } of spans)
    expect(parseInt(traceId.slice(-8), 16) / 2 ** 32).toBeLessThan(0.25);
});
