import { plural, t } from '@lingui/core/macro';

/** Counted nouns: `1 lead`, `1,200 leads`. */
const nouns = {
  bill: (n: number) => plural(n, { one: '# bill', other: '# bills' }),
  customer: (n: number) => plural(n, { one: '# customer', other: '# customers' }),
  'follow-up': (n: number) => plural(n, { one: '# follow-up', other: '# follow-ups' }),
  invoice: (n: number) => plural(n, { one: '# invoice', other: '# invoices' }),
  lead: (n: number) => plural(n, { one: '# lead', other: '# leads' }),
  notification: (n: number) => plural(n, { one: '# notification', other: '# notifications' }),
  offer: (n: number) => plural(n, { one: '# offer', other: '# offers' }),
  package: (n: number) => plural(n, { one: '# package', other: '# packages' }),
  payment: (n: number) => plural(n, { one: '# payment', other: '# payments' }),
  product: (n: number) => plural(n, { one: '# product', other: '# products' }),
  project: (n: number) => plural(n, { one: '# project', other: '# projects' }),
  quotation: (n: number) => plural(n, { one: '# quotation', other: '# quotations' }),
  rep: (n: number) => plural(n, { one: '# rep', other: '# reps' }),
  visit: (n: number) => plural(n, { one: '# visit', other: '# visits' }),
};
export type Noun = keyof typeof nouns;

/** Nouns with a capped count: `1,000+ leads`. */
const cappedNouns: Readonly<Partial<Record<Noun, (n: string) => string>>> = {
  bill: (n) => t`${n} bills`,
  'follow-up': (n) => t`${n} follow-ups`,
  lead: (n) => t`${n} leads`,
  notification: (n) => t`${n} notifications`,
  offer: (n) => t`${n} offers`,
  visit: (n) => t`${n} visits`,
};

/** Count with its noun: `3 leads`. A text is a capped count: `1,000+ leads`. */
export const countedNoun = (count: number | string, noun: Noun): string =>
  typeof count === 'string' ? (cappedNouns[noun]?.(count) ?? count) : nouns[noun](count);
