import { msg } from '@lingui/core/macro';
import { i18n, type Names } from '../../words/i18n.js';

/** Titles of drafts by form name. */
const titles: Names<string> = {
  visit: msg`Visit under way`,
  'new-lead': msg`New lead`,
  'new-bill': msg`New bill`,
  note: msg`Note`,
  quote: msg`Quotation`,
  'new-quotation': msg`Quotation`,
  'quotation-copy': msg`Quotation`,
  quotation: msg`Quotation`,
  'reject-quotation': msg`Rejected quotation`,
  schedule: msg`Follow-up`,
  cancel: msg`Cancelled follow-up`,
  lost: msg`Lost lead`,
  convert: msg`Conversion of a lead`,
  lead: msg`Lead details`,
  payment: msg`Payment`,
  invoice: msg`Invoice`,
  project: msg`Project`,
  customer: msg`Customer details`,
  reject: msg`Rejected bill`,
  product: msg`Product`,
  'new-product': msg`Product`,
  package: msg`Package`,
  'new-package': msg`Package`,
  offer: msg`Offer`,
  'new-offer': msg`Offer`,
  category: msg`Category`,
  'audit-link': msg`Link for an auditor`,
  resubmit: msg`Correction of something refused`,
};
const ID = /-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether the form belongs to one record, and cannot be opened without it. */
export const isFormOfRecord = (form: string): boolean => ID.test(form);

/**
 * Title of a draft.
 * @param form name under which the form stores its draft
 */
export function draftTitle(form: string): string {
  const title = titles[form.replace(ID, '')];
  return i18n._(title ?? msg`Other form`);
}
