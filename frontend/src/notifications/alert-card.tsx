import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { useCommand } from '../kit/commands/use-command.js';
import { Badge } from '../ui/display/badge.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { Time, useToday } from '../ui/display/figures.js';
import { Icon } from '../ui/display/icon.js';
import { toast } from '../ui/feedback/toast.js';
import { i18n } from '../words/i18n.js';
import { alertLink, alertText, typeIcons, typeLabels } from './alert-words.js';
import { memoized } from '../words/language.js';

/** Alert in a list. A press marks it as read. */
export const AlertCard = memoized(function AlertCard({ alert }: { alert: AlertItem }): ReactNode {
  const { alertId, on, type, about, at, isRead } = alert;
  const today = useToday();
  const { send, disabled } = useCommand('ReadAlert', {
    failed: t`Failed to mark this notification as read`,
    onFailed: (problem) => toast({ text: problem, tone: 'bad' }),
  });
  const read = isRead ? undefined : () => send({ alertId, on });
  const text = alertText(alert, today);
  return (
    <article className="card relative flex gap-3 px-4 py-3">
      <span
        className={classes('flex-none', isRead ? 'text-ink-2' : 'text-accent-ink')}
        aria-hidden="true"
      >
        <Icon icon={typeIcons[type]} />
      </span>
      <div className="grow min-w-0">
        <p className="meta row wrap gap-x-2 gap-y-1">
          <span className="font-medium text-ink-2">{i18n._(typeLabels[type])}</span>
          <Time at={at} />
          {!isRead && <Badge tone="info">{t`New`}</Badge>}
          {isSample(about.kind) && <Badge>{t`Sample`}</Badge>}
        </p>
        {read ? (
          // the whole card is a button
          <button
            type="button"
            className={classes(
              'label font-medium mt-0.5 block w-full text-start focus-visible:outline-none',
              'after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
            )}
            onClick={read}
          >
            <Trans>
              {text}
              <span className="sr-only"> Mark as read</span>
            </Trans>
          </button>
        ) : (
          <p className="label mt-0.5">{text}</p>
        )}
        <ButtonLink
          kind="ghost"
          to={alertLink(alert)}
          className="relative z-1 -ms-4"
          onClick={disabled ? undefined : read}
        >
          {t`View Details`}
        </ButtonLink>
      </div>
    </article>
  );
});
