import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { useMay } from '../lib/session.js';
import { ClosedPage } from '../shared/closed.js';
import { i18n, type Names } from '../words/i18n.js';
import { kinds } from './items.js';

const reasons: Names<ItemKind> = {
  product: msg`Only administrators can manage products.`,
  package: msg`Only administrators can manage packages.`,
  offer: msg`Only administrators and designers can manage offers.`,
};

/** Whether this member may add, edit, pause and delete such things. */
export const useManages = (kind: ItemKind): boolean => useMay()(kinds[kind].edit);

/** Around the screens of those who do. */
export function ManagersOnly({ of, children }: { of: ItemKind; children: ReactNode }): ReactNode {
  if (useManages(of)) return children;
  return <ClosedPage title={of === 'offer' ? t`Access Denied` : t`Admin Access Required`}>{i18n._(reasons[of])}</ClosedPage>;
}
