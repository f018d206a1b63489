import { expect, test } from '@jest/globals';
import { customerCreated, customerId, firstPaid } from '#domain/customers/customer.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import {
  created,
  leadId,
  cityEdited,
  noted,
  scheduled,
  visited,
} from '#domain/leads/lead.examples.js';
import { drafted, sent, viewed } from '#domain/quotations/quotation.examples.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { toProjectedEvent } from '#platform/read-side/projections/projected-event.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { recorded } from '#platform/testing/recorded.js';
import { allProjections } from './all-projections.js';

type StreamEvent = readonly [stream: string, event: Message];

/** Work of all views for one event. */
type Cost = {
  /** Events of the log that are read again. */
  readonly past: number;
  readonly rows: number;
  /** Bytes of JSON that are loaded, written or pushed. */
  readonly bytes: number;
};

const lead = (id = leadId) => `lead-org_${id}`;
/** The id with another end, so that ids of one kind differ. */
const withNumber = (id: string, number: number) =>
  `${id.slice(0, -12)}${number.toString(16).padStart(12, '0')}`;
const repeat = (
  count: number,
  createEvents: (number: number) => readonly StreamEvent[],
): StreamEvent[] => Array.from({ length: count }, (_, number) => createEvents(number)).flat();
const change = (event: Message, data: object): Message => ({
  ...event,
  data: { ...event.data, ...data },
});

const note = (number: number) => [
  [lead(), change(noted, { noteId: withNumber(leadId, number) })] as const,
];
const leadWithVisit = (number: number) => {
  const stream = lead(withNumber(leadId, number));
  return [
    [stream, created],
    [stream, change(visited, { visitId: withNumber(leadId, number) })],
  ] as const;
};
/** Visit without photos, whose ids are in the lead's detail. */
const visitOfLead = (number: number) => [
  [
    lead(),
    change(visited, { visitId: withNumber(leadId, number), photoFileIds: undefined }),
  ] as const,
];
const schedule = (number: number) =>
  [lead(), change(scheduled, { followUpId: withNumber(leadId, number) })] as const;
const complete = (number: number) =>
  [
    lead(),
    { type: 'FollowUpCompleted', data: { followUpId: withNumber(leadId, number) } },
  ] as const;
const customer = `customer-org_${customerId}`;
const payment = (number: number) => [
  [customer, change(firstPaid, { paymentId: withNumber(leadId, number) })] as const,
];
const quotation = `quotation-org_${leadId}`;
const view = (number: number) => [
  [quotation, change(viewed, { viewId: withNumber(leadId, number) })] as const,
];

/** Projects the history one event at a time, and measures its last event. */
async function measureLastEvent(history: readonly StreamEvent[]): Promise<Cost> {
  const events = recorded(...history);
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events)
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  const cost = { past: 0, rows: 0, bytes: 0 };
  for (const projection of allProjections) {
    const processor = new ProjectionProcessor(projection);
    const stored = new Map<string, string>();
    for (const event of events) {
      if (!processor.reads(event.type)) continue;
      const isLast = event === events.at(-1);
      const source = {
        readPast: async ({ stream, revision }: RecordedEvent) => {
          const past = streams.get(stream)!.slice(0, revision);
          if (isLast) cost.past += past.length;
          return past;
        },
        get: async (_: string, ids: readonly string[]) => {
          const found = ids.flatMap((id) =>
            stored.has(id) ? [[id, stored.get(id)!] as const] : [],
          );
          if (isLast) {
            cost.rows += found.length;
            cost.bytes += found.reduce((sum, [, json]) => sum + json.length, 0);
          }
          return new Map(found);
        },
      };
      const { documents, changes } = await processor.project([toProjectedEvent(event)], source, []);
      for (const { id, json } of documents) {
        if (json === undefined) stored.delete(id);
        else stored.set(id, json);
        if (isLast) cost.bytes += json?.length ?? 0;
      }
      if (isLast) cost.bytes += JSON.stringify(changes).length;
    }
  }
  return cost;
}

test.each<
  [
    what: string,
    before: readonly StreamEvent[],
    createEvents: (n: number) => readonly StreamEvent[],
  ]
>([
  ['a note on a lead', [[lead(), created]], note],
  ['the visit of a rep on another lead', [], leadWithVisit],
  ['a visit of a lead', [[lead(), created]], visitOfLead],
  ['an edit of a lead', [[lead(), created]], (number) => [...note(number), [lead(), cityEdited]]],
  [
    'a scheduled follow-up of a lead',
    [[lead(), created]],
    (number) => [complete(number - 1), schedule(number)],
  ],
  [
    'a completed follow-up of a lead',
    [[lead(), created]],
    (number) => [schedule(number), complete(number)],
  ],
  ['a payment of a customer', [[customer, customerCreated]], payment],
  ['a saved draft of a quotation', [], () => [[quotation, drafted]]],
  [
    'a view of a quotation',
    [
      [quotation, drafted],
      [quotation, sent],
    ],
    view,
  ],
])('%s costs the same after 20 of its kind and after 300', async (_, before, createEvents) => {
  const costAfter20 = await measureLastEvent([...before, ...repeat(20, createEvents)]);
  const costAfter300 = await measureLastEvent([...before, ...repeat(300, createEvents)]);
  expect(costAfter300).toMatchObject({ past: costAfter20.past, rows: costAfter20.rows });
  // numbers in the texts have more digits
  expect(costAfter300.bytes).toBeLessThan(1.1 * costAfter20.bytes);
});
