import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useOutboxState } from '../lib/outbox.js';
import { Banner } from '../ui/banner.js';

/** Before this browser is signed out: what would stay behind unsent. */
export function UnsentBanner(): ReactNode {
  const waiting = useOutboxState(({ items }) => items.length);
  if (waiting === 0) return null;
  return (
    <Banner tone="warning" inset>
      {plural(waiting, {
        one: '# item is not sent yet. It stays on this device and goes when you sign in here again.',
        other: '# items are not sent yet. They stay on this device and go when you sign in here again.',
      })}
    </Banner>
  );
}
