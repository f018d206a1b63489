import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleDot, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { classes } from '../../ui/classes.js';
import { queryClient } from '../../lib/query-client.js';
import { useMe } from '../../lib/account/session.js';
import { Money, Time, useZone } from '../../ui/display/figures.js';
import { NoValue } from '../../ui/display/no-value.js';
import { phoneText } from '../../ui/display/format.js';
import { Icon, WhatsApp } from '../../ui/display/icon.js';
import { Link } from '../../ui/buttons/link.js';
import { Swipe } from '../../ui/layout/swipe.js';
import { leadQuery } from '../../kit/leads/lead-record.js';
import { QueuedCard } from '../../kit/offline/queued-card.js';
import type { QueuedProps } from '../../kit/offline/use-resubmit-dialog.js';
import { leadRowOfCapture, type QueuedLeadCommand } from '../../kit/offline/queued-commands.js';
import {
  ContactActions,
  NextDate,
  PlaceLine,
  useContactLinks,
} from '../../kit/leads/contact-actions.js';
import { type TableColumn, RowLink } from '../../kit/lists/data-table.js';
import { typeNames } from '../../kit/leads/lead-names.js';
import { useIsPast } from '../../kit/records/past-day.js';
import { StatusBadge } from '../../kit/leads/status-badge.js';
import { Avatar } from '../../ui/display/avatar.js';
import { i18n, translated } from '../../words/i18n.js';
import { memoized } from '../../words/language.js';

/** Prefetches a lead when its row is pressed. */
export const prefetchLead = ({ leadId }: LeadItem): void =>
  void queryClient.prefetchQuery(leadQuery(leadId));

/** leaves room for the card's buttons, which are beside the place; with larger text below it */
const besideButtonsClass = 'pr-18 @max-[15rem]:pr-0';
/** in the middle of the card, between the time above and the sum below */
const buttonsClass = classes(
  'pointer-events-none absolute inset-y-0 right-1 flex items-center *:pointer-events-auto [&_.btn-icon]:size-tap',
  '@max-[15rem]:relative @max-[15rem]:right-0 @max-[15rem]:justify-end',
);
const dotBeforeClass = "before:mr-2 before:content-['·']";

/** Card of a lead on a phone. A swipe shows Status, Call and WhatsApp. */
export const LeadCard = memoized(function LeadCard({
  lead,
  justNow,
  onStatus,
}: {
  lead: LeadItem;
  /** Whether the lead was changed just now. */
  justNow: boolean;
  /** Asks for the dialog that changes the status; stable between renders. */
  onStatus: (lead: LeadItem) => void;
}): ReactNode {
  const changeStatus = (): void => onStatus(lead);
  const { call, chat } = useContactLinks(lead);
  if (useIsPast()) return <LeadFacts lead={lead} justNow={false} />;
  return (
    <Swipe
      actions={[
        { label: t`Status`, icon: CircleDot, look: 'plain', onSelect: changeStatus },
        { label: t`Call`, icon: Phone, look: 'accent', href: call.href, onSelect: call.onLeave },
        {
          label: t`WhatsApp chat`,
          icon: WhatsApp,
          look: 'whatsapp',
          href: chat.href,
          onSelect: chat.onLeave,
        },
      ]}
    >
      <div className="@container relative">
        <LeadFacts lead={lead} justNow={justNow} onStatus={changeStatus} />
        <div className={buttonsClass}>
          <ContactActions person={lead} />
        </div>
      </div>
    </Swipe>
  );
});

