import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useOutboxCounts } from '../lib/outbox.js';

const OutboxChip = lazy(async () => ({ default: (await import('../shared/outbox-chip.js')).OutboxChip }));

/** What is on this device and not on the server: fetched when there is such a thing, which is seldom, and kept from then on. */
export function WaitingChip(): ReactNode {
  const { waiting, refused } = useOutboxCounts();
  const something = waiting + refused > 0;
  const [needed, setNeeded] = useState(something);
  useEffect(() => {
    if (something) setNeeded(true);
  }, [something]);
  return needed ? (
    <Suspense fallback={null}>
      <OutboxChip />
    </Suspense>
  ) : null;
}
