import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { useMay } from '../lib/session.js';
import { ClosedPage } from '../shared/closed.js';
import { i18n } from '../words/i18n.js';
import { kinds } from './items.js';

const reasons = {
  product: msg`Only administrators can manage products.`,
  package: msg`Only administrators can manage packages.`,
};

/** Around the screens of those who add, edit, pause and delete such things. */
export function ManagersOnly({ of, children }: { of: Exclude<ItemKind, 'offer'>; children: ReactNode }): ReactNode {
  return useMay()(kinds[of].edit) ? children : <ClosedPage title={t`Admin Access Required`}>{i18n._(reasons[of])}</ClosedPage>;
}
