import { plural, t } from '@lingui/core/macro';

/**
 * What is counted. A feature adds its own.
 * `count`: `1 lead`, `1,200 leads`. `about`: `1,000+ leads`, where they are not counted to the end.
 */
const nouns = {
  alert: {
    count: (n: number) => plural(n, { one: '# alert', other: '# alerts' }),
    about: (n: string) => t`${n} alerts`,
  },
  bill: {
    count: (n: number) => plural(n, { one: '# bill', other: '# bills' }),
    about: (n: string) => t`${n} bills`,
  },
  customer: {
    count: (n: number) => plural(n, { one: '# customer', other: '# customers' }),
    about: (n: string) => t`${n} customers`,
  },
  'follow-up': {
    count: (n: number) => plural(n, { one: '# follow-up', other: '# follow-ups' }),
    about: (n: string) => t`${n} follow-ups`,
  },
  invoice: {
    count: (n: number) => plural(n, { one: '# invoice', other: '# invoices' }),
    about: (n: string) => t`${n} invoices`,
  },
  lead: {
    count: (n: number) => plural(n, { one: '# lead', other: '# leads' }),
    about: (n: string) => t`${n} leads`,
  },
  offer: {
    count: (n: number) => plural(n, { one: '# offer', other: '# offers' }),
    about: (n: string) => t`${n} offers`,
  },
  package: {
    count: (n: number) => plural(n, { one: '# package', other: '# packages' }),
    about: (n: string) => t`${n} packages`,
  },
  payment: {
    count: (n: number) => plural(n, { one: '# payment', other: '# payments' }),
    about: (n: string) => t`${n} payments`,
  },
  product: {
    count: (n: number) => plural(n, { one: '# product', other: '# products' }),
    about: (n: string) => t`${n} products`,
  },
  project: {
    count: (n: number) => plural(n, { one: '# project', other: '# projects' }),
    about: (n: string) => t`${n} projects`,
  },
  rep: {
    count: (n: number) => plural(n, { one: '# rep', other: '# reps' }),
    about: (n: string) => t`${n} reps`,
  },
  visit: {
    count: (n: number) => plural(n, { one: '# visit', other: '# visits' }),
    about: (n: string) => t`${n} visits`,
  },
};
export type Noun = keyof typeof nouns;

export const counted = (count: number | string, noun: Noun): string =>
  typeof count === 'string' ? nouns[noun].about(count) : nouns[noun].count(count);
