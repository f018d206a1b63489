import { msg, t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VisitTab } from '#domain/visits/visit.values.js';
import type { CancelledVisit, CompletedVisit, VisitItem } from '#domain/visits/visit.views.js';
import {
  CellMember,
  CellQuoted,
  TextOrNone,
  upcomingColumns,
} from '../follow-ups/upcoming-columns.js';
import type { CancelRequest } from '../follow-ups/upcoming-card.js';
import { PhotoTiles } from '../kit/capture/photo-tiles.js';
import { PlaceLine } from '../kit/leads/contact-actions.js';
import { placeText } from '../kit/leads/contact.js';
import { eventSentences } from '../kit/texts/event-sentences.js';
import { type TableColumn, RowLink } from '../kit/lists/data-table.js';
import { Time, useToday, useZone } from '../ui/display/figures.js';
import { Icon } from '../ui/display/icon.js';
import { clockText, dayHeading, durationBetween, unbroken } from '../ui/display/format.js';

const leadColumn: TableColumn<CancelledVisit> = {
  title: msg`Lead`,
  cell: (visit) => (
    <RowLink to={`/leads/${visit.leadId}`} title={visit.leadName}>
      <PlaceLine lead={visit} className="meta block" />
    </RowLink>
  ),
};
const quotedColumn: TableColumn<CompletedVisit | CancelledVisit> = {
  title: msg`Quoted`,
  className: 'w-28 max-[1279px]:hidden',
  alignRight: true,
  cell: (visit) => <CellQuoted lead={visit} />,
};
const repColumn: TableColumn<CompletedVisit | CancelledVisit> = {
  title: msg`Rep`,
  className: 'w-32',
  cell: ({ by }) => <CellMember member={by} />,
};

/** Time of a visit; the day is the heading above. */
function VisitTime({ startedAt }: CompletedVisit): ReactNode {
  return <span className="num">{clockText(new Date(startedAt), useZone())}</span>;
}

function PlannedDay({ day }: Pick<CancelledVisit, 'day'>): ReactNode {
  return dayHeading(day, useToday());
}

/** Most photos in a row. More would make the row higher. */
const PHOTOS_IN_ROW = 3;

/** Accuracy of the location, or that there is none, on widths without the column of places. */
function LocationFact({ place, accuracyMetres }: CompletedVisit): ReactNode {
  const text = !place
    ? t`No location`
    : accuracyMetres === undefined
      ? undefined
      : unbroken(t`±${accuracyMetres} m`);
  return (
    text && (
      <span className="flex flex-none items-center gap-0.5 min-[1440px]:hidden">
        <span className="dot-sep" />
        {place && <Icon icon={MapPin} size="s" />}
        {text}
      </span>
    )
  );
}

const completedColumns: readonly TableColumn<CompletedVisit>[] = [
  {
    title: msg`Visited`,
    className: 'w-24',
    cell: (visit) => <VisitTime {...visit} />,
  },
  {
    title: msg`Lead`,
    cell: (visit) => (
      <RowLink to={`/leads/${visit.leadId}`} title={visit.leadName}>
        <span className="meta flex">
          <PlaceLine lead={visit} />
          <LocationFact {...visit} />
        </span>
      </RowLink>
    ),
  },
  {
    title: msg`Duration`,
    className: 'w-20',
    alignRight: true,
    cell: ({ startedAt, endedAt }) => (
      <span className="num">{durationBetween(startedAt, endedAt)}</span>
    ),
  },
  {
    title: msg`Notes`,
    className: 'w-48 max-lg:hidden min-[1440px]:w-auto',
    cell: ({ notes }) => <TextOrNone>{notes}</TextOrNone>,
  },
  {
    title: msg`Place`,
    className: 'w-44 max-[1439px]:hidden',
    cell: ({ place, accuracyMetres }) => (
      <TextOrNone none={t`No location`}>{place && placeText(place, accuracyMetres)}</TextOrNone>
    ),
  },
  {
    title: msg`Photos`,
    className: 'w-36 max-lg:hidden',
    cell: ({ photoFileIds, leadName }) =>
      photoFileIds.length > 0 && (
        <span className="relative z-1 block">
          {/* three tiles in the width of four */}
          <PhotoTiles
            fileIds={photoFileIds}
            owner={leadName}
            max={PHOTOS_IN_ROW}
            className="pointer-events-none w-40 *:pointer-events-auto"
          />
        </span>
      ),
  },
  quotedColumn,
  repColumn,
];

const cancelledColumns: readonly TableColumn<CancelledVisit>[] = [
  { title: msg`Planned`, className: 'w-34', cell: ({ day }) => <PlannedDay day={day} /> },
  leadColumn,
  {
    title: msg`Reason`,
    cell: ({ reason }) => <TextOrNone>{eventSentences.FollowUpCancelled(reason)}</TextOrNone>,
  },
  {
    title: msg`Cancelled`,
    className: 'w-32',
    alignRight: true,
    cell: ({ at }) => <Time at={at} />,
  },
  quotedColumn,
  repColumn,
];

/** Columns of each tab on a wide screen. Cast, because a tab has rows of its own kind only. */
export const visitColumns = (request: CancelRequest) =>
  ({
    upcoming: upcomingColumns(request),
    completed: completedColumns,
    cancelled: cancelledColumns,
  }) as unknown as Readonly<Record<VisitTab, readonly TableColumn<VisitItem>[]>>;
