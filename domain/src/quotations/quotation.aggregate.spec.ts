import { describe, expect, test } from '@jest/globals';
import { productId } from '../catalogue/catalogue.examples.js';
import { dayAfter } from '../kernel/values/days.js';
import { specify } from '../kernel/testing/specification.js';
import { asha, context, deleted, leadId, meera, ravi, reassigned } from '../leads/lead.examples.js';
import { evolveLead } from '../leads/lead.js';
import type { QuotationContext } from './quotation-context.js';
import { quotationAggregate } from './quotation.aggregate.js';
import { type QuotationCommand, quotationCommands } from './quotation.commands.js';
import type { QuotationEvent } from './quotation.events.js';
import {
  accepted,
  asked,
  builtQuotationId as quotationId,
  changedContent,
  content,
  contentInFull,
  declined,
  discarded,
  drafted,
  draftedAgain,
  expired,
  insuranceLineId,
  leadOfQuotation,
  acceptedOriginal,
  panelLineId,
  passedOn,
  pdfFailed,
  pdfMade,
  pdfMadeAgain,
  pdfRetried,
  pdfSha256,
  createQuotationContext,
  rejectedByRep,
  revoked,
  sent,
  sentAgain,
  settings,
  shared,
  viewed,
} from './quotation.examples.js';
import { type Quotation, evolveQuotation, computeStatus, findClosedReason } from './quotation.js';
import { firstQuotationSettings } from './quotation-settings.js';

const given = specify(quotationAggregate, createQuotationContext());
const givenTo = (context: QuotationContext) => specify(quotationAggregate, context);
type Data<Type extends QuotationCommand['type']> = Extract<
  QuotationCommand,
  { type: Type }
>['data'];

const save = (more: Partial<Data<'SaveQuotation'>> = {}): QuotationCommand => ({
  type: 'SaveQuotation',
  data: { quotationId, leadId, ...content, ...more },
});
const send = (version = 1): QuotationCommand => ({
  type: 'SendQuotation',
  data: { quotationId, version },
});
const discard: QuotationCommand = { type: 'DiscardQuotation', data: { quotationId } };
const revoke: QuotationCommand = { type: 'RevokeQuotationLink', data: { quotationId } };
const accept = (more: Partial<Data<'AcceptQuotation'>> = {}): QuotationCommand => {
  const { totalPaise: _, ...data } = accepted.data;
  return { type: 'AcceptQuotation', data: { quotationId, ...data, ...more } };
};
const recordPdf = (version = 1): QuotationCommand => ({
  type: 'RecordQuotationPdf',
  data: { quotationId, version, fileId: pdfMade.data.fileId, pdfSha256 },
});
const view = (more: Partial<Data<'RecordQuotationView'>> = {}): QuotationCommand => ({
  type: 'RecordQuotationView',
  data: { quotationId, ...viewed.data, ...more },
});

/** Changes one line of the draft. */
const draftedWith = (more: Partial<(typeof content.lines)[number]>): QuotationEvent => ({
  type: 'QuotationDrafted',
  data: {
    ...drafted.data,
    lines: content.lines.map((line) => (line.lineId === panelLineId ? { ...line, ...more } : line)),
  },
});
const openHistory = [drafted, sent, pdfMade];

describe('a draft', () => {
  test('is saved whole, for the assignee of its lead', () => given().when(save()).then(drafted));
  test('that is saved again without changes has no effect', () =>
    given(drafted).when(save()).thenNothing());
  test('may be built by an admin, and belongs to the assignee', () =>
    givenTo(createQuotationContext(meera))().when(save()).then(drafted));
  test('is refused to a colleague in sales, as if the lead were missing', () =>
    givenTo(createQuotationContext(ravi))().when(save()).thenRefused('lead-not-found', 'leadId'));
  test('is refused to a designer to whom the lead is not assigned', () =>
    givenTo(createQuotationContext({ ...ravi, role: 'designer' }))()
      .when(save())
      .thenRefused('not-allowed'));
  test('of a deleted lead is refused', () =>
    givenTo(createQuotationContext(asha, { lead: evolveLead(leadOfQuotation, deleted) }))(drafted)
      .when(save(changedContent))
      .thenRefused('lead-not-found', 'leadId'));
  test('stays with its lead', () =>
    givenTo({
      ...createQuotationContext(),
      consulted: new Map([[productId, leadOfQuotation]]),
    })(drafted)
      .when(save({ leadId: productId }))
      .thenRefused('built-quotation-exists'));
  test('is valid until today at least', () => {
    given()
      .when(save({ validUntilOn: dayAfter(context.today, -1) }))
      .thenRefused('quotation-valid-until-past', 'validUntilOn');
    given()
      .when(save({ validUntilOn: '2029-01-01' }))
      .thenRefused('valid-until-over-two-years-ahead', 'validUntilOn');
  });
  test('is discarded once, and its id stays taken', () => {
    given(drafted).when(discard).then(discarded);
    given(drafted, discarded).when(discard).thenRefused('quotation-not-found');
    given(drafted, discarded).when(save()).thenRefused('built-quotation-exists');
  });
  test('of a later version is discarded without the versions before it', () =>
    given(...openHistory, draftedAgain)
      .when(discard)
      .then({ type: 'QuotationDiscarded', data: { version: 2 } }));
});

