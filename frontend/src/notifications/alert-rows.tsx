import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Phone } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type AlertKind, isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { useCommand } from '../kit/commands/use-command.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { CallAction, type Contact, useContactLinks } from '../kit/leads/contact-actions.js';
import { dueFollowUpsPath } from '../kit/leads/figure-links.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { personName } from '../kit/team/person-name.js';
import { useIsPhone } from '../browser/media.js';
import { usePermissions } from '../lib/account/session.js';
import { useHighlightedIds } from '../lib/live/live.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { errorMessage, newId, sendCommand } from '../lib/server/api.js';
import { useNetwork } from '../lib/server/network.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Badge } from '../ui/display/badge.js';
import { Time, useToday } from '../ui/display/figures.js';
import { dayHeading } from '../ui/display/format.js';
import { correctionOf } from '../kit/bills/corrected-bill.js';
import { Icon } from '../ui/display/icon.js';
import { toast } from '../ui/feedback/toast.js';
import { markColor } from '../ui/tone.js';
import {
  alertAction,
  alertAuthor,
  alertLink,
  alertText,
  canResubmit,
  labelOfAlert,
} from './alert-texts.js';
import { type AlertGroup, type groupAlerts, TO_DO } from './alert-groups.js';

interface AlertRowsProps {
  days: ReturnType<typeof groupAlerts>;
  /** Whether further alerts may belong to the last day. */
  hasMore: boolean;
}

