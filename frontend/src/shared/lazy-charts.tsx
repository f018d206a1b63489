import { t } from '@lingui/core/macro';
import { type ComponentType, lazy } from 'react';
import { ErrorState } from '../ui/states.js';

/**
 * What draws charts is larger than the first screen, and not kept on the device before it was first shown: without a network it may not come.
 * @param surface on which then stands what is said in their place; left out, it stands on one already
 */
export function lazyCharts<Props>(load: () => Promise<{ default: ComponentType<Props> }>, surface?: 'card') {
  const failed = () => (
    <div className={surface}>
      <ErrorState level={surface ? 2 : 3} title={t`Failed to load charts`} onRetry={() => location.reload()}>
        {t`Charts cannot be shown without a network.`}
      </ErrorState>
    </div>
  );
  return lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: failed as ComponentType<Props> };
    }),
  );
}