function LeadFacts({
  lead,
  justNow,
  onStatus,
}: {
  lead: LeadItem;
  justNow: boolean;
  /** Changes the status; left out on a past day. */
  onStatus?: () => void;
}): ReactNode {
  return (
    <div className="relative px-4 py-2">
      {/* the whole card is the link, below its buttons */}
      <Link
        to={`/leads/${lead.leadId}`}
        className="block after:absolute after:inset-0"
        onPointerDown={onStatus && (() => prefetchLead(lead))}
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="t3 min-w-0 flex-[1_1_8rem] truncate" title={lead.name}>
            {lead.name}
          </span>
          <LastActivity lead={lead} justNow={justNow} className="meta ml-auto flex-none" />
        </span>
        <span
          className={classes('meta mt-0.5 flex min-w-0 gap-x-2', onStatus && besideButtonsClass)}
        >
          <Places lead={lead} />
        </span>
      </Link>
      <div
        className={classes(
          'mt-1 flex items-center gap-x-1.5 @max-[15rem]:flex-wrap',
          // beside a sum, a narrow phone has room for the glyph
          lead.quotedPaise > 0 && '@max-[19rem]:[&_button_.g+span]:sr-only',
        )}
      >
        {onStatus ? (
          <button
            type="button"
            // thumb height, without moving the badge
            className="relative -my-2 flex-none rounded-card py-2"
            aria-label={t`${translated(lead.status)}: change status of ${lead.name}`}
            onClick={onStatus}
          >
            <StatusBadge status={lead.status} />
          </button>
        ) : (
          <StatusBadge status={lead.status} />
        )}
        <span className="min-w-0 overflow-hidden">
          <NextDate lead={lead} />
        </span>
        {lead.quotedPaise > 0 && (
          <Money
            as="plain"
            paise={lead.quotedPaise}
            className="meta num ml-auto flex-none font-strong text-ink"
          />
        )}
      </div>
    </div>
  );
}

/** Whether the last visit was at the lead's own site or town, which the row names already. */
const isKnownPlace = ({ siteName, city, lastVisitPlace = '' }: LeadItem): boolean =>
  lastVisitPlace.split(', ').every((part) => part === city || siteName?.includes(part));

/** Part of the lead's own town where the last visit was; it stands in for an unknown site. */
function visitedPlace({ city, lastVisitPlace = '' }: LeadItem): string | undefined {
  const [part, town = city, ...others] = lastVisitPlace.split(', ');
  return part && part !== city && town === city && others.length === 0 ? part : undefined;
}

interface LeadFactProps {
  lead: LeadItem;
  className: string;
}

/**
 * Place of a lead, and that of its last visit if it is elsewhere. Without room for both, the last
 * visit's place is cut first.
 */
function Places({ lead }: { lead: LeadItem }): ReactNode {
  const siteName = lead.siteName || visitedPlace(lead);
  const isSiteOfLastVisit = siteName !== undefined && !lead.siteName;
  const showsLastVisit = !isSiteOfLastVisit && !isKnownPlace(lead);
  return (
    <>
      <PlaceLine lead={{ ...lead, siteName }} />
      {showsLastVisit && (
        <LastVisit lead={lead} className={classes('min-w-18 shrink-[5]', dotBeforeClass)} />
      )}
    </>
  );
}

/** Place of the last visit, labelled as such. */
function LastVisit({ lead: { lastVisitPlace }, className }: LeadFactProps): ReactNode {
  if (!lastVisitPlace) return null;
  return (
    <span className={classes('truncate', className)} title={lastVisitPlace}>
      <Icon icon={MapPin} size="s" className="mr-1 inline align-[-3px]" />
      <span className="sr-only">{t`Last visit:`} </span>
      {lastVisitPlace}
    </span>
  );
}

const JustNow = (): ReactNode => <span className="font-medium text-accent-ink">{t`Just now`}</span>;

/** Time of the last activity; of a lead without one since, that of its capture. */
function LastActivity({
  lead: { createdAt, lastActivityAt },
  justNow,
  className,
}: LeadFactProps & { justNow: boolean }): ReactNode {
  return (
    <span className={className}>
      {justNow ? (
        <JustNow />
      ) : lastActivityAt === createdAt ? (
        <Trans>
          Added <Time at={createdAt} />
        </Trans>
      ) : (
        <Trans>
          Active <Time at={lastActivityAt} />
        </Trans>
      )}
    </span>
  );
}

