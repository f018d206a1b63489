import { msg, t } from '@lingui/core/macro';
import { createContext, type ReactNode, useContext } from 'react';
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
import { NoValue } from '../ui/display/no-value.js';
import { clockText, dayHeading, durationBetween } from '../ui/display/format.js';

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

/** Ids of the visits that are the first of their day in the list. */
export const FirstOfDays = createContext<ReadonlySet<string>>(new Set());

/** Time of a visit. The first one of a day shows the day. */
function VisitTime({ visitId, day, startedAt }: CompletedVisit): ReactNode {
  const today = useToday();
  const zone = useZone();
  const isFirst = useContext(FirstOfDays).has(visitId);
  return (
    <>
      <span className="num block">{clockText(new Date(startedAt), zone)}</span>
      <span className={isFirst ? 'meta num block' : 'sr-only'}>{dayHeading(day, today)}</span>
    </>
  );
}

function PlannedDay({ day }: Pick<CancelledVisit, 'day'>): ReactNode {
  return dayHeading(day, useToday());
}

/** Most photos in a row. More would make the row higher. */
const PHOTOS_IN_ROW = 2;

const completed: readonly TableColumn<CompletedVisit>[] = [
  {
    title: msg`Visited`,
    className: 'w-28',
    cell: (visit) => <VisitTime {...visit} />,
  },
  leadColumn,
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
    className: 'w-64 max-lg:hidden min-[1440px]:w-auto',
    cell: ({ notes }) => <TextOrNone none={t`No note`}>{notes}</TextOrNone>,
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
    className: 'w-28 max-lg:hidden',
    cell: ({ photoFileIds, leadName }) =>
      photoFileIds.length > 0 ? (
        <span className="relative z-1 block">
          {/* two tiles in the width of four, so that each is large enough for a finger */}
          <PhotoTiles
            fileIds={photoFileIds}
            owner={leadName}
            max={PHOTOS_IN_ROW}
            className="pointer-events-none w-44 *:pointer-events-auto"
          />
        </span>
      ) : (
        <NoValue>{t`No photos`}</NoValue>
      ),
  },
  quotedColumn,
  repColumn,
];

const cancelled: readonly TableColumn<CancelledVisit>[] = [
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

/** Columns of each tab on a wide screen. Rows of a tab have its kind only. */
export const visitColumns = (request: CancelRequest) =>
  ({ upcoming: upcomingColumns(request), completed, cancelled }) as unknown as Readonly<
    Record<VisitTab, readonly TableColumn<VisitItem>[]>
  >;