describe('a version', () => {
  test('is frozen with number, customer, seller, lines and totals when it is sent', () => {
    given(drafted).when(send()).then(sent);
    expect(sent.data).toMatchObject({
      number: 'Q/2026-27/0042',
      sentOn: context.today,
      customer: { name: 'Rajesh Patil', phone: '+919876543210', address: 'Baner Road, Pune' },
      seller: { name: 'Sharma Solar', gstin: settings.gstin },
      taxHead: 'CGST and SGST',
      totalPaise: 1_46_250_00,
    });
    expect(sent.data.lines?.[0]?.imageFileId).toBeDefined();
  });
  test('claims its number, and its link too once its first PDF is made', () => {
    given(drafted).holds();
    given(drafted, sent).holds('Q/2026-27/0042');
    given(...openHistory).holds('Q/2026-27/0042', context.randomness);
    given(...openHistory, { type: 'QuotationErased', data: {} }).holds('Q/2026-27/0042');
  });
  test('records once that its PDF failed, and requests it again on demand', () => {
    const recordFailure: QuotationCommand = {
      type: 'RecordQuotationPdfFailure',
      data: { quotationId, version: 1 },
    };
    const requestAgain: QuotationCommand = {
      type: 'RequestQuotationPdf',
      data: { quotationId, version: 1 },
    };
    given(drafted, sent).when(recordFailure).then(pdfFailed);
    given(drafted, sent, pdfFailed).when(recordFailure).thenNothing();
    given(drafted, sent, pdfFailed).when(requestAgain).then(pdfRetried);
    given(drafted, sent, pdfFailed, pdfRetried).when(requestAgain).thenNothing();
    given(drafted, sent, pdfFailed, pdfRetried).when(recordFailure).then(pdfFailed);
    given(drafted, sent, pdfFailed, pdfMade).when(requestAgain).thenNothing();
    given(...openHistory)
      .when(recordFailure)
      .thenNothing();
    given(drafted).when(requestAgain).thenRefused('quotation-not-sent', 'version');
  });
  test('sent again changes nothing', () => given(drafted, sent).when(send()).thenNothing());
  test('without changes, or with a number that the sender did not see, is refused', () => {
    given(drafted, sent).when(send(2)).thenRefused('quotation-without-changes', 'version');
    given(drafted).when(send(2)).thenRefused('quotation-without-changes', 'version');
  });
  test('that changes a sent one is the next version, with the same quotation number', () => {
    given(...openHistory)
      .when(save(changedContent))
      .then(draftedAgain);
    given(...openHistory, draftedAgain)
      .when(send(2))
      .then(sentAgain);
  });
  test('has at least one line', () =>
    given({ type: 'QuotationDrafted', data: { ...drafted.data, lines: [] } })
      .when(send())
      .thenRefused('quotation-without-lines', 'lines'));
  test('has discounts within the range of its products, unless an admin sends it', () => {
    const beyondRange = draftedWith({ discountBasisPoints: 1_001 });
    given(beyondRange)
      .when(send())
      .thenRefused('discount-out-of-range', 'lines.0.discountBasisPoints');
    givenTo(createQuotationContext(meera))(beyondRange)
      .when(send())
      .then(expect.anything() as never);
    expect(() =>
      quotationAggregate.decide(
        send(),
        evolveQuotation({ phase: 'unknown' }, beyondRange),
        createQuotationContext(),
      ),
    ).toThrow('Discount must be between 0% and 10%');
  });
  test('has rates of GST that are valid on its day', () => {
    given(draftedWith({ gstRateBasisPoints: 2_800 }))
      .when(send())
      .thenRefused('gst-rate-not-valid', 'lines.0.gstRateBasisPoints');
    given(draftedWith({ gstRateBasisPoints: 1_200 }))
      .when(send())
      .thenRefused('gst-rate-not-valid', 'lines.0.gstRateBasisPoints');
    given(draftedWith({ gstRateBasisPoints: 1_200, hsn: '690100' }))
      .when(send())
      .then(expect.anything() as never);
  });
  test('has a rate of GST on each line, if it is taxed', () => {
    const withoutRate = draftedWith({ gstRateBasisPoints: undefined });
    given(withoutRate).when(send()).thenRefused('gst-rate-missing', 'lines.0.gstRateBasisPoints');
    const untaxed = {
      ...createQuotationContext().organization,
      quotationSettings: firstQuotationSettings,
    };
    givenTo({ ...createQuotationContext(), organization: untaxed })(withoutRate)
      .when(send())
      .then(expect.anything() as never);
  });
  test('may not have a negative price on the line of a product', () => {
    const negative = draftedWith({ unitPricePaise: -100 });
    for (const member of [asha, meera])
      givenTo(createQuotationContext(member))(negative)
        .when(send())
        .thenRefused('negative-product', 'lines.0.unitPricePaise');
  });
  test('names the quotation that it was copied from, with its number if that was accepted', () => {
    const copiedFrom = contentInFull.copiedFrom!;
    const draft: QuotationEvent = {
      type: 'QuotationDrafted',
      data: { ...drafted.data, copiedFrom },
    };
    const sentAfter = (source: Quotation) => {
      const context = createQuotationContext();
      const consulted = new Map([...context.consulted, [copiedFrom, source]]);
      const [event] = quotationAggregate.decide(
        send(),
        evolveQuotation({ phase: 'unknown' }, draft),
        { ...context, consulted },
      );
      return event?.data;
    };
    expect(sentAfter(acceptedOriginal)).toMatchObject({ copiedFrom, replaces: 'Q/2026-27/0041' });
    const open = evolveQuotation({ phase: 'unknown' }, drafted);
    expect(sentAfter(open)).toMatchObject({ copiedFrom });
    expect(sentAfter(open)).not.toHaveProperty('replaces');
    given(draft, sent, { ...draftedAgain, data: { ...draftedAgain.data, copiedFrom } })
      .when(send(2))
      .then({ ...sentAgain, data: { ...sentAgain.data, copiedFrom } });
  });
  test('may not be below zero, neither its total nor the sum at one rate of GST', () => {
    const allowance = { productId: undefined, discountBasisPoints: 0 };
    given(draftedWith({ ...allowance, unitPricePaise: -1_00_000_00 }))
      .when(send())
      .thenRefused('total-below-zero', 'lines');
    given(draftedWith({ ...allowance, unitPricePaise: -1_000_00 }))
      .when(send())
      .thenRefused('total-below-zero', 'lines');
    given(draftedWith({ ...allowance, unitPricePaise: -1_000_00, gstRateBasisPoints: 1_800 }))
      .when(send())
      .then(expect.anything() as never);
  });
  test('costs at most ₹100 crore', () =>
    given(draftedWith({ quantityThousandths: 999_999_999, unitPricePaise: 10_000_000_000 }))
      .when(send())
      .thenRefused('total-too-high', 'lines.0.unitPricePaise'));
  test('is not sent after its last day', () =>
    givenTo(createQuotationContext(asha, { today: '2026-12-07' }))(drafted)
      .when(send())
      .thenRefused('quotation-valid-until-past', 'validUntilOn'));
  test('gets its first PDF, which makes the link', () => {
    given(drafted, sent).when(recordPdf()).then(pdfMade);
    given(...openHistory)
      .when(recordPdf())
      .thenNothing();
    given(...openHistory, draftedAgain, sentAgain)
      .when(recordPdf(2))
      .then({
        type: 'QuotationPdfMade',
        data: { version: 2, fileId: pdfMade.data.fileId, pdfSha256 },
      });
  });
});

