import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { usePermissions } from '../lib/account/session.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { itemText } from './item-texts.js';

/** Whether this member may add, edit, pause and delete items of a kind. */
export const useCanManage = (kind: ItemKind): boolean => usePermissions()(itemNames[kind].edit);

/** Renders children for catalogue managers, else AccessDenied. */
export function ManagersOnly({
  kind,
  children,
}: {
  kind: ItemKind;
  children: ReactNode;
}): ReactNode {
  if (useCanManage(kind)) return children;
  return (
    <AccessDeniedPage title={kind === 'offer' ? t`Access Denied` : t`Admin Access Required`}>
      {itemText('notAllowed', kind)}
    </AccessDeniedPage>
  );
}
