import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Boundary } from '../../ui/feedback/boundary.js';
import { arrivalOf, lazyPart } from '../../ui/loading/code.js';
import { ErrorState } from '../../ui/feedback/states.js';

/**
 * Loads charts when shown. Without a network they show an error, and appear once their code
 * arrives.
 * @param surface card for the error, unless the charts stand on one
 */
export function lazyCharts<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  surface?: 'card',
) {
  const Charts = lazyPart(load);
  const LazyCharts = (props: Props): ReactNode => (
    <Boundary
      failed={(error, retry) => <ChartsFailed surface={surface} error={error} onArrived={retry} />}
    >
      <Charts {...props} />
    </Boundary>
  );
  return LazyCharts;
}

interface ChartsFailedProps {
  readonly surface: 'card' | undefined;
  readonly error: unknown;
  readonly onArrived: () => void;
}

function ChartsFailed({ surface, error, onArrived }: ChartsFailedProps): ReactNode {
  useEffect(() => {
    let isShown = true;
    void arrivalOf(error)?.then((result) => isShown && result === 'arrived' && onArrived());
    return () => {
      isShown = false;
    };
  }, [error, onArrived]);
  return (
    <div className={surface}>
      <ErrorState
        level={surface ? 2 : 3}
        title={t`Failed to load charts`}
        onRetry={() => location.reload()}
      >
        {t`Charts cannot be shown without a network.`}
      </ErrorState>
    </div>
  );
}