describe('sharing', () => {
  test('is recorded once', () => {
    const share: QuotationCommand = {
      type: 'ShareQuotation',
      data: { quotationId, ...shared.data },
    };
    given(...openHistory)
      .when(share)
      .then(shared);
    given(...openHistory, shared)
      .when(share)
      .thenNothing();
    given(drafted).when(share).thenRefused('quotation-not-sent');
  });
  test('needs a verified number', () => {
    const context = createQuotationContext();
    givenTo({ ...context, account: { ...context.account, verified: false } })(...openHistory)
      .when({ type: 'ShareQuotation', data: { quotationId, ...shared.data } })
      .thenRefused('verification-needed');
  });
  test('ends with the link, and the next PDF makes another one', () => {
    given(...openHistory)
      .when(revoke)
      .then(revoked);
    given(...openHistory, revoked)
      .when(revoke)
      .thenNothing();
    given(...openHistory, revoked)
      .when(accept())
      .thenRefused('quotation-unavailable', 'version');
    given(...openHistory, revoked, draftedAgain, sentAgain)
      .when(recordPdf(2))
      .then({
        type: 'QuotationPdfMade',
        data: { ...pdfMade.data, version: 2 },
      });
  });
});

describe('the customer', () => {
  test('accepts what they saw, with the optional lines that they chose', () => {
    expect(accepted.data.lineIds).toEqual([insuranceLineId]);
    given(...openHistory)
      .when(accept())
      .then(accepted);
  });
  test('accepts once, however often they press', () =>
    given(...openHistory, accepted)
      .when(accept())
      .thenNothing());
  test('does not accept another document', () =>
    given(...openHistory)
      .when(accept({ pdfSha256: '0'.repeat(64) }))
      .thenRefused('quotation-pdf-other', 'pdfSha256'));
  test('chooses optional lines only', () =>
    given(...openHistory)
      .when(accept({ lineIds: [panelLineId] }))
      .thenRefused('unknown-reference', 'lineIds'));
  test('does not accept an older version', () =>
    given(...openHistory, draftedAgain, sentAgain, pdfMadeAgain)
      .when(accept())
      .thenRefused('quotation-superseded', 'version'));
  test('does not accept after the last day, whether or not the timer has run', () => {
    givenTo(createQuotationContext(asha, { today: '2026-12-07' }))(...openHistory)
      .when(accept())
      .thenRefused('quotation-expired', 'version');
    given(...openHistory, expired)
      .when(accept())
      .thenRefused('quotation-expired', 'version');
  });
  test('does not accept for a deleted lead', () =>
    givenTo(createQuotationContext(asha, { lead: evolveLead(leadOfQuotation, deleted) }))(
      ...openHistory,
    )
      .when(accept())
      .thenRefused('quotation-unavailable', 'version'));
  test('declines once, and does not accept afterwards', () => {
    const decline: QuotationCommand = {
      type: 'DeclineQuotation',
      data: { quotationId, version: 1, reason: declined.data.reason },
    };
    given(...openHistory)
      .when(decline)
      .then(declined);
    given(...openHistory, declined)
      .when(decline)
      .thenNothing();
    given(...openHistory, declined)
      .when(accept())
      .thenRefused('quotation-decided', 'version');
  });
  test('asks a question once, however often it is sent', () => {
    const ask: QuotationCommand = {
      type: 'AskAboutQuotation',
      data: { quotationId, ...asked.data },
    };
    given(...openHistory)
      .when(ask)
      .then(asked);
    given(...openHistory, asked)
      .when(ask)
      .thenNothing();
  });
  test('views it, and each view is recorded', () => {
    given(...openHistory)
      .when(view())
      .then(viewed);
    given(...openHistory, viewed)
      .when(view())
      .thenNothing();
    given(...openHistory, accepted)
      .when(view())
      .then(viewed);
    given(drafted, sent).when(view()).thenRefused('quotation-unavailable');
  });
});

