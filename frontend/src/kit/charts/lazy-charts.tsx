import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Boundary } from '../../ui/feedback/boundary.js';
import { findArrival, lazyPart } from '../../ui/loading/code.js';
import { ErrorState } from '../../ui/feedback/states.js';

/**
 * Loads charts when shown. Without a network they show an error, and appear once their code
 * arrives.
 */
export function lazyCharts<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Charts = lazyPart(load);
  const LazyCharts = (props: Props): ReactNode => (
    <Boundary failed={(error, retry) => <ChartsFailed error={error} onArrived={retry} />}>
      <Charts {...props} />
    </Boundary>
  );
  return LazyCharts;
}

interface ChartsFailedProps {
  readonly error: unknown;
  readonly onArrived: () => void;
}

function ChartsFailed({ error, onArrived }: ChartsFailedProps): ReactNode {
  useEffect(() => {
    let isShown = true;
    void findArrival(error)?.then((result) => isShown && result === 'arrived' && onArrived());
    return () => {
      isShown = false;
    };
  }, [error, onArrived]);
  return (
    <div className="card">
      <ErrorState level={2} title={t`Failed to load charts`} onRetry={() => location.reload()}>
        {t`Charts cannot be shown without a network.`}
      </ErrorState>
    </div>
  );
}
