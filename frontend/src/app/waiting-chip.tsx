import { lazy, type ReactNode } from 'react';
import { useOutboxCounts } from '../lib/outbox.js';
import { LazyMount } from '../ui/lazy-mount.js';

const OutboxChip = lazy(async () => ({ default: (await import('../shared/outbox-chip.js')).OutboxChip }));

/** What is on this device and not on the server: fetched when there is such a thing, which is seldom, and kept from then on. */
export function WaitingChip(): ReactNode {
  const { waiting, refused } = useOutboxCounts();
  return (
    <LazyMount when={waiting + refused > 0}>
      <OutboxChip />
    </LazyMount>
  );
}
