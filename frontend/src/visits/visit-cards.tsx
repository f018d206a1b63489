import { t } from '@lingui/core/macro';
import { CalendarX, Check, Clock, MapPin, Phone } from 'lucide-react';
import { type ReactNode } from 'react';
import type {
  CancelledVisit,
  CompletedVisit,
  UpcomingVisit,
  VisitItem,
  VisitedLead,
} from '#domain/visits/visit.views.js';
import { placeText } from '../shared/contact.js';
import { PhotoTiles } from '../shared/photo-tiles.js';
import { Due, PlaceLine, ContactActions, useContactLinks } from '../shared/contact-actions.js';
import { StatusBadge } from '../shared/status-badge.js';
import { fromFollowUp, useComplete } from '../shared/use-complete.js';
import { typeNames } from '../shared/lead-names.js';
import { lazyPart } from '../ui/code.js';
import { Avatar } from '../ui/avatar.js';
import { Badge } from '../ui/badge.js';
import { Button, ButtonLink } from '../ui/button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { Time, useToday, useZone } from '../ui/figures.js';
import { clockText, dayHeading, duration, durationBetween } from '../ui/format.js';
import { Icon, WhatsApp } from '../ui/icon.js';
import { Link } from '../ui/link.js';
import { InlineList } from '../ui/surface.js';
import { Swipe } from '../ui/swipe.js';
import { i18n } from '../words/i18n.js';
import { memoized } from '../words/language.js';

const CancelDialog = lazyPart(async () => ({
  default: (await import('../shared/follow-up-dialogs.js')).CancelDialog,
}));

/** More photos would push the next card off the screen. */
const mostPhotos = 4;

/** Columns of cards; one column on a phone. */
export const visitCards =
  'grid grid-cols-1 gap-2 md:grid-cols-[repeat(auto-fill,minmax(22rem,1fr))] md:gap-3';

/** Memoized: a further page renders only its own cards. */
export const VisitCard = memoized(function VisitCard({
  visit,
  meId,
}: {
  visit: VisitItem;
  meId: string;
}): ReactNode {
  if (visit.tab === 'upcoming') return <UpcomingCard visit={visit} meId={meId} />;
  return visit.tab === 'completed' ? (
    <CompletedCard visit={visit} meId={meId} />
  ) : (
    <CancelledCard visit={visit} meId={meId} />
  );
});

/** Name with badge; the place on its own line. */
function Head({ lead, children }: { lead: VisitedLead; children: ReactNode }): ReactNode {
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 *:last:col-start-2 *:last:row-start-1">
      <Link
        to={`/leads/${lead.leadId}`}
        className="col-span-full row-start-1 grid min-h-11 grid-cols-subgrid content-start rounded-control"
      >
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{lead.leadName}</span>
        <PlaceLine of={lead} className="meta col-span-full mt-1" />
      </Link>
      {children}
    </div>
  );
}

const whoText = (by: { readonly id: string; readonly name: string }, meId: string): string =>
  by.id === meId ? t`You` : by.name;

/** Upcoming visit with note, assignee and actions. */
export const UpcomingCard = memoized(function UpcomingCard({
  visit,
  meId,
  detailed = false,
}: {
  visit: UpcomingVisit;
  meId: string;
  detailed?: boolean;
}): ReactNode {
  const { leadId, leadName, phone, followUpId, dueOn, note, by, at } = visit;
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useComplete(lead, visit);
  const { call, chat } = useContactLinks(lead);
  const card = (
    <article className="card h-full px-4 py-3">
      <div className="row items-start gap-3">
        {detailed && <Avatar name={leadName} />}
        <Head lead={visit}>
          <Due on={dueOn} />
        </Head>
      </div>
      {detailed && (
        <div className="row wrap mt-2 gap-1.5">
          <StatusBadge status={visit.status} />
          <Badge>{i18n._(typeNames[visit.type])}</Badge>
        </div>
      )}
      {note && (
        <p className="label line-clamp-2 min-w-0 wrap-anywhere mt-2 whitespace-pre-line">{note}</p>
      )}
      <div className="-mr-2.5 flex items-center gap-0.5 [&_.btn-icon]:size-tap">
        <p className="meta grow">
          <InlineList
            of={[
              whoText(by, meId),
              <Time at={at} />,
              visit.assignedTo.id !== by.id && t`for ${whoText(visit.assignedTo, meId)}`,
            ]}
          />
        </p>
        <ContactActions person={lead} />
      </div>
      <div className="flex flex-wrap gap-1">
        {detailed ? (
          <>
            <Button busy={busy} onClick={complete}>
              {t`Mark Complete`}
            </Button>
            <ButtonLink kind="ghost" to={`/leads/${leadId}`}>
              {t`View Lead`}
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to={`/visits/new?leadId=${leadId}`} state={fromFollowUp(visit)}>
              {t`Record visit`}
            </ButtonLink>
            <DialogButton
              kind="ghost"
              dialog={(state) => <CancelDialog lead={lead} followUpId={followUpId} {...state} />}
            >
              {t`Cancel visit`}
            </DialogButton>
          </>
        )}
      </div>
    </article>
  );
  if (!detailed) return card;
  return (
    <Swipe
      actions={[
        { label: t`Mark Complete`, icon: Check, look: 'plain', onSelect: complete },
        { label: t`WhatsApp chat`, icon: WhatsApp, look: 'whatsapp', href: chat },
        { label: t`Call`, icon: Phone, look: 'accent', href: call },
      ]}
    >
      {card}
    </Swipe>
  );
});

function CompletedCard({ visit, meId }: { visit: CompletedVisit; meId: string }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const { startedAt, durationMinutes, activeMinutes, notes, photoFileIds, by, leadName } = visit;
  const where = visit.place && placeText(visit.place, visit.accuracyMetres);
  return (
    <article className="card h-full px-4 py-3">
      <Head lead={visit}>
        <Badge tone="success" icon={Clock}>
          {durationBetween(startedAt, visit.endedAt)}
        </Badge>
      </Head>
      {notes && (
        <p className="label line-clamp-2 min-w-0 wrap-anywhere mt-2 whitespace-pre-line">{notes}</p>
      )}
      {photoFileIds.length > 0 && (
        <PhotoTiles
          fileIds={photoFileIds}
          of={leadName}
          most={mostPhotos}
          className="mt-2 w-64 max-w-full"
        />
      )}
      <p className="meta mt-2">
        <InlineList
          of={[
            whoText(by, meId),
            `${dayHeading(visit.day, today)}, ${clockText(new Date(startedAt), zone)}`,
            activeMinutes !== durationMinutes && (
              <span className="whitespace-nowrap">{t`${duration(activeMinutes)} active`}</span>
            ),
          ]}
        />
      </p>
      {where !== undefined && (
        <p className="meta row mt-1 gap-1">
          <Icon of={MapPin} size="s" />
          <span className="truncate min-w-0" title={where}>
            {where}
          </span>
        </p>
      )}
    </article>
  );
}

function CancelledCard({ visit, meId }: { visit: CancelledVisit; meId: string }): ReactNode {
  const today = useToday();
  return (
    <article className="card h-full px-4 py-3">
      <Head lead={visit}>
        <Badge icon={CalendarX}>{dayHeading(visit.day, today)}</Badge>
      </Head>
      <p className="label line-clamp-2 min-w-0 wrap-anywhere mt-2 whitespace-pre-line">{t`Visit cancelled: ${visit.reason || t`erased`}`}</p>
      <p className="meta mt-2">
        <InlineList of={[whoText(visit.by, meId), <Time at={visit.at} />]} />
      </p>
    </article>
  );
}
