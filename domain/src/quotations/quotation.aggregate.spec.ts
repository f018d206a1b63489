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
  original,
  panelLineId,
  passedOn,
  pdfFailed,
  pdfMade,
  pdfMadeAgain,
  pdfRetried,
  pdfSha256,
  quoting,
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

const given = specify(quotationAggregate, quoting());
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
const open = [drafted, sent, pdfMade];

describe('a draft', () => {
  test('is saved whole, for the assignee of its lead', () => given().when(save()).then(drafted));
  test('that is saved again without changes has no effect', () =>
    given(drafted).when(save()).thenNothing());
  test('may be built by an admin, and belongs to the assignee', () =>
    givenTo(quoting(meera))().when(save()).then(drafted));
  test('is refused to a colleague in sales, as if the lead were missing', () =>
    givenTo(quoting(ravi))().when(save()).thenRefused('lead-not-found', 'leadId'));
  test('is refused to a designer to whom the lead is not assigned', () =>
    givenTo(quoting({ ...ravi, role: 'designer' }))()
      .when(save())
      .thenRefused('not-allowed'));
  test('of a deleted lead is refused', () =>
    givenTo(quoting(asha, { lead: evolveLead(leadOfQuotation, deleted) }))(drafted)
      .when(save(changedContent))
      .thenRefused('lead-not-found', 'leadId'));
  test('stays with its lead', () =>
    givenTo({
      ...quoting(),
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
    given(...open, draftedAgain)
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
    given(...open).holds('Q/2026-27/0042', context.randomness);
    given(...open, { type: 'QuotationErased', data: {} }).holds('Q/2026-27/0042');
  });
  test('records once that its PDF failed, and requests it again on demand', () => {
    const failure: QuotationCommand = {
      type: 'RecordQuotationPdfFailure',
      data: { quotationId, version: 1 },
    };
    const retry: QuotationCommand = {
      type: 'RequestQuotationPdf',
      data: { quotationId, version: 1 },
    };
    given(drafted, sent).when(failure).then(pdfFailed);
    given(drafted, sent, pdfFailed).when(failure).thenNothing();
    given(drafted, sent, pdfFailed).when(retry).then(pdfRetried);
    given(drafted, sent, pdfFailed, pdfRetried).when(retry).thenNothing();
    given(drafted, sent, pdfFailed, pdfRetried).when(failure).then(pdfFailed);
    given(drafted, sent, pdfFailed, pdfMade).when(retry).thenNothing();
    given(...open)
      .when(failure)
      .thenNothing();
    given(drafted).when(retry).thenRefused('quotation-not-sent', 'version');
  });
  test('sent again changes nothing', () => given(drafted, sent).when(send()).thenNothing());
  test('without changes, or with a number that the sender did not see, is refused', () => {
    given(drafted, sent).when(send(2)).thenRefused('quotation-without-changes', 'version');
    given(drafted).when(send(2)).thenRefused('quotation-without-changes', 'version');
  });
  test('that changes a sent one is the next version, with the same quotation number', () => {
    given(...open)
      .when(save(changedContent))
      .then(draftedAgain);
    given(...open, draftedAgain)
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
    givenTo(quoting(meera))(beyondRange)
      .when(send())
      .then(expect.anything() as never);
    expect(() =>
      quotationAggregate.decide(
        send(),
        evolveQuotation({ phase: 'unknown' }, beyondRange),
        quoting(),
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
    const untaxed = { ...quoting().organization, quotationSettings: firstQuotationSettings };
    givenTo({ ...quoting(), organization: untaxed })(withoutRate)
      .when(send())
      .then(expect.anything() as never);
  });
  test('may not have a negative price on the line of a product', () => {
    const negative = draftedWith({ unitPricePaise: -100 });
    for (const member of [asha, meera])
      givenTo(quoting(member))(negative)
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
      const context = quoting();
      const consulted = new Map([...context.consulted, [copiedFrom, source]]);
      const [event] = quotationAggregate.decide(
        send(),
        evolveQuotation({ phase: 'unknown' }, draft),
        { ...context, consulted },
      );
      return event?.data;
    };
    expect(sentAfter(original)).toMatchObject({ copiedFrom, replaces: 'Q/2026-27/0041' });
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
    givenTo(quoting(asha, { today: '2026-12-07' }))(drafted)
      .when(send())
      .thenRefused('quotation-valid-until-past', 'validUntilOn'));
  test('gets its first PDF, which makes the link', () => {
    given(drafted, sent).when(recordPdf()).then(pdfMade);
    given(...open)
      .when(recordPdf())
      .thenNothing();
    given(...open, draftedAgain, sentAgain)
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
    given(...open)
      .when(share)
      .then(shared);
    given(...open, shared)
      .when(share)
      .thenNothing();
    given(drafted).when(share).thenRefused('quotation-not-sent');
  });
  test('needs a verified number', () => {
    const unverified = quoting();
    givenTo({ ...unverified, account: { ...unverified.account, verified: false } })(...open)
      .when({ type: 'ShareQuotation', data: { quotationId, ...shared.data } })
      .thenRefused('verification-needed');
  });
  test('ends with the link, and the next PDF makes another one', () => {
    given(...open)
      .when(revoke)
      .then(revoked);
    given(...open, revoked)
      .when(revoke)
      .thenNothing();
    given(...open, revoked)
      .when(accept())
      .thenRefused('quotation-unavailable', 'version');
    given(...open, revoked, draftedAgain, sentAgain)
      .when(recordPdf(2))
      .then({
        type: 'QuotationPdfMade',
        data: { ...pdfMade.data, version: 2 },
      });
  });
});

describe('the customer', () => {
  test('accepts what they saw, with the optional lines that they chose', () =>
    given(...open)
      .when(accept())
      .then(accepted));
  test('accepts once, however often they press', () =>
    given(...open, accepted)
      .when(accept())
      .thenNothing());
  test('does not accept another document', () =>
    given(...open)
      .when(accept({ pdfSha256: '0'.repeat(64) }))
      .thenRefused('quotation-pdf-other', 'pdfSha256'));
  test('chooses optional lines only', () =>
    given(...open)
      .when(accept({ lineIds: [panelLineId] }))
      .thenRefused('unknown-reference', 'lineIds'));
  test('does not accept an older version', () =>
    given(...open, draftedAgain, sentAgain, pdfMadeAgain)
      .when(accept())
      .thenRefused('quotation-superseded', 'version'));
  test('does not accept after the last day, whether or not the timer has run', () => {
    givenTo(quoting(asha, { today: '2026-12-07' }))(...open)
      .when(accept())
      .thenRefused('quotation-expired', 'version');
    given(...open, expired)
      .when(accept())
      .thenRefused('quotation-expired', 'version');
  });
  test('does not accept for a deleted lead', () =>
    givenTo(quoting(asha, { lead: evolveLead(leadOfQuotation, deleted) }))(...open)
      .when(accept())
      .thenRefused('quotation-unavailable', 'version'));
  test('declines once, and does not accept afterwards', () => {
    const decline: QuotationCommand = {
      type: 'DeclineQuotation',
      data: { quotationId, version: 1, reason: declined.data.reason },
    };
    given(...open)
      .when(decline)
      .then(declined);
    given(...open, declined)
      .when(decline)
      .thenNothing();
    given(...open, declined)
      .when(accept())
      .thenRefused('quotation-decided', 'version');
  });
  test('asks a question once, however often it is sent', () => {
    const ask: QuotationCommand = {
      type: 'AskAboutQuotation',
      data: { quotationId, ...asked.data },
    };
    given(...open)
      .when(ask)
      .then(asked);
    given(...open, asked)
      .when(ask)
      .thenNothing();
  });
  test('views it, and each view is recorded', () => {
    given(...open)
      .when(view())
      .then(viewed);
    given(...open, viewed)
      .when(view())
      .thenNothing();
    given(...open, accepted)
      .when(view())
      .then(viewed);
    given(drafted, sent).when(view()).thenRefused('quotation-unavailable');
  });
});

describe('an accepted quotation', () => {
  test('cannot be changed, sent or rejected', () => {
    const history = [...open, accepted];
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
    givenTo(quoting(asha, { today: '2026-12-07' }))(...open)
      .when(expire)
      .then(expired);
    given(...open)
      .when(expire)
      .thenNothing();
    givenTo(quoting(asha, { today: '2026-12-07' }))(...open, accepted)
      .when(expire)
      .thenNothing();
  });
  test('may be a rejection by the rep, with a reason', () => {
    const reject: QuotationCommand = {
      type: 'RejectQuotation',
      data: { quotationId, reason: rejectedByRep.data.reason },
    };
    given(...open)
      .when(reject)
      .then(rejectedByRep);
    given(...open, rejectedByRep)
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
    givenTo(quoting(asha, { lead: evolveLead(leadOfQuotation, reassigned) }))(drafted)
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
    ['Sent', open],
    ['Viewed', [...open, viewed]],
    ['Accepted', [...open, accepted]],
    ['Rejected', [...open, declined]],
    ['Expired', [...open, expired]],
    ['Sent', [...open, viewed, draftedAgain, sentAgain]],
    ['Sent', [...open, expired, draftedAgain, sentAgain]],
  ] as const)('is %s', (status, events) => {
    const quotation = stateOf(...events);
    expect(quotation.phase === 'open' && computeStatus(quotation)).toBe(status);
  });
  test('has one reason for which the customer may not act on it', () => {
    const surroundings = { today: context.today, leadIsOpen: true, organizationIsOpen: true };
    const reasonAfter = (events: QuotationEvent[], more: Partial<typeof surroundings> = {}) =>
      findClosedReason(stateOf(...events), 1, { ...surroundings, ...more });
    expect(reasonAfter(open)).toBeUndefined();
    expect(reasonAfter([])).toBe('draft');
    expect(reasonAfter([drafted, sent])).toBe('draft');
    expect(reasonAfter(open, { leadIsOpen: false })).toBe('lead-deleted');
    expect(reasonAfter(open, { organizationIsOpen: false })).toBe('organization-closed');
    expect(reasonAfter([...open, revoked])).toBe('revoked');
    expect(reasonAfter([...open, accepted])).toBe('accepted');
    expect(reasonAfter([...open, draftedAgain, sentAgain])).toBe('superseded');
    expect(reasonAfter([...open, declined])).toBe('declined');
    expect(reasonAfter([...open, expired])).toBe('expired');
    expect(reasonAfter(open, { today: '2026-12-07' })).toBe('expired');
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
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...content.lines[0]!,
      lineId: `0190a6c2-5f1e-7c3a-9b1d-${String(index).padStart(12, '0')}`,
    }));
  const parse = (lines: object[]) =>
    quotationCommands.SaveQuotation.data.safeParse({ quotationId, leadId, ...content, lines });
  expect(parse(many(200)).success).toBe(true);
  expect(parse(many(201)).error?.issues[0]?.message).toBe('A quotation can have 200 lines');
  const [line] = many(1);
  expect(parse([line!, line!]).error?.issues[0]?.message).toBe('Add each line once');
  expect(insuranceLineId).toBe(accepted.data.lineIds?.[0]);
});
