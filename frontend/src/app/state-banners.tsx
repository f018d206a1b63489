import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/network.js';
import { useOutboxCounts } from '../lib/outbox.js';
import { useUpdate } from '../lib/update.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { counted } from '../ui/format.js';

/** What lasts: no network, a new version. */
export function StateBanners(): ReactNode {
  const online = useOnline();
  const { waiting } = useOutboxCounts();
  const update = useUpdate();
  return (
    <>
      {!online && (
        <Banner tone="neutral">
          <b>No network.</b> {waiting > 0 ? `${counted(waiting, 'item')} waiting to be sent` : 'What you enter is kept and sent later'}
        </Banner>
      )}
      {update.ready && (
        <Banner
          tone="info"
          icon={RefreshCw}
          actions={
            <>
              <Button kind="ghost" onClick={update.apply}>
                Update
              </Button>
              <Button kind="ghost" onClick={update.later}>
                Later
              </Button>
            </>
          }
        >
          A new version is ready.
        </Banner>
      )}
    </>
  );
}
