import { expect, test } from '@jest/globals';
import type { QuotationDetail, QuotationVersionShown } from '#domain/quotations/quotation.views.js';
import { draftPaper } from './papers.js';
import { needsNewVersion } from './quotation-status.js';

const today = '2026-11-29';
const version = { validUntilOn: '2026-12-20', fileId: 'pdf' } as QuotationVersionShown;
const quotation = { status: 'Sent', linkToken: 'token' } as QuotationDetail;
const { linkToken: _, ...revoked } = quotation;

test.each([
  ['open', false, quotation, version],
  ['expired', true, quotation, { ...version, validUntilOn: '2026-11-28' }],
  ['rejected', true, { ...quotation, status: 'Rejected' }, version],
  ['revoked', true, revoked, version],
  ['revoked after its acceptance', false, { ...revoked, status: 'Accepted' }, version],
  ['without its PDF yet', false, revoked, { ...version, fileId: undefined }],
] as const)('a quotation that is %s needs a new version: %s', (_name, needs, quoted, newest) => {
  expect(needsNewVersion(quoted as QuotationDetail, newest as QuotationVersionShown, today)).toBe(
    needs,
  );
});

test('a preview leaves out a last day that is still being typed', () => {
  const shownDay = (validUntilOn: string) =>
    draftPaper(
      { lines: [], validUntilOn } as never,
      { gstRegistration: 'none', roundsOff: false } as never,
      {
        customer: { name: '' },
        person: '',
        organization: '',
        logoFileId: undefined,
        number: undefined,
      },
    ).validUntilOn;
  expect(shownDay('30/1')).toBeUndefined();
  expect(shownDay('2027-01-30')).toBe('2027-01-30');
});
