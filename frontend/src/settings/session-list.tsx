import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Monitor, Smartphone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SessionItem } from '#domain/accounts/account.views.js';
import { errorMessage, post } from '../lib/api.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { Time } from '../ui/figures.js';
import { Icon } from '../ui/icon.js';
import { CardHead, Row } from '../ui/surface.js';
import { toast } from '../ui/toast.js';
import { translated } from '../words/i18n.js';

type Ending = { readonly of: 'one'; readonly session: SessionItem } | { readonly of: 'others' };

/** Where this account is signed in, and an end to it. */
export function SessionList({ sessions, onEnded }: { sessions: readonly SessionItem[]; onEnded: () => Promise<void> }): ReactNode {
  const [ending, setEnding] = useState<Ending>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const ask = (asked: Ending): void => {
    setEnding(asked);
    setError(undefined);
    setOpen(true);
  };
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      if (ending?.of === 'one') await post('/api/auth/end-session', { sessionId: ending.session.sessionId });
      else await post('/api/auth/end-other-sessions', {});
      await onEnded();
      toast({ text: ending?.of === 'one' ? t`Signed out there` : t`Signed out everywhere else` });
      setOpen(false);
    } catch (thrown) {
      setError(errorMessage(thrown, t`Failed to sign out`));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="session-list">
      <CardHead title={t`Signed in on`} id="session-list" />
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => ask({ of: 'one', session })} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className="p-2">
          <Button kind="ghost" className="px-2" onClick={() => ask({ of: 'others' })}>
            {t`Sign out everywhere else`}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={ending?.of === 'one' ? t`Sign out ${browserText(ending.session.browser)}?` : t`Sign out everywhere else?`}
        text={
          ending?.of === 'one'
            ? t`It is then no longer trusted: signing in there again takes a code.`
            : t`All other browsers are signed out at once and no longer trusted. This one stays signed in.`
        }
        confirm={t`Sign Out`}
        keep={t`Cancel`}
        onConfirm={() => void end()}
        busy={busy}
        error={error}
      />
    </section>
  );
}

function SessionRow({ session: { browser, network, lastSeenAt, current }, onEnd }: { session: SessionItem; onEnd: () => void }): ReactNode {
  const where = network === null ? t`Local network` : t`Network ${network}…`;
  return (
    <Row
      start={<Icon of={/Android|iOS/.test(browser) ? Smartphone : Monitor} />}
      title={browserText(browser)}
      meta={
        current ? (
          where
        ) : (
          <>
            <Trans>
              {where} · Last seen <Time at={lastSeenAt} as="ago" />
            </Trans>
          </>
        )
      }
      end={
        current ? (
          <Badge tone="success">{t`This browser`}</Badge>
        ) : (
          <Button kind="ghost" onClick={onEnd} aria-label={t`Sign out ${browserText(browser)}`}>
            {t`Sign Out`}
          </Button>
        )
      }
    />
  );
}

/** `Chrome on Android`, as the server says it. */
function browserText(browser: string): string {
  const [name = '', system] = browser.split(' on ');
  return system === undefined ? translated(name) : t`${name} on ${system}`;
}
