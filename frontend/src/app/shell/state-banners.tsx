import { plural, t } from '@lingui/core/macro';
import { Hourglass, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reach } from '../../lib/server/network.js';
import { useOutboxCounts } from '../../lib/outbox/outbox.js';
import { useUpdate } from '../../lib/installation/update.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Button } from '../../ui/buttons/button.js';
import { Icon } from '../../ui/display/icon.js';

function reachText(reach: Exclude<Reach, 'online'>): string {
  if (reach === 'offline') return t`No network.`;
  return reach === 'slow' ? t`The network is slow.` : t`The server cannot be reached.`;
}

/** Strip above every screen while the server is slow or unreachable. */
export function NetworkBanner({ reach }: { reach: Exclude<Reach, 'online'> }): ReactNode {
  const { waiting } = useOutboxCounts();
  return (
    <div
      className="sticky top-0 z-(--ft-z-nav) flex h-(--ft-strip) flex-none items-center gap-2 bg-inverse px-gutter text-meta text-on-inverse"
      role="status"
    >
      <Icon icon={reach === 'slow' ? Hourglass : WifiOff} size="s" />
      <span className="truncate min-w-0">
        <b className="font-strong">{reachText(reach)}</b>{' '}
        <span>
          {waiting > 0
            ? plural(waiting, {
                one: '# item waiting to be sent',
                other: '# items waiting to be sent',
              })
            : t`What you enter is kept and sent later`}
        </span>
      </span>
    </div>
  );
}

/** Banner of a new version, until the person updates or postpones it. */
export function UpdateBanner(): ReactNode {
  const update = useUpdate();
  return (
    update.ready && (
      <Banner
        tone="info"
        icon={RefreshCw}
        actions={
          <>
            <Button kind="ghost" onClick={update.apply}>
              {t`Update`}
            </Button>
            <Button kind="ghost" onClick={update.postpone}>
              {t`Later`}
            </Button>
          </>
        }
      >
        {t`A new version is ready.`}
      </Banner>
    )
  );
}
