import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayIn } from '#domain/kernel/values/days.js';
import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { useCommand } from '../kit/commands/use-command.js';
import { counted } from '../kit/texts/nouns.js';
import { type Contact, useContactLinks } from '../kit/leads/contact-actions.js';
import { dueNow } from '../kit/leads/figure-links.js';
import { usePermissions } from '../lib/account/session.js';
import { useHighlightedIds } from '../lib/live/live.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { errorMessage, newId, sendCommand } from '../lib/server/api.js';
import { useNetwork } from '../lib/server/network.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Badge } from '../ui/display/badge.js';
import { Time, useToday, useZone } from '../ui/display/figures.js';
import { dayHeading } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { toast } from '../ui/feedback/toast.js';
import { markColor } from '../ui/tone.js';
import { alertAction, alertLink, alertText, labelOfAlert } from './alert-words.js';
import { alertsByDay } from './morning.js';

interface AlertRowsProps {
  alerts: readonly AlertItem[];
  /** Whether follow-ups of a day are one row. */
  groups: boolean;
  /** Whether further alerts may belong to the last day. */
  hasMore: boolean;
}

/** Alerts by day; all follow-up alerts of a day are one row if `groups` is set. */
export function AlertRows({ alerts, groups, hasMore }: AlertRowsProps): ReactNode {
  const zone = useZone();
  const today = useToday();
  const days = alertsByDay(alerts, (at) => dayIn(zone, at), groups);
  return (
    <div className="stack gap-4">
      {days.map(({ day, entries }, index) => (
        <section key={day} aria-labelledby={`alerts-of-${day}`}>
          <h2 id={`alerts-of-${day}`} className="label font-strong mb-1.5">
            {dayHeading(day, today)}
          </h2>
          <ul className="card rows overflow-hidden" aria-labelledby={`alerts-of-${day}`}>
            {entries.map((entry) => (
              <li key={entry[0].alertId}>
                {entry.length === 1 ? (
                  <AlertRow alert={entry[0]} />
                ) : (
                  <MorningRow alerts={entry} hasMore={hasMore && index === days.length - 1} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function AlertRow({ alert }: { alert: AlertItem }): ReactNode {
  const { alertId, on, about, bill, lead } = alert;
  const today = useToday();
  const { send, disabled } = useCommand('ReadAlert', {
    failed: t`Failed to mark this notification as read`,
    onFailed: (problem) => toast({ text: problem, tone: 'bad' }),
  });
  const read = disabled || alert.isRead ? undefined : () => send({ alertId, on });
  const isForDecision = about.kind === 'bill-submitted' && bill?.status === 'Pending';
  const may = usePermissions();
  const act = alertAction(alert);
  return (
    <Row
      alerts={[alert]}
      text={alertText(alert, today)}
      detail={about.kind === 'bill-rejected' ? bill?.reason : undefined}
      to={alertLink(alert)}
      onRead={read}
    >
      {bill?.imageFileId && <Thumb fileId={bill.imageFileId} />}
      {isForDecision && may('ApproveBill') && (
        <AlertAction>
          <Approve billId={about.billId!} revision={bill.revision} onDone={read} />
        </AlertAction>
      )}
      {act && lead && (
        <AlertAction>
          {act === 'convert' ? (
            <ButtonLink to={`/leads/${about.leadId}?convert`} onClick={read}>
              {t`Convert Lead`}
            </ButtonLink>
          ) : (
            <CallLead lead={{ ...lead, leadId: about.leadId }} onDone={read} />
          )}
        </AlertAction>
      )}
    </Row>
  );
}

/** Action of a row. On a phone it stands below the text, to leave the text room. */
const AlertAction = ({ children }: { children: ReactNode }): ReactNode => (
  <span className="z-1 flex-none max-md:order-last max-md:w-full max-md:pb-1.5 max-md:pl-8">
    {children}
  </span>
);

interface AlertActionProps {
  /** Marks the alert as read; undefined if it is read already, or cannot be marked. */
  onDone: (() => void) | undefined;
}

function CallLead({ lead, onDone }: AlertActionProps & { lead: Contact }): ReactNode {
  const { call } = useContactLinks(lead);
  return (
    <ButtonLink
      href={call.href}
      icon={Phone}
      aria-label={t`Call ${lead.name}`}
      onClick={() => {
        call.onLeave();
        onDone?.();
      }}
    >
      {t`Call`}
    </ButtonLink>
  );
}

function Thumb({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId, '320');
  return (
    <span className="size-8 flex-none overflow-hidden rounded-control bg-press">
      {url && <img src={url} alt="" loading="lazy" className="size-full object-cover" />}
    </span>
  );
}

/**
 * Approves the bill here, as the review of bills does; the server refuses an approval of an own
 * bill.
 */
function Approve({
  billId,
  revision,
  onDone,
}: AlertActionProps & { billId: string; revision: number }): ReactNode {
  const { send, busy, disabled } = useCommand('ApproveBill', {
    revision,
    failed: t`Failed to update bill status`,
    done: t`Bill approved`,
    onDone: () => onDone?.(),
    onFailed: (text) => toast({ text, tone: 'bad' }),
  });
  return (
    <Button busy={busy} disabled={disabled} onClick={() => send({ billId })}>
      {t`Approve Bill`}
    </Button>
  );
}

/** Row for all follow-up alerts of a day. A press marks them all as read. */
function MorningRow({
  alerts,
  hasMore,
}: {
  alerts: readonly AlertItem[];
  hasMore: boolean;
}): ReactNode {
  const isOffline = useNetwork(({ isBrowserOffline }) => isBrowserOffline);
  const { mutate } = useMutation({
    mutationFn: () =>
      Promise.all(
        alerts
          .filter(({ isRead }) => !isRead)
          .map(({ alertId, on }) => sendCommand('ReadAlert', { alertId, on }, { id: newId() })),
      ),
    onError: (error) =>
      toast({
        text: errorMessage(error, t`Failed to mark this notification as read`),
        tone: 'bad',
      }),
  });
  const overdue = alerts.filter(({ about }) => about.kind === 'follow-up-overdue').length;
  const all = counted(alerts.length, 'follow-up');
  const text = overdue > 0 ? t`${all}, ${overdue} overdue` : all;
  return (
    <Row
      alerts={alerts}
      text={hasMore ? t`${text}, and more` : text}
      to={dueNow()}
      onRead={isOffline ? undefined : mutate}
    />
  );
}

/** Row of 56 px: a dot while unread, the text, and a link to the record. */
function Row({
  alerts: [alert, ...others],
  text,
  detail,
  to,
  onRead,
  children,
}: {
  alerts: readonly AlertItem[];
  text: string;
  /** Second line, such as the reason of a decision. */
  detail?: string | undefined;
  to: string;
  onRead: (() => void) | undefined;
  children?: ReactNode;
}): ReactNode {
  const marked = useHighlightedIds();
  if (!alert) return null;
  const { about, at } = alert;
  const mark = labelOfAlert(about.kind);
  const isUnread = !alert.isRead || others.some(({ isRead }) => !isRead);
  const read = isUnread ? onRead : undefined;
  return (
    <article
      className={classes(
        'relative flex min-h-14 items-center gap-x-3 py-1.5 pr-3 pl-5 max-md:flex-wrap',
        marked.has(alert.alertId) && 'is-highlighted',
      )}
    >
      <span
        className={classes('relative flex-none', isUnread ? 'text-accent-ink' : 'text-ink-2')}
        aria-hidden="true"
      >
        <span style={mark.tone && { color: markColor(mark.tone) }}>
          <Icon icon={mark.icon} />
        </span>
        {isUnread && (
          <span className="absolute top-1/2 -left-3.5 size-2 -translate-y-1/2 rounded-full bg-accent" />
        )}
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        {read ? (
          // the whole row is a button
          <button
            type="button"
            className={classes(
              'label font-medium block w-full text-start wrap-anywhere focus-visible:outline-none',
              'after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
            )}
            onClick={read}
          >
            <Trans>
              {text}
              <span className="sr-only"> Mark as read</span>
            </Trans>
          </button>
        ) : (
          <p className={classes('label wrap-anywhere', isUnread && 'font-medium')}>{text}</p>
        )}
        {detail && <p className="label line-clamp-2 wrap-anywhere text-ink-2">{detail}</p>}
        <p className="meta flex flex-wrap items-center gap-x-2">
          {/* the dot is visible only, so screen readers get a text */}
          {isUnread && <span className="sr-only">{t`New`}</span>}
          <span>{mark.label}</span>
          <Time at={at} />
          {isSample(about.kind) && <Badge>{t`Sample`}</Badge>}
          {/* taller than its text, upwards, so that it leaves the next row alone */}
          <Link
            to={to}
            className="z-1 -mt-6 -mr-3 -mb-1.5 ml-auto px-3 pt-6 pb-1.5 font-medium text-accent-ink"
            onClick={read}
          >
            {t`View Details`}
          </Link>
        </p>
      </div>
      {children}
    </article>
  );
}