describe('an accepted quotation', () => {
  test('cannot be changed, sent or rejected', () => {
    const history = [...openHistory, accepted];
    given(...history)
      .when(save(changedContent))
      .thenRefused('quotation-accepted');
    given(...history)
      .when(send(2))
      .thenRefused('quotation-accepted');
    given(...history)
      .when({ type: 'RejectQuotation', data: { quotationId, reason: 'Too late' } })
      .thenRefused('quotation-accepted');
  });
});

describe('the end of a quotation', () => {
  const expire: QuotationCommand = { type: 'ExpireQuotation', data: { quotationId, version: 1 } };
  test('is its expiry after the last day of the newest version', () => {
    givenTo(createQuotationContext(asha, { today: '2026-12-07' }))(...openHistory)
      .when(expire)
      .then(expired);
    given(...openHistory)
      .when(expire)
      .thenNothing();
    givenTo(createQuotationContext(asha, { today: '2026-12-07' }))(...openHistory, accepted)
      .when(expire)
      .thenNothing();
  });
  test('may be a rejection by the rep, with a reason', () => {
    const reject: QuotationCommand = {
      type: 'RejectQuotation',
      data: { quotationId, reason: rejectedByRep.data.reason },
    };
    given(...openHistory)
      .when(reject)
      .then(rejectedByRep);
    given(...openHistory, rejectedByRep)
      .when(reject)
      .thenRefused('quotation-decided');
    given(drafted).when(reject).thenRefused('quotation-not-sent');
  });
});

