import { msg, t } from '@lingui/core/macro';
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
import { clockText, dayHeading, durationBetween, grouped, unbroken } from '../ui/display/format.js';

const leadColumn: TableColumn<CompletedVisit | CancelledVisit> = {
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
  className: 'w-33',
  cell: ({ by }) => <CellMember member={by} />,
};

/**
 * Time of a visit; the day is the heading above. On widths without columns for them, its duration
 * and the accuracy of its location below, or that there is none.
 */
function VisitTime({ startedAt, endedAt, place, accuracyMetres }: CompletedVisit): ReactNode {
  const accuracy = accuracyMetres === undefined ? t`Location` : t`±${accuracyMetres} m`;
  return (
    <>
      <span className="num block">{clockText(new Date(startedAt), useZone())}</span>
      <span className="meta num block truncate min-[1440px]:hidden">
        {durationBetween(startedAt, endedAt)}
        <span className="dot-sep" />
        {place ? unbroken(accuracy) : t`No location`}
      </span>
    </>
  );
}

function PlannedDay({ day }: Pick<CancelledVisit, 'day'>): ReactNode {
  return dayHeading(day, useToday());
}

const completedColumns: readonly TableColumn<CompletedVisit>[] = [
  {
    title: msg`Visited`,
    className: 'w-40 min-[1440px]:w-24',
    cell: (visit) => <VisitTime {...visit} />,
  },
  { ...leadColumn, className: 'lg:w-62 min-[1440px]:w-72' },
  {
    title: msg`Duration`,
    className: 'w-20 max-[1439px]:hidden',
    alignRight: true,
    cell: ({ startedAt, endedAt }) => (
      <span className="num">{durationBetween(startedAt, endedAt)}</span>
    ),
  },
  {
    title: msg`Notes`,
    className: 'max-lg:hidden',
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
    className: 'w-22 max-lg:hidden',
    cell: ({ photoFileIds, leadName }) =>
      photoFileIds.length > 0 && (
        <span className="row gap-1">
          <PhotoTiles
            fileIds={photoFileIds}
            owner={leadName}
            max={1}
            showsMore={false}
            className="relative z-1 w-10 grid-cols-1!"
          />
          {photoFileIds.length > 1 && (
            <span className="meta num">+{grouped(photoFileIds.length - 1)}</span>
          )}
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
