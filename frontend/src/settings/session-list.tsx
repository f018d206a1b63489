import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionItem } from '#domain/accounts/account.views.js';
import { browserName } from '../kit/texts/labels.js';
import { errorMessage, post } from '../lib/server/api.js';
import { Badge } from '../ui/display/badge.js';
import { Button } from '../ui/buttons/button.js';
import { ConfirmDialog } from '../ui/overlays/dialog.js';
import { Time } from '../ui/display/figures.js';
import { Icon } from '../ui/display/icon.js';
import { useDialogOf } from '../ui/loading/lazy-mount.js';
import { Card, Row } from '../ui/layout/surface.js';
import { toast } from '../ui/feedback/toast.js';

/** Sessions of this account, with buttons to end them. */
export function SessionList({
  sessions,
  onEnded,
}: {
  sessions: readonly SessionItem[];
  onEnded: () => Promise<unknown>;
}): ReactNode {
  const {
    item: sessionOrOthersToEnd,
    openFor: confirm,
    dialog,
  } = useDialogOf<SessionItem | 'others'>();
  const sessionToEnd = sessionOrOthersToEnd === 'others' ? undefined : sessionOrOthersToEnd;
  const endSessions = useMutation({
    mutationFn: async () => {
      if (sessionToEnd) await post('/api/auth/end-session', { sessionId: sessionToEnd.sessionId });
      else await post('/api/auth/end-other-sessions', {});
      await onEnded();
      toast({ text: sessionToEnd ? t`Signed out there` : t`Signed out everywhere else` });
      dialog.onClose();
    },
  });
  const askToEnd = (sessionOrOthers: SessionItem | 'others'): void => {
    endSessions.reset();
    confirm(sessionOrOthers);
  };
  return (
    <Card title={t`Signed in on`}>
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => askToEnd(session)} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className="p-2">
          <Button kind="ghost" className="px-2" onClick={() => askToEnd('others')}>
            {t`Sign out everywhere else`}
          </Button>
        </div>
      )}
      <ConfirmDialog
        {...dialog}
        title={
          sessionToEnd
            ? t`Sign out ${browserName(sessionToEnd.browser)}?`
            : t`Sign out everywhere else?`
        }
        text={
          sessionToEnd
            ? t`It is then no longer trusted: signing in there again takes a code.`
            : t`All other browsers are signed out at once and no longer trusted. This one stays signed in.`
        }
        confirmLabel={t`Sign out`}
        cancelLabel={t`Cancel`}
        onConfirm={() => endSessions.mutate()}
        busy={endSessions.isPending}
        error={
          endSessions.error ? errorMessage(endSessions.error, t`Failed to sign out`) : undefined
        }
      />
    </Card>
  );
}

function SessionRow({
  session: { browser, network, lastSeenAt, current },
  onEnd,
}: {
  session: SessionItem;
  onEnd: () => void;
}): ReactNode {
  const where = network === null ? t`Local network` : t`Network ${network}…`;
  return (
    <Row
      start={<Icon icon={/Android|iOS/.test(browser) ? Smartphone : Monitor} />}
      title={browserName(browser)}
      meta={
        current ? (
          where
        ) : (
          <Trans>
            {where} · Last seen <Time at={lastSeenAt} as="ago" />
          </Trans>
        )
      }
      end={
        current ? (
          <Badge tone="success">{t`This browser`}</Badge>
        ) : (
          <Button kind="ghost" onClick={onEnd} aria-label={t`Sign out ${browserName(browser)}`}>
            {t`Sign out`}
          </Button>
        )
      }
    />
  );
}
