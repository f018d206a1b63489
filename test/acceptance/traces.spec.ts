import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { OtlpReceiver, type ReceivedSpan } from '../servers/stand-ins/otlp-receiver.js';
import { InProcessProduct } from './product/in-process.js';
import { cookieOf, newPhone, createTeam } from './product/person.js';
import { until } from './product/until.js';

type Message = { readonly changes: readonly { readonly traceparent?: string }[] };

let receiver: OtlpReceiver;
let product: InProcessProduct;
let socket: Socket | undefined;
beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  product = await InProcessProduct.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
  });
});
afterAll(async () => {
  socket?.close();
  await product.dispose();
  await receiver.stop();
});

const SPAN_KIND_SERVER = 2;
const durationMsOf = ({ startTimeUnixNano, endTimeUnixNano }: ReceivedSpan) =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;

test('tap, paint and job of a command are spans of one trace, which has the command’s id', async () => {
  const { admin, organizationId } = await createTeam(product);
  const page = (socket = io(product.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: cookieOf(admin) },
    reconnection: false,
  }));
  page.on('changes', ({ changes }: Message) => {
    const { traceparent } = changes.find((change) => change.traceparent) ?? {};
    if (traceparent) page.emit('painted', { traceparent, milliseconds: 3 });
  });
  await new Promise((resolve) => page.on('connect', () => resolve(undefined)));
  await page.emitWithAck('resume', { rooms: [`organization:${organizationId}`] });

  const key = newId();
  const expectedTraceId = key.replaceAll('-', '');
  const phone = newPhone();
  await admin.send(
    'InviteMember',
    { invitationId: newId(), name: 'Deepa Nair', phone },
    {
      key,
      headers: {
        'x-captured-at': '2026-11-02T09:00:00.000Z',
        'x-sent-at': '2026-11-02T09:00:02.000Z',
      },
    },
  );
  const spansOf = () => receiver.spans.filter(({ traceId }) => traceId === expectedTraceId);
  const isNamed = (name: string) => spansOf().some((span) => span.name === name);
  const lastSpans = ['paint', 'job send-invitation'];
  await until(() => lastSpans.every(isNamed), {
    what: () => JSON.stringify(spansOf(), undefined, 1),
  });

  const spans = spansOf();
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  const tree = Object.fromEntries(
    spans.map(({ name, parentSpanId }) => [name, nameOf(parentSpanId)]),
  );
  expect(tree).toMatchObject({
    tap: undefined,
    'POST /api/commands/:name': 'tap',
    'command InviteMember': 'POST /api/commands/:name',
    append: 'command InviteMember',
    projection: 'append',
    push: 'append',
    paint: 'append',
    'reactor invitations-to-send': 'append',
    'job send-invitation': 'reactor invitations-to-send',
  });
  expect(spans.filter(({ parentSpanId }) => nameOf(parentSpanId) === undefined)).toHaveLength(1);
  expect(durationMsOf(spans.find(({ name }) => name === 'tap')!)).toBeGreaterThan(2_000);
  expect(receiver.requests[0]!.headers).toMatchObject({ 'api-key': 'a secret' });
  const sentText = JSON.stringify(receiver.requests);
  for (const personal of ['Deepa', phone.slice(3), admin.name, admin.phone.slice(3)])
    expect(sentText).not.toContain(personal);
}, 60_000);

test('the trace of another request has the id of its answer, and links to the sender', async () => {
  const { admin } = await createTeam(product);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { headers } = await admin.request('GET', '/api/leads', { headers: { traceparent } });
  const expectedTraceId = headers.get('x-request-id')!.replaceAll('-', '');
  const span = await until(() => receiver.spans.find(({ traceId }) => traceId === expectedTraceId));
  expect(span).toMatchObject({
    name: 'GET /api/leads',
    kind: SPAN_KIND_SERVER,
    links: [{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }],
  });
  expect(span.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  });
}, 60_000);
