import type { Message } from '#domain/kernel/texts/message.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  createdInFull,
  deleted,
  erased,
  leadId,
  organization,
  quotationStepped,
  reassigned,
} from '#domain/leads/lead.examples.js';
import type { QuotationEvent } from '#domain/quotations/quotation.events.js';
import {
  accepted,
  builtQuotationId as quotationId,
  discarded,
  drafted,
  draftedAgain,
  pdfMade,
  sent,
  viewed,
} from '#domain/quotations/quotation.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { describe, expect, test } from '@jest/globals';
import type { StreamHistory } from '../stream-history.js';
import { PdfsOfQuotations } from './pdfs-of-quotations.reactor.js';
import { QuotationsOfLeads } from './quotations-of-leads.reactor.js';
import { StepsOfQuotations } from './steps-of-quotations.reactor.js';

const quotationStream = `quotation-${organization.id}_${quotationId}`;
const leadStream = `lead-${organization.id}_${leadId}`;
const createHistory = (stream: string, events: readonly Message[]) =>
  recorded(...events.map((event) => [stream, event] as const));
const createStreams = (history: unknown) =>
  ({ loadEvents: async () => history }) as unknown as StreamHistory;

/** Command for the lead that the last event of a quotation causes. */
async function findStepAfter(...events: QuotationEvent[]) {
  const history = createHistory(quotationStream, events);
  const reactor = new StepsOfQuotations(createStreams(history));
  const { commands = [] } = await reactor.react(history.at(-1) as never);
  return commands.map(({ command, to }) => ({ ...command.data, to }));
}

describe('the lead of a quotation records', () => {
  const expectedStep = { leadId, quotationId, to: leadStream };
  test('once that the quotation was begun', async () => {
    expect(await findStepAfter(drafted)).toEqual([{ ...expectedStep, step: 'Draft' }]);
    expect(await findStepAfter(drafted, drafted)).toEqual([]);
  });
  test('the number and total of a sent version', async () =>
    expect(await findStepAfter(drafted, sent)).toEqual([
      {
        ...expectedStep,
        step: 'Sent',
        version: 1,
        number: 'Q/2026-27/0042',
        totalPaise: sent.data.totalPaise,
      },
    ]));
  test('which accepted quotation a sent version replaces', async () => {
    const replaces = 'Q/2026-27/0041';
    const change = { ...sent, data: { ...sent.data, replaces } };
    expect(await findStepAfter(drafted, change)).toMatchObject([{ step: 'Sent', replaces }]);
  });
  test('the first view, and no further one', async () => {
    expect(await findStepAfter(drafted, sent, pdfMade, viewed)).toMatchObject([{ step: 'Viewed' }]);
    expect(await findStepAfter(drafted, sent, pdfMade, viewed, viewed)).toEqual([]);
  });
  test('the total that was accepted', async () =>
    expect(await findStepAfter(drafted, sent, pdfMade, accepted)).toMatchObject([
      { step: 'Accepted', totalPaise: accepted.data.totalPaise },
    ]));
  test('a discarded draft, unless a version was sent before', async () => {
    expect(await findStepAfter(drafted, discarded)).toMatchObject([{ step: 'Discarded' }]);
    expect(await findStepAfter(drafted, sent, draftedAgain, discarded)).toEqual([]);
  });
});

/** Commands for quotations that the last event of a lead causes. */
async function findCommandsAfter(...events: LeadEvent[]) {
  const history = createHistory(leadStream, events);
  const reactor = new QuotationsOfLeads(createStreams(history));
  const { commands = [] } = await reactor.react(history.at(-1) as never);
  return commands.map(({ command }) => command);
}
const quotationBegun: LeadEvent = {
  type: 'QuotationStepped',
  data: { quotationId, step: 'Draft', addedPaise: 0 },
};

describe('a quotation', () => {
  const newOwner = (reassigned.data as { readonly to: string }).to;
  test('follows its lead to another assignee', async () =>
    expect(await findCommandsAfter(createdInFull, quotationBegun, reassigned)).toEqual([
      { type: 'PassQuotationOn', data: { quotationId, to: newOwner } },
    ]));
  test('that was begun after a change of its lead follows that change', async () => {
    expect(await findCommandsAfter(createdInFull, quotationBegun)).toEqual([
      { type: 'PassQuotationOn', data: { quotationId, to: asha.id } },
    ]);
    expect(await findCommandsAfter(createdInFull, deleted, quotationBegun)).toEqual([
      { type: 'CloseQuotation', data: { quotationId } },
    ]);
    expect(await findCommandsAfter(createdInFull, erased, quotationBegun)).toEqual([
      { type: 'EraseQuotation', data: { quotationId } },
    ]);
  });
  test('ends once with its lead, however many steps it had', async () => {
    expect(
      await findCommandsAfter(createdInFull, quotationBegun, quotationStepped, deleted),
    ).toEqual([{ type: 'CloseQuotation', data: { quotationId } }]);
    expect(await findCommandsAfter(createdInFull, quotationBegun, erased)).toEqual([
      { type: 'EraseQuotation', data: { quotationId } },
    ]);
  });
  test('gets no command for a later step', async () =>
    expect(await findCommandsAfter(createdInFull, quotationBegun, quotationStepped)).toEqual([]));
});

test('each version gets one PDF job', () => {
  const [, event] = createHistory(quotationStream, [drafted, sent]);
  expect(new PdfsOfQuotations().react(event as never).jobs).toEqual([
    {
      name: 'quotation-pdf',
      id: `quotation-pdf-${quotationId}-1`,
      data: { organizationId: organization.id, quotationId, version: 1 },
    },
  ]);
});