/** Alerts that ask for something, then the others by day. Each group has a row. */
export function AlertRows({ days, hasMore }: AlertRowsProps): ReactNode {
  const today = useToday();
  return (
    <div className="stack gap-4">
      {days.map(({ day, groups }, index) => (
        <section key={day} aria-labelledby={`alerts-of-${day}`}>
          <h2 id={`alerts-of-${day}`} className="label font-strong mb-1.5">
            {day === TO_DO ? t`To do` : dayHeading(day, today)}
          </h2>
          <ul className="card rows overflow-hidden" aria-labelledby={`alerts-of-${day}`}>
            {groups.map((group) => (
              <li key={group[0].alertId}>
                {group.length === 1 ? (
                  <AlertRow alert={group[0]} />
                ) : (
                  <GroupRow alerts={group} hasMore={hasMore && index === days.length - 1} />
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
  const { alertId, on, about, bill } = alert;
  const today = useToday();
  const { send, disabled } = useCommand('ReadAlert', {
    failed: t`Failed to mark this notification as read`,
    onFailed: (problem) => toast({ text: problem, tone: 'bad' }),
  });
  const markRead = disabled || alert.isRead ? undefined : () => send({ alertId, on });
  return (
    <Row
      alerts={[alert]}
      text={alertText(alert, today)}
      author={alertAuthor(alert)}
      detail={about.kind === 'bill-rejected' ? bill?.reason : undefined}
      to={alertLink(alert)}
      fileId={bill?.imageFileId}
      action={<AlertButton alert={alert} onDone={markRead} />}
      onRead={markRead}
    />
  );
}

interface AlertActionProps {
  /** Marks the alert as read; undefined if it is read already, or cannot be marked. */
  onDone: (() => void) | undefined;
}

/** Button of the action that an alert asks for; nothing if it only informs. */
function AlertButton({ alert, onDone }: AlertActionProps & { alert: AlertItem }): ReactNode {
  const { about, bill, lead } = alert;
  const may = usePermissions();
  if (about.kind === 'bill-submitted' && bill?.status === 'Pending' && may('ApproveBill'))
    return <ApproveButton billId={about.billId!} revision={bill.revision} onDone={onDone} />;
  if (canResubmit(alert) && bill && about.billId)
    return (
      <ButtonLink
        to="/bills/new"
        state={correctionOf({ ...bill, billId: about.billId })}
        onClick={onDone}
      >
        {t`Correct and resubmit`}
      </ButtonLink>
    );
  const action = alertAction(alert);
  if (!action || !lead) return null;
  return action === 'convert' ? (
    <ButtonLink to={`/leads/${about.leadId}?convert`} onClick={onDone}>
      {t`Convert Lead`}
    </ButtonLink>
  ) : (
    <CallLead lead={{ ...lead, leadId: about.leadId }} onDone={onDone} />
  );
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

/**
 * Approves the bill here, as the review of bills does; the server refuses an approval of an own
 * bill.
 */
function ApproveButton({
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

/** Row of several alerts: leads from one member unfold, follow-ups open the agenda. */
function GroupRow({ alerts, hasMore }: { alerts: AlertGroup; hasMore: boolean }): ReactNode {
  const isOffline = useNetwork(({ isBrowserOffline }) => isBrowserOffline);
  const { mutate } = useMutation({
    mutationFn: (toMark: readonly AlertItem[]) =>
      Promise.all(
        toMark
          .filter(({ isRead }) => !isRead)
          .map(({ alertId, on }) => sendCommand('ReadAlert', { alertId, on }, { id: newId() })),
      ),
    onError: (error) =>
      toast({
        text: errorMessage(error, t`Failed to mark this notification as read`),
        tone: 'bad',
      }),
  });
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const [{ type, by }] = alerts;
  const isLeadGroup = type === 'lead';
  const markRead = isOffline ? undefined : mutate;
  const text = isLeadGroup ? assignedText(alerts.length, personName(by)) : dueText(alerts);
  const sharedProps = { alerts, text: hasMore ? t`${text}, and more` : text };
  const names = [...new Set(alerts.flatMap(({ lead }) => lead?.name ?? []))].join(', ');
  if (!isLeadGroup)
    return (
      <Row
        {...sharedProps}
        detail={names}
        to={dueFollowUpsPath()}
        onRead={markRead && (() => markRead(alerts))}
      />
    );
  // marked as read when folded again, because a read row leaves the list of unread alerts
  const toggle = (): void => {
    setOpen(!isOpen);
    if (isOpen) markRead?.(alerts);
  };
  return (
    <>
      <Row {...sharedProps} detail={isOpen ? undefined : names} fold={{ isOpen, listId, toggle }} />
      {isOpen && (
        <ul id={listId} className="rows shadow-line-t" aria-label={text}>
          {alerts.map((alert) => (
            <AssignedLead
              key={alert.alertId}
              alert={alert}
              onRead={alert.isRead ? undefined : markRead && (() => markRead([alert]))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Lead of an unfolded row. */
function AssignedLead({
  alert: { about, lead },
  onRead,
}: {
  alert: AlertItem;
  onRead: (() => void) | undefined;
}): ReactNode {
  if (!lead) return null;
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-1.5 pr-1 pl-16 has-[a:first-child:hover]:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to={`/leads/${about.leadId}`}
          className="label line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0"
          onClick={onRead}
        >
          {lead.name}
        </Link>
        <span className="meta block truncate">{lead.city}</span>
      </div>
      <StatusBadge status={lead.status} />
      <CallAction
        person={{ ...lead, leadId: about.leadId }}
        className="relative z-1 min-h-tap w-tap"
      />
    </li>
  );
}

const assignedText = (count: number, who: string): string =>
  t`${countedNoun(count, 'lead')} assigned by ${who}`;

function dueText(alerts: readonly AlertItem[]): string {
  const overdue = alerts.filter(({ about }) => about.kind === 'follow-up-overdue').length;
  const all = countedNoun(alerts.length, 'follow-up');
  return overdue > 0 ? t`${all}, ${overdue} overdue` : all;
}

interface AlertIconProps {
  kind: AlertKind;
  /** Picture of the record, with the icon of a decision on its corner. */
  fileId: string | undefined;
}

/** Icon of an alert, or the picture of its record. */
function AlertIcon({ kind, fileId }: AlertIconProps): ReactNode {
  const { icon, tone } = labelOfAlert(kind);
  const glyph = (
    <span className="contents" style={tone && { color: markColor(tone) }}>
      <Icon icon={icon} size="s" />
    </span>
  );
  return (
    <span className="relative flex-none" aria-hidden="true">
      {fileId ? (
        <>
          <Thumbnail fileId={fileId} />
          {tone && (
            <span className="absolute -right-1.5 -bottom-1.5 rounded-full bg-surface p-px">
              {glyph}
            </span>
          )}
        </>
      ) : (
        <span className="grid size-8 place-items-center rounded-full bg-press text-ink-2">
          {glyph}
        </span>
      )}
    </span>
  );
}

function Thumbnail({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId, '320');
  return (
    <span className="block size-8 overflow-hidden rounded-control bg-press">
      {url && <img src={url} alt="" loading="lazy" className="size-full object-cover" />}
    </span>
  );
}

const rowButtonClass =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';
const endClass = 'meta flex flex-none items-center gap-1 text-ink-2 max-md:ml-auto md:min-h-8';

/**
 * Row: a dot while unread, icon, text, and at its end the link or the word that unfolds it. On a
 * phone the end is below the title, which has the row's width.
 */
function Row({
  alerts: [alert, ...others],
  text,
  author,
  detail,
  fileId,
  action,
  to,
  fold,
  onRead,
}: {
  alerts: readonly AlertItem[];
  text: string;
  /** Member who caused the alert, if the text does not name them. */
  author?: string | undefined;
  /** Second line, such as the reason of a decision. */
  detail?: string | undefined;
  /** Picture of the record. */
  fileId?: string | undefined;
  /** Button of the row: beside its text, or below it on a phone. */
  action?: ReactNode;
} & (
  | { to: string; onRead: (() => void) | undefined; fold?: never }
  | {
      /** Rows below this one, which a press shows or hides. */
      fold: { isOpen: boolean; listId: string; toggle: () => void };
      to?: never;
      onRead?: never;
    }
)): ReactNode {
  const highlightedIds = useHighlightedIds();
  const isPhone = useIsPhone();
  if (!alert) return null;
  const { about, at } = alert;
  const isUnread = !alert.isRead || others.some(({ isRead }) => !isRead);
  const markRead = isUnread ? onRead : undefined;
  const onPress = fold?.toggle ?? markRead;
  const end = fold ? (
    <span className={endClass} aria-hidden="true">
      {fold.isOpen ? t`Hide` : t`Show`}
      <Icon icon={ChevronDown} size="s" className={classes(fold.isOpen && 'rotate-180')} />
    </span>
  ) : (
    <Link
      to={to}
      aria-label={t`View Details`}
      className={classes(
        endClass,
        // as high as a thumb, without moving the lines around it
        markRead ? 'z-1 max-md:-my-3 max-md:min-h-tap' : rowButtonClass,
      )}
      onClick={markRead}
    >
      {t`View Details`}
      <Icon icon={ChevronRight} size="s" />
    </Link>
  );
  const actionBox = action && (
    <span className="relative z-1 flex flex-none empty:hidden max-md:mt-1.5 max-md:[&_.btn]:px-3">
      {action}
    </span>
  );
  return (
    <article
      className={classes(
        'relative flex min-h-16 items-start gap-x-3 py-2.5 pr-3 pl-5',
        highlightedIds.has(alert.alertId) && 'is-highlighted',
      )}
    >
      {isUnread && (
        // level with the middle of the icon
        <span
          className="absolute top-5.5 left-1.5 size-2 rounded-full bg-accent"
          aria-hidden="true"
        />
      )}
      <AlertIcon kind={about.kind} fileId={fileId} />
      {/* its first line is level with the icon and the end of the row */}
      <div className="min-w-0 flex-1 pt-1.5">
        {onPress ? (
          // the whole row is a button
          <button
            type="button"
            {...(fold && { 'aria-expanded': fold.isOpen, 'aria-controls': fold.listId })}
            className={classes(
              'label line-clamp-2 w-full text-start wrap-anywhere',
              isUnread && 'font-strong',
              rowButtonClass,
            )}
            onClick={onPress}
          >
            {fold ? (
              text
            ) : (
              <Trans>
                {text}
                <span className="sr-only"> Mark as read</span>
              </Trans>
            )}
          </button>
        ) : (
          // the whole row is the link below
          <p className={classes('label line-clamp-2 wrap-anywhere', isUnread && 'font-strong')}>
            {text}
          </p>
        )}
        {detail && (
          <p
            className={classes(
              'meta text-ink-2',
              others.length > 0 ? 'truncate' : 'line-clamp-2 wrap-anywhere',
            )}
            title={detail}
          >
            {detail}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="meta num flex flex-auto items-center whitespace-nowrap max-md:min-h-5">
            {/* the dot is visible only, so screen readers get a text */}
            {isUnread && <span className="sr-only">{t`New`}</span>}
            {labelOfAlert(about.kind).label}
            <span className="dot-sep" />
            <Time at={at} />
            {author && (
              // a name without room beside the time falls below the line, where it is not seen
              <span className="flex h-[1lh] w-0 grow flex-wrap overflow-hidden" title={author}>
                <span className="h-[1lh]" />
                <span className="dot-sep">{author.split(' ')[0]}</span>
              </span>
            )}
            {isSample(about.kind) && <Badge className="ml-2">{t`Sample`}</Badge>}
          </p>
          {isPhone && end}
        </div>
        {isPhone && actionBox}
      </div>
      {!isPhone && actionBox}
      {!isPhone && end}
    </article>
  );
}
