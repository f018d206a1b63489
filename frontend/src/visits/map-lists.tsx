import { plural, t } from '@lingui/core/macro';
import { CircleAlert, Route } from 'lucide-react';
import { type FocusEvent, type PointerEvent, type ReactNode, useMemo } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import type { VisitPin } from '#domain/visits/visit.views.js';
import { useIsPhone } from '../browser/media.js';
import { visitRoutePath } from '../kit/leads/figure-links.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { personName } from '../kit/team/person-name.js';
import { Button } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { useToday, useZone } from '../ui/display/figures.js';
import {
  clockText,
  dayHeading,
  distanceText,
  durationText,
  durationBetween,
} from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { isPossible, routeTotals, type Stop, type Way } from './day-route.js';

/** Visits under the pointer or with the focus, in the list or on the map. */
export interface HoveredVisits {
  readonly hoveredIds: readonly string[];
  readonly onHover: (visitIds: readonly string[]) => void;
}

/** Handlers of a list that report which of its visits is under the pointer or has the focus. */
function hoverHandlers(onHover: HoveredVisits['onHover']) {
  const handleHover = ({ target }: PointerEvent | FocusEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null;
    onHover(row?.dataset['visit'] === undefined ? [] : [row.dataset['visit']]);
  };
  const handleLeave = (): void => onHover([]);
  return {
    onPointerOver: handleHover,
    onFocus: handleHover,
    onPointerLeave: handleLeave,
    onBlur: handleLeave,
  };
}

/** Most visits in the list beside the map. */
const MAX_LISTED_VISITS = 50;

const rowClass = 'list-row is-link items-start';
/** a phone shows three of them in its closed sheet */
const stopRowClass = 'list-row is-link min-h-tap items-start py-1.5 max-md:min-h-14 max-md:py-2';
/** line that connects the numbers of the stops */
const stopClass = classes(
  'relative before:pointer-events-none before:absolute before:inset-y-0 before:left-7.25 before:z-1 before:w-0.5 before:bg-accent-line',
  'first:before:top-4 last:before:bottom-[calc(100%-2.75rem)] in-[.is-closed]:last:before:bottom-8 only:before:hidden',
);
const hoveredClass = (isHovered: boolean): string | false => isHovered && 'bg-accent-soft';

