import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentType, lazy } from 'react';
import { ErrorState } from '../ui/states.js';

/**
 * What draws charts is larger than the first screen, and not kept on the device before it was first shown: without a network it may not come.
 * @param className of what then stands in their place
 */
export function lazyCharts<Props>(load: () => Promise<{ default: ComponentType<Props> }>, className?: string) {
  const failed = () => (
    <div className={className}>
      <ErrorState title={t`Failed to load charts`} onRetry={() => location.reload()}>
        <Trans>Charts cannot be shown without a network.</Trans>
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