export function QueuedLead({ item, onShow }: QueuedProps<QueuedLeadCommand>): ReactNode {
  const me = useMe();
  const lead = leadRowOfCapture(item, { id: me.account.id, name: me.account.name }, useZone());
  return (
    <QueuedCard item={item} title={lead.name} to={`/leads/${lead.leadId}`} onShow={onShow}>
      <PlaceLine lead={lead} className="meta mt-px block" />
    </QueuedCard>
  );
}

/** Columns of leads on a wide screen. */
export const leadColumns: readonly TableColumn<LeadItem>[] = [
  {
    title: msg`Lead`,
    sort: { key: 'created', direction: 'descending', title: msg`newest first` },
    cell: (lead, highlighted) => (
      <RowLink to={`/leads/${lead.leadId}`} title={lead.name}>
        <span className="meta flex min-w-0 gap-x-2">
          <Places lead={lead} />
          {/* a wide screen shows this in a further column; a narrow one has no room for it */}
          <LastActivity
            lead={lead}
            justNow={highlighted}
            className={classes('flex-none max-lg:hidden min-[1280px]:hidden', dotBeforeClass)}
          />
        </span>
      </RowLink>
    ),
  },
  {
    title: msg`Status`,
    className: 'w-30',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    title: msg`Next follow-up`,
    className: 'w-37',
    sort: { key: 'next-follow-up', direction: 'ascending' },
    cell: (lead) => <NextDate lead={lead} fallback={<NoValue>{t`None`}</NoValue>} />,
  },
  {
    title: msg`Quoted`,
    className: 'w-28 max-lg:w-26',
    alignRight: true,
    sort: { key: 'quoted', direction: 'descending' },
    cell: ({ quotedPaise }) =>
      quotedPaise > 0 ? <Money as="plain" paise={quotedPaise} /> : <NoValue>{t`No quote`}</NoValue>,
  },
  {
    title: msg`Type, city`,
    className: 'w-35 max-[1400px]:hidden',
    cell: ({ type, city }) => (
      <>
        <span className="truncate min-w-0 block">{i18n._(typeNames[type])}</span>
        <span className="meta truncate min-w-0 block" title={city}>
          {city}
        </span>
      </>
    ),
  },
  {
    title: msg`Phone`,
    className: 'w-38 max-[1699px]:hidden',
    cell: ({ phone }) => <span className="num whitespace-nowrap">{phoneText(phone)}</span>,
  },
  {
    title: msg`Added`,
    className: 'w-26 max-[1799px]:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    title: msg`Last active`,
    className: 'w-25 max-[1535px]:hidden',
    alignRight: true,
    cell: ({ lastActivityAt }, highlighted) =>
      highlighted ? <JustNow /> : <Time at={lastActivityAt} />,
  },
  {
    title: msg`Owner`,
    className: 'w-16 lg:w-18 min-[1280px]:max-[1535px]:hidden min-[1536px]:w-43',
    cell: (lead) => <LeadOwner lead={lead} />,
  },
  {
    // between the widths for an avatar alone and for two columns
    title: msg`Owner, last active`,
    className: 'w-38 max-[1279px]:hidden min-[1536px]:hidden',
    cell: (lead, highlighted) => (
      <>
        <LeadOwner lead={lead} />
        <LastActivity lead={lead} justNow={highlighted} className="meta block truncate" />
      </>
    ),
  },
  {
    title: msg`Contact Actions`,
    isUntitled: true,
    hiddenOnPastDays: true,
    className: 'w-24 max-[1200px]:hidden',
    alignRight: true,
    cell: (lead) => (
      <span className="row justify-end gap-0">
        <ContactActions person={lead} />
      </span>
    ),
  },
];

function LeadOwner({ lead: { assignedTo } }: { lead: LeadItem }): ReactNode {
  const { account } = useMe();
  return (
    <span className="row gap-2" title={assignedTo.name}>
      <Avatar
        name={assignedTo.name}
        isMe={assignedTo.id === account.id}
        size="s"
        className="min-[1280px]:max-[1535px]:hidden"
      />
      <span className="truncate min-w-0 max-[1279px]:sr-only">{assignedTo.name}</span>
    </span>
  );
}
