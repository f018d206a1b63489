import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  createdInFull,
  deleted,
  leadId,
  meera,
  cityEdited,
  quotationId,
  reassigned,
} from '#domain/leads/lead.examples.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import {
  founded,
  organizationId,
  quotationSettingsChanged,
} from '#domain/organizations/organization.examples.js';
import { type DraftTotals, draftTotalFields } from '#domain/quotations/draft-totals.js';
import type { QuotationEvent } from '#domain/quotations/quotation.events.js';
import {
  accepted,
  builtQuotationId,
  declined,
  discarded,
  drafted,
  draftedAgain,
  expired,
  passedOn,
  pdfMade,
  revoked,
  sent,
  sentAgain,
  shared,
  viewed,
} from '#domain/quotations/quotation.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { describe, expect, test } from '@jest/globals';
import { quotationDetail } from './quotation-detail.projection.js';
import { quotationHistory } from './quotation-history.projection.js';
import { draftAmountName, quotationList } from './quotation-list.projection.js';
import { quotationSettingsView } from './quotation-settings.projection.js';

const documentId = `org_${builtQuotationId}`;
const recordEvents = (...events: QuotationEvent[]) =>
  recorded(...events.map((event) => [`quotation-${documentId}`, event] as const));
const recordLeadEvents = (...events: LeadEvent[]) =>
  recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const));
const uploaded: LeadEvent = {
  type: 'QuotationUploaded',
  data: { quotationId, amountPaise: 2_50_000_00, validUntilOn: '2026-12-31' },
};

describe('the list of quotations', () => {
  const projectRow = (...events: QuotationEvent[]) =>
    project(quotationList, recordEvents(...events)).documents.get(documentId);
  test('has a draft with its customer and a total', () =>
    expect(projectRow(drafted)).toMatchObject({
      quotationId: builtQuotationId,
      leadId,
      isBuilt: true,
      status: 'Draft',
      version: 0,
      customerName: 'Rajesh Patil',
      assignedTo: asha.id,
      totalPaise: 1_46_250_00,
      hasDraft: true,
    }));
  test.each([
    ['Sent', [drafted, sent]],
    ['Viewed', [drafted, sent, pdfMade, viewed]],
    ['Sent', [drafted, sent, viewed, draftedAgain, sentAgain]],
    ['Accepted', [drafted, sent, pdfMade, viewed, accepted]],
    ['Rejected', [drafted, sent, pdfMade, declined]],
    ['Expired', [drafted, sent, pdfMade, expired]],
  ] as const)('has one that is %s', (status, events) =>
    expect(projectRow(...events)).toMatchObject({ status, number: 'Q/2026-27/0042' }),
  );
  test('keeps the sent total while a changed draft waits', () =>
    expect(projectRow(drafted, sent, draftedAgain)).toMatchObject({
      status: 'Sent',
      version: 1,
      hasDraft: true,
      totalPaise: sent.data.totalPaise,
    }));
  test('has nothing of a discarded draft, or of one whose lead is gone', () => {
    expect(projectRow(drafted, discarded)).toBeUndefined();
    expect(projectRow(drafted, sent, { type: 'QuotationClosed', data: {} })).toBeUndefined();
    expect(projectRow(drafted, sent, { type: 'QuotationErased', data: {} })).toBeUndefined();
  });
  test('shows a quotation to the assignee of its lead', () =>
    expect(projectRow(drafted, passedOn)).toMatchObject({ assignedTo: meera.id }));
  test('counts quotations and their money by status', () => {
    const { sums } = project(quotationList, recordEvents(drafted, sent, accepted));
    for (const member of ['everyone', asha.id]) {
      expect(sums.get(`org_${member}_Accepted`)).toBe(1);
      expect(sums.get(`org_${member}_AcceptedPaise`)).toBe(accepted.data.totalPaise);
      expect(sums.get(`org_${member}_Sent`)).toBe(0);
    }
  });
  test('counts drafts by place of supply in each of their totals, until one is sent', () => {
    const nameSum = (field: keyof DraftTotals) =>
      `org_everyone_${draftAmountName(drafted.data.placeOfSupply ?? 'own', field)}`;
    const { documents, sums } = project(quotationList, recordEvents(drafted));
    const draft = documents.get(documentId)!;
    for (const field of draftTotalFields) expect(sums.get(nameSum(field))).toBe(draft[field]);
    expect(draft.intraStateExactPaise).toBeGreaterThan(0);
    const afterSending = project(quotationList, recordEvents(drafted, sent));
    for (const field of draftTotalFields) expect(afterSending.sums.get(nameSum(field))).toBe(0);
    expect(
      Object.keys(JSON.parse(JSON.stringify(afterSending.documents.get(documentId)))),
    ).not.toContain('supply');
  });
  test('has uploaded quotations, which follow their lead', () => {
    const projectDocuments = (...events: LeadEvent[]) =>
      project(quotationList, recordLeadEvents(createdInFull, ...events)).documents;
    const id = `org_${leadId}_${quotationId}`;
    expect(projectDocuments(uploaded).get(id)).toMatchObject({
      quotationId,
      isBuilt: false,
      status: 'Sent',
      customerName: 'Rajesh Patil',
      totalPaise: 2_50_000_00,
    });
    expect(projectDocuments(uploaded, cityEdited, reassigned).get(id)).toMatchObject({
      assignedTo: (reassigned.data as { to: string }).to,
      customerName: 'Rajesh Patil',
      phone: expect.any(String),
    });
    expect(projectDocuments(uploaded, deleted).size).toBe(0);
    expect(projectDocuments().size).toBe(0);
  });
});