describe('a quotation', () => {
  test('belongs to the assignee of its lead', () => {
    given(drafted).belongsTo(asha.id);
    given(drafted, passedOn).belongsTo(meera.id);
    given(drafted)
      .when({ type: 'PassQuotationOn', data: { quotationId, to: meera.id } })
      .then(passedOn);
    given(drafted, passedOn)
      .when({ type: 'PassQuotationOn', data: { quotationId, to: meera.id } })
      .thenNothing();
  });
  test('is changed by the present assignee, not by the former one', () =>
    givenTo(createQuotationContext(asha, { lead: evolveLead(leadOfQuotation, reassigned) }))(
      drafted,
    )
      .when(send())
      .thenRefused('quotation-not-found'));
  test('that is erased is not found', () => {
    const erase: QuotationCommand = { type: 'EraseQuotation', data: { quotationId } };
    given(drafted).when(erase).then({ type: 'QuotationErased', data: {} });
    given(drafted, { type: 'QuotationErased', data: {} }).when(erase).thenNothing();
    given(drafted, { type: 'QuotationErased', data: {} })
      .when(send())
      .thenRefused('quotation-not-found');
  });

  const stateOf = (...events: QuotationEvent[]) =>
    events.reduce<Quotation>(evolveQuotation, { phase: 'unknown' });
  test.each([
    ['Draft', [drafted]],
    ['Sent', openHistory],
    ['Viewed', [...openHistory, viewed]],
    ['Accepted', [...openHistory, accepted]],
    ['Rejected', [...openHistory, declined]],
    ['Expired', [...openHistory, expired]],
    ['Sent', [...openHistory, viewed, draftedAgain, sentAgain]],
    ['Sent', [...openHistory, expired, draftedAgain, sentAgain]],
  ] as const)('is %s', (status, events) => {
    const quotation = stateOf(...events);
    expect(quotation.phase === 'open' && computeStatus(quotation)).toBe(status);
  });
  test('has one reason for which the customer may not act on it', () => {
    const surroundings = { today: context.today, leadIsOpen: true, organizationIsOpen: true };
    const reasonAfter = (events: QuotationEvent[], more: Partial<typeof surroundings> = {}) =>
      findClosedReason(stateOf(...events), 1, { ...surroundings, ...more });
    expect(reasonAfter(openHistory)).toBeUndefined();
    expect(reasonAfter([])).toBe('draft');
    expect(reasonAfter([drafted, sent])).toBe('draft');
    expect(reasonAfter(openHistory, { leadIsOpen: false })).toBe('lead-deleted');
    expect(reasonAfter(openHistory, { organizationIsOpen: false })).toBe('organization-closed');
    expect(reasonAfter([...openHistory, revoked])).toBe('revoked');
    expect(reasonAfter([...openHistory, accepted])).toBe('accepted');
    expect(reasonAfter([...openHistory, draftedAgain, sentAgain])).toBe('superseded');
    expect(reasonAfter([...openHistory, declined])).toBe('declined');
    expect(reasonAfter([...openHistory, expired])).toBe('expired');
    expect(reasonAfter(openHistory, { today: '2026-12-07' })).toBe('expired');
  });
});

test.each([
  [{ quantityThousandths: 0 }, 'Quantity must be more than 0'],
  [{ hsn: '12345' }, 'HSN must have 4, 6 or 8 digits'],
  [{ discountBasisPoints: 10_001 }, 'Discount must be between 0% and 100%'],
  [{ name: ' ' }, 'Name is required'],
])('a line with %j is refused with a message', (more, expected) => {
  const line = { ...content.lines[0]!, ...more };
  expect(
    quotationCommands.SaveQuotation.data
      .safeParse({ quotationId, leadId, ...content, lines: [line] })
      .error?.issues.map(({ message }) => message),
  ).toEqual([expected]);
});
test('a quotation may have 200 lines, and no more', () => {
  const createLines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...content.lines[0]!,
      lineId: `0190a6c2-5f1e-7c3a-9b1d-${String(index).padStart(12, '0')}`,
    }));
  const parse = (lines: object[]) =>
    quotationCommands.SaveQuotation.data.safeParse({ quotationId, leadId, ...content, lines });
  expect(parse(createLines(200)).success).toBe(true);
  expect(parse(createLines(201)).error?.issues[0]?.message).toBe('A quotation can have 200 lines');
  const [line] = createLines(1);
  expect(parse([line!, line!]).error?.issues[0]?.message).toBe('Add each line once');
});
