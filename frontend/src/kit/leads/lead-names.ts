import { msg, plural, t } from '@lingui/core/macro';
import type { LeadGap, LeadSort, LeadStatus, LeadType } from '#domain/leads/lead.values.js';
import { i18n, type Names, optionsOf } from '../../words/i18n.js';

export const statusMeanings: Names<LeadStatus> = {
  New: msg`Fresh lead, not yet contacted`,
  Contacted: msg`Initial contact made`,
  Quoted: msg`Quotation sent to customer`,
  Converted: msg`Lead became a customer`,
  Lost: msg`Lead did not convert`,
};

export const typeNames: Names<LeadType> = {
  Builder: msg`Builder`,
  Owner: msg`Property Owner`,
  Contractor: msg`Contractor`,
  Architect: msg`Architect`,
  Other: msg`Other`,
};

/** Label of a type filter: `Type: Architect`. */
export function typeText(type: LeadType | 'All'): string {
  const name = type === 'All' ? t`All` : i18n._(typeNames[type]);
  return t`Type: ${name}`;
}

export const gapNames: Names<LeadGap> = {
  undated: msg`No follow-up`,
  unanswered: msg`Unanswered`,
  unreplied: msg`Quote without reply`,
};

/** Gaps as texts after their number of leads. */
export const gapTexts: Readonly<Record<LeadGap, (count: number) => string>> = {
  undated: (count) =>
    plural(count, { one: 'lead without a follow-up', other: 'leads without a follow-up' }),
  unanswered: (count) => plural(count, { one: 'lead unanswered', other: 'leads unanswered' }),
  unreplied: (count) =>
    plural(count, { one: 'quote without reply', other: 'quotes without reply' }),
};

export const sortNames: Names<LeadSort> = {
  'next-follow-up': msg`Next Follow-up`,
  created: msg`Date Created`,
  quoted: msg`Quoted Amount`,
};

/** Filter options: all, then the table's names. */
export const optionsWithAll = <Value extends string>(
  names: Names<Value>,
): readonly { value: Value | 'All'; label: string }[] => [
  { value: 'All', label: t`All` },
  ...optionsOf(names),
];
