import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/network.js';
import { useOutboxCounts } from '../lib/outbox.js';
import { useUpdate } from '../lib/update.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';

/** What lasts: no network, a new version. */
export function StateBanners(): ReactNode {
  const online = useOnline();
  const { waiting } = useOutboxCounts();
  const update = useUpdate();
  return (
    <>
      {!online && (
        <Banner tone="neutral">
          <b>
            <Trans>No network.</Trans>
          </b>{' '}
          {waiting > 0
            ? plural(waiting, { one: '# item waiting to be sent', other: '# items waiting to be sent' })
            : t`What you enter is kept and sent later`}
        </Banner>
      )}
      {update.ready && (
        <Banner
          tone="info"
          icon={RefreshCw}
          actions={
            <>
              <Button kind="ghost" onClick={update.apply}>
                <Trans>Update</Trans>
              </Button>
              <Button kind="ghost" onClick={update.later}>
                <Trans>Later</Trans>
              </Button>
            </>
          }
        >
          <Trans>A new version is ready.</Trans>
        </Banner>
      )}
    </>
  );
}
