import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Closed } from './closed.js';
import { ItemList, useManages } from './items.page.js';

/** `/packages`. */
export default function PackagesPage(): ReactNode {
  if (!useManages('package'))
    return (
      <Closed title={t`Admin Access Required`}>
        <Trans>Only administrators can manage packages.</Trans>
      </Closed>
    );
  return <ItemList kind="package" manages />;
}
