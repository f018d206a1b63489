import { t } from '@lingui/core/macro';
import { CalendarX, Clock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CancelledVisit, CompletedVisit, VisitItem } from '#domain/visits/visit.views.js';
import {
  type CancelRequest,
  UpcomingCard,
  VisitCardHeader,
  assigneeText,
} from '../follow-ups/upcoming-card.js';
import { PhotoTiles } from '../kit/capture/photo-tiles.js';
import { placeText } from '../kit/leads/contact.js';
import { eventSentences } from '../kit/texts/event-sentences.js';
import { Badge } from '../ui/display/badge.js';
import { Time, useToday, useZone } from '../ui/display/figures.js';
import { clockText, dayHeading, durationText, durationBetween } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { memoized } from '../words/language.js';

/** Most photos on a card. More would push the next card off the screen. */
const MAX_PHOTOS = 4;

/** Memoized: a further page renders only its own cards. */
export const VisitCard = memoized(function VisitCard({
  visit,
  meId,
  onCancel,
}: CancelRequest & {
  visit: VisitItem;
  meId: string;
}): ReactNode {
  if (visit.tab === 'upcoming')
    return <UpcomingCard visit={visit} meId={meId} onCancel={onCancel} />;
  return visit.tab === 'completed' ? (
    <CompletedCard visit={visit} meId={meId} />
  ) : (
    <CancelledCard visit={visit} meId={meId} />
  );
});

function CompletedCard({ visit, meId }: { visit: CompletedVisit; meId: string }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const { startedAt, durationMinutes, activeMinutes, notes, photoFileIds, by, leadName } = visit;
  const where = visit.place && placeText(visit.place, visit.accuracyMetres);
  return (
    <article className="card @container relative h-full px-4 py-3">
      <VisitCardHeader lead={visit}>
        <Badge tone="success" icon={Clock}>
          {durationBetween(startedAt, visit.endedAt)}
        </Badge>
      </VisitCardHeader>
      {notes && (
        <p className="label line-clamp-2 min-w-0 wrap-anywhere mt-2 whitespace-pre-line">{notes}</p>
      )}
      {photoFileIds.length > 0 && (
        <PhotoTiles
          fileIds={photoFileIds}
          owner={leadName}
          max={MAX_PHOTOS}
          className="relative z-1 mt-2 w-64 max-w-full"
        />
      )}
      <p className="meta mt-2">
        <InlineList
          items={[
            assigneeText(by, meId),
            `${dayHeading(visit.day, today)}, ${clockText(new Date(startedAt), zone)}`,
            activeMinutes !== durationMinutes && (
              <span className="whitespace-nowrap">{t`${durationText(activeMinutes)} active`}</span>
            ),
          ]}
        />
      </p>
      {where !== undefined && (
        <p className="meta row mt-1 gap-1">
          <Icon icon={MapPin} size="s" />
          <span className="truncate min-w-0">{where}</span>
        </p>
      )}
    </article>
  );
}

function CancelledCard({ visit, meId }: { visit: CancelledVisit; meId: string }): ReactNode {
  const today = useToday();
  return (
    <article className="card @container relative h-full px-4 py-3">
      <VisitCardHeader lead={visit}>
        <Badge icon={CalendarX}>{dayHeading(visit.day, today)}</Badge>
      </VisitCardHeader>
      <p className="label line-clamp-2 min-w-0 wrap-anywhere mt-2 whitespace-pre-line">
        {eventSentences.FollowUpCancelled(visit.reason)}
      </p>
      <p className="meta mt-2">
        <InlineList items={[assigneeText(visit.by, meId), <Time at={visit.at} />]} />
      </p>
    </article>
  );
}