describe('a quotation', () => {
  const projectDocuments = (...events: QuotationEvent[]) =>
    project(quotationDetail, recordEvents(...events)).documents;
  test('has its draft, and its versions as documents of their own', () => {
    const shown = projectDocuments(drafted, sent, pdfMade, draftedAgain);
    expect(shown.get(documentId)).toMatchObject({
      status: 'Sent',
      sentVersions: 1,
      files: { 1: pdfMade.data.fileId },
      linkToken: pdfMade.data.linkToken,
      draft: { lines: draftedAgain.data.lines },
    });
    expect(shown.get(`${documentId}_v1`)).toMatchObject({
      version: 1,
      number: 'Q/2026-27/0042',
      totalPaise: sent.data.totalPaise,
    });
    expect(JSON.stringify([...shown.values()])).not.toContain('salt');
  });
  test('has no link after a revocation, and shows its acceptance', () => {
    expect(projectDocuments(drafted, sent, pdfMade, revoked).get(documentId)).not.toHaveProperty(
      'linkToken',
      pdfMade.data.linkToken,
    );
    expect(
      projectDocuments(drafted, sent, pdfMade, viewed, accepted).get(documentId),
    ).toMatchObject({
      status: 'Accepted',
      views: 1,
      acceptance: { name: 'Rajesh Patil', totalPaise: accepted.data.totalPaise },
    });
  });
});

test('the history has each step with who did it, and no saves', () => {
  const entries = [
    ...project(
      quotationHistory,
      recordEvents(drafted, sent, pdfMade, shared, viewed, declined),
    ).documents.values(),
  ] as { readonly type: string; readonly by?: string; readonly text?: string }[];
  expect(entries.map(({ type, by }) => [type, by !== undefined])).toEqual([
    ['QuotationSent', true],
    ['QuotationPdfMade', true],
    ['QuotationShared', true],
    ['QuotationViewed', false],
    ['QuotationDeclined', false],
  ]);
  expect(entries.at(-1)?.text).toBe(declined.data.reason);
});

test('the settings begin with defaults and keep what is changed', () => {
  const projectSettings = (...events: OrganizationEvent[]) => {
    const history = events.map((event) => [`organization-${organizationId}`, event] as const);
    return [...project(quotationSettingsView, recorded(...history)).documents.values()][0];
  };
  expect(projectSettings(founded)).toMatchObject({
    settings: { gstRegistration: 'none', validityDays: 15, pricesIncludeGst: true },
  });
  expect(projectSettings(founded, quotationSettingsChanged)).toMatchObject({
    settings: { gstin: '27AAPFU0939F1ZV', numberPrefix: 'Q' },
  });
});
