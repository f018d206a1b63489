import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Closed } from './closed.js';
import { ItemList, useManages } from './items.page.js';

/** `/products`. */
export default function ProductsPage(): ReactNode {
  if (!useManages('product'))
    return (
      <Closed title={t`Admin Access Required`}>
        <Trans>Only administrators can manage products.</Trans>
      </Closed>
    );
  return <ItemList kind="product" manages />;
}
