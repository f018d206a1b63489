import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { customerExamples, customerId } from '#domain/customers/customer.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { leadExamples, leadId } from '#domain/leads/lead.examples.js';
import { builtQuotationId, quotationExamples } from '#domain/quotations/quotation.examples.js';
import { toProjectedEvent } from '#platform/read-side/projections/projected-event.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { allProjections } from './all-projections.js';

const examples: readonly (readonly [stream: string, events: readonly Message[]])[] = [
  [`lead-org_${leadId}`, Object.values(leadExamples)],
  [`customer-org_${customerId}`, Object.values(customerExamples)],
  [`quotation-org_${builtQuotationId}`, Object.values(quotationExamples)],
];
const appendingProjections = allProjections.flatMap((projection) =>
  'appendingEvents' in projection ? [[projection.name, projection] as const] : [],
);
const emptySource = { get: async () => new Map<string, string>(), readPast: async () => [] };

/** Documents and sums of a history that is folded in one batch, with all elements in memory. */
async function projectAtOnce(projection: Projection, events: ReturnType<typeof recorded>) {
  const processor = new ProjectionProcessor(projection);
  const readEvents = events.filter(({ type }) => processor.reads(type));
  const result = await processor.project(
    readEvents.map((event) => toProjectedEvent(event)),
    emptySource,
    [],
  );
  expect(result.parked).toEqual([]);
  const documents = result.documents.flatMap(({ collection, id, json }) =>
    collection === processor.collection && json !== undefined
      ? [[id, JSON.parse(json) as unknown] as const]
      : [],
  );
  const sums = result.sums.flatMap(({ key, amounts }) =>
    Object.entries(amounts).map(([name, amount]) => [`${key}_${name}`, amount] as const),
  );
  return { documents: new Map(documents), sums: new Map(sums) };
}

test.each(appendingProjections)(
  '%s shows the same without loading elements',
  async (_, projection) => {
    for (const [stream, [first, ...others]] of examples) {
      if (!Object.hasOwn(projection.events, first!.type)) continue;
      const laterEvents = others.filter(({ type }) => !isErasure({ type }));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...laterEvents), { minLength: 5, maxLength: 40 }),
          async (events) => {
            const history = recorded(
              ...[first!, ...events].map((event) => [stream, event] as const),
            );
            const { documents, sums } = project(projection, history);
            const shownSums = [...sums].filter(([, amount]) => amount !== 0);
            expect({ documents, sums: new Map(shownSums) }).toEqual(
              await projectAtOnce(projection, history),
            );
          },
        ),
      );
    }
  },
);