/** Stops of a day in numbers: count, time, distance. A phone has a button for all days here. */
export function RouteTotals({
  stops,
  namesMembers,
  onAllDays,
}: {
  stops: readonly Stop[];
  /** Whether to name the member, because the reader sees the visits of several. */
  namesMembers: boolean;
  onAllDays: () => void;
}): ReactNode {
  const zone = useZone();
  const isPhone = useIsPhone();
  const { metres, minutes } = routeTotals(stops);
  const clock = (at: string): string => clockText(new Date(at), zone);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return null;
  return (
    <div className="num mb-2 max-md:mb-1">
      <div className="row gap-3">
        <p className="label min-w-0 grow truncate font-strong">
          {[
            namesMembers && personName(first.pin.by),
            plural(stops.length, { one: '# stop', other: '# stops' }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        {/* reacts as high as a thumb */}
        <Button
          className="relative -mt-1 mb-0.5 min-h-control-sm flex-none px-3 after:absolute after:inset-x-0 after:-inset-y-1.5 md:hidden"
          onClick={onAllDays}
        >
          {t`All days`}
        </Button>
      </div>
      <p className="meta whitespace-normal text-ink-2">
        <InlineList
          items={[
            t`${durationText(minutes)} on site`,
            stops.length > 1 && t`${distanceText(metres)} in straight lines`,
            // a phone has no room for them, and the list below has the times
            namesMembers &&
              !isPhone &&
              `${clock(first.pin.startedAt)} – ${clock(last.pin.endedAt)}`,
          ]}
        />
      </p>
    </div>
  );
}

/** Way that nobody can have driven: `256 km in 25m: check times`. */
const impossibleText = ({ metres, minutes }: Way): string =>
  minutes === undefined
    ? t`${distanceText(metres)} apart, times overlap`
    : t`${distanceText(metres)} in ${durationText(minutes)}: check times`;

/** Way between two stops: `51m later, 940 m away`. */
const wayText = ({ metres, minutes }: Way): string =>
  minutes === undefined
    ? t`${distanceText(metres)} away`
    : t`${durationText(minutes)} later, ${distanceText(metres)} away`;

/** Stops of a day with their times, and the distances between them. */
export function RouteList({
  stops,
  hoveredIds,
  onHover,
}: HoveredVisits & { stops: readonly Stop[] }): ReactNode {
  const zone = useZone();
  const today = useToday();
  return (
    <ol className="md:pt-2" aria-label={t`Visits on the map`} {...hoverHandlers(onHover)}>
      {stops.map(({ pin, number, way }) => (
        <li key={pin.visitId} data-visit={pin.visitId} className={stopClass}>
          {way && (
            // the closed sheet of a phone has no room for the way, unless its times are wrong
            <p
              className={classes(
                'meta num pt-0.5 pr-4 pb-1 pl-14 text-ink-2',
                isPossible(way) && 'in-[.is-closed]:hidden',
              )}
            >
              {isPossible(way) ? (
                wayText(way)
              ) : (
                <span className="flex items-center gap-1 font-medium text-orange-ink">
                  <Icon icon={CircleAlert} size="s" />
                  {impossibleText(way)}
                </span>
              )}
            </p>
          )}
          <Link
            to={`/leads/${pin.leadId}`}
            className={classes(stopRowClass, hoveredClass(hoveredIds.includes(pin.visitId)))}
          >
            {/* free of the line */}
            <RowNumber className="ring-4 ring-surface">{number}</RowNumber>
            <span className="min-w-0 grow">
              <span className="label block truncate font-medium" title={pin.leadName}>
                {pin.leadName}
              </span>
              <span className="meta num block truncate">
                {[
                  durationBetween(pin.startedAt, pin.endedAt),
                  pin.area,
                  number === stops.length && (pin.day === today ? t`Last seen` : t`Last stop`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="label num flex-none font-medium">
              {clockText(new Date(pin.startedAt), zone)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

const dayAndMember = ({ day, by }: VisitPin): string => `${day} ${by.id}`;

/** Most visits whose rows and marks have numbers. More do not fit into a mark. */
const MAX_NUMBERED_VISITS = 26;
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/** Numbers of visits by their id, in the order of their groups; none if there are many. */
export const rowNumbers = (visits: readonly VisitPin[]): ReadonlyMap<string, number> =>
  visits.length > MAX_NUMBERED_VISITS
    ? NO_NUMBERS
    : new Map(
        [...groupBy(visits, dayAndMember).values()]
          .flat()
          .map(({ visitId }, index) => [visitId, index + 1]),
      );

/** Number of a row, as on its mark. Screen readers hear the place in the list instead. */
const RowNumber = ({
  className,
  children,
}: {
  className?: string;
  children: number;
}): ReactNode => (
  <span
    className={classes(
      'num z-1 grid size-7 flex-none place-items-center rounded-full bg-accent text-label font-strong text-on-accent',
      className,
    )}
    aria-hidden="true"
  >
    {children}
  </span>
);

/**
 * Visits in the map's frame by day and member, newest first. Each group links to the day's route.
 */
export function VisitGroups({
  visitsInSight,
  allVisits,
  numbers,
  daysText,
  completedCount,
  namesMembers,
  hoveredIds,
  onHover,
}: HoveredVisits & {
  visitsInSight: readonly VisitPin[];
  allVisits: readonly VisitPin[];
  /** Numbers of rows and marks, as `rowNumbers` gives them. */
  numbers: ReadonlyMap<string, number>;
  /** Text of the shown days. */
  daysText: string;
  /** Number of completed visits of all days, unless they are shown. */
  completedCount: string | undefined;
  /** Whether to name members, because the reader sees the visits of several. */
  namesMembers: boolean;
}): ReactNode {
  const today = useToday();
  const zone = useZone();
  const groups = groupBy(visitsInSight.slice(0, MAX_LISTED_VISITS), dayAndMember);
  const routes = useMemo(() => groupBy(allVisits, dayAndMember), [allVisits]);
  const count = countedNoun(visitsInSight.length, 'visit');
  const memberCount = useMemo(() => new Set(allVisits.map(({ by }) => by.id)).size, [allVisits]);
  const isZoomed = visitsInSight.length < allVisits.length;
  const isOneDay = useMemo(() => new Set(allVisits.map(({ day }) => day)).size === 1, [allVisits]);
  return (
    <>
      <h2 className="label num px-4 pt-3 font-regular text-ink-2">
        {isZoomed
          ? t`${count} here`
          : [
              daysText,
              completedCount === undefined ? count : t`${count} of ${completedCount}`,
              namesMembers && countedNoun(memberCount, 'rep'),
            ]
              .filter(Boolean)
              .join(', ')}
      </h2>
      <div aria-label={t`Visits on the map`} role="list" {...hoverHandlers(onHover)}>
        {[...groups].map(([key, group]) => {
          const { day, by } = group[0]!;
          // the title above names a single day
          const heading = [
            !(namesMembers && isOneDay) && dayHeading(day, today),
            namesMembers && personName(by),
          ]
            .filter(Boolean)
            .join(', ');
          return (
            <div key={key} role="listitem">
              <Link
                to={visitRoutePath(namesMembers ? by.id : undefined, day)}
                className="label flex min-h-9 items-center gap-1.5 px-4 pt-2 max-md:min-h-tap"
              >
                <span className="min-w-0 truncate font-strong">{heading}</span>
                {/* beside a day and a name there is no room for it */}
                {isOneDay && (
                  <span className="meta num flex-none">{countedNoun(group.length, 'visit')}</span>
                )}
                {/* a single stop has no route */}
                {(routes.get(key)?.length ?? 0) > 1 && (
                  <span className="link meta ml-auto flex flex-none items-center gap-1">
                    <Icon icon={Route} size="s" />
                    {t`Day’s route`}
                  </span>
                )}
              </Link>
              <ul aria-label={heading}>
                {group.map((visit) => {
                  const number = numbers.get(visit.visitId);
                  return (
                    <li key={visit.visitId} data-visit={visit.visitId}>
                      <Link
                        to={`/leads/${visit.leadId}`}
                        className={classes(
                          rowClass,
                          hoveredClass(hoveredIds.includes(visit.visitId)),
                        )}
                      >
                        {number !== undefined && <RowNumber>{number}</RowNumber>}
                        <span className="min-w-0 grow">
                          <span className="label block truncate font-medium" title={visit.leadName}>
                            {visit.leadName}
                          </span>
                          <span className="meta num block truncate">
                            {[
                              durationBetween(visit.startedAt, visit.endedAt),
                              [visit.area, visit.town].filter(Boolean).join(', '),
                            ]
                              .filter(Boolean)
                              .join(' · ')}
                          </span>
                        </span>
                        <span className="label num flex-none font-medium">
                          {clockText(new Date(visit.startedAt), zone)}
                        </span>
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </div>
          );
        })}
      </div>
      {visitsInSight.length > MAX_LISTED_VISITS && (
        <p className="meta px-4 pt-2">
          {t`The newest ${MAX_LISTED_VISITS} are listed. Zoom in to see the others.`}
        </p>
      )}
    </>
  );
}
