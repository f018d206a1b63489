import { msg, plural, t } from '@lingui/core/macro';
import { i18n } from '../words/i18n.js';

/**
 * What lists and pages of records are of. A feature adds its own.
 * `count`: `1 lead`, `1,200 leads`. `about`: `1,000+ leads`, where they are not counted to the end.
 */
const nouns = {
  alert: {
    one: msg`alert`,
    many: msg`alerts`,
    count: (n: number) => plural(n, { one: '# alert', other: '# alerts' }),
    about: (n: string) => t`${n} alerts`,
  },
  bill: {
    one: msg`bill`,
    many: msg`bills`,
    count: (n: number) => plural(n, { one: '# bill', other: '# bills' }),
    about: (n: string) => t`${n} bills`,
  },
  customer: {
    one: msg`customer`,
    many: msg`customers`,
    count: (n: number) => plural(n, { one: '# customer', other: '# customers' }),
    about: (n: string) => t`${n} customers`,
  },
  'follow-up': {
    one: msg`follow-up`,
    many: msg`follow-ups`,
    count: (n: number) => plural(n, { one: '# follow-up', other: '# follow-ups' }),
    about: (n: string) => t`${n} follow-ups`,
  },
  invoice: {
    one: msg`invoice`,
    many: msg`invoices`,
    count: (n: number) => plural(n, { one: '# invoice', other: '# invoices' }),
    about: (n: string) => t`${n} invoices`,
  },
  lead: {
    one: msg`lead`,
    many: msg`leads`,
    count: (n: number) => plural(n, { one: '# lead', other: '# leads' }),
    about: (n: string) => t`${n} leads`,
  },
  offer: {
    one: msg`offer`,
    many: msg`offers`,
    count: (n: number) => plural(n, { one: '# offer', other: '# offers' }),
    about: (n: string) => t`${n} offers`,
  },
  package: {
    one: msg`package`,
    many: msg`packages`,
    count: (n: number) => plural(n, { one: '# package', other: '# packages' }),
    about: (n: string) => t`${n} packages`,
  },
  payment: {
    one: msg`payment`,
    many: msg`payments`,
    count: (n: number) => plural(n, { one: '# payment', other: '# payments' }),
    about: (n: string) => t`${n} payments`,
  },
  product: {
    one: msg`product`,
    many: msg`products`,
    count: (n: number) => plural(n, { one: '# product', other: '# products' }),
    about: (n: string) => t`${n} products`,
  },
  project: {
    one: msg`project`,
    many: msg`projects`,
    count: (n: number) => plural(n, { one: '# project', other: '# projects' }),
    about: (n: string) => t`${n} projects`,
  },
  rep: {
    one: msg`rep`,
    many: msg`reps`,
    count: (n: number) => plural(n, { one: '# rep', other: '# reps' }),
    about: (n: string) => t`${n} reps`,
  },
  visit: {
    one: msg`visit`,
    many: msg`visits`,
    count: (n: number) => plural(n, { one: '# visit', other: '# visits' }),
    about: (n: string) => t`${n} visits`,
  },
};
export type Noun = keyof typeof nouns;

export const one = (noun: Noun): string => i18n._(nouns[noun].one);
export const many = (noun: Noun): string => i18n._(nouns[noun].many);

export const counted = (count: number | string, noun: Noun): string =>
  typeof count === 'string' ? nouns[noun].about(count) : nouns[noun].count(count);
