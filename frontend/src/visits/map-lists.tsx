import { plural, t } from '@lingui/core/macro';
import { Route } from 'lucide-react';
import type { FocusEvent, PointerEvent, ReactNode } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import type { CompletedVisit } from '#domain/visits/visit.views.js';
import { placeName } from '../kit/leads/contact.js';
import { visitRoute } from '../kit/leads/figure-links.js';
import { counted } from '../kit/texts/nouns.js';
import { personName } from '../kit/team/person-name.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { useToday, useZone } from '../ui/display/figures.js';
import {
  clockText,
  dayHeading,
  distanceText,
  duration,
  durationBetween,
} from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { type Stop, routeTotals } from './day-route.js';

/** Link between the rows of a list and the marks of the map. */
export interface Pointing {
  readonly pointed: readonly string[];
  readonly onPoint: (visitIds: readonly string[]) => void;
}

/** Handlers of a list that tell which of its visits is under the pointer or has the focus. */
function pointingHandlers(onPoint: Pointing['onPoint']) {
  const point = ({ target }: PointerEvent | FocusEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null;
    onPoint(row?.dataset['visit'] === undefined ? [] : [row.dataset['visit']]);
  };
  const leave = (): void => onPoint([]);
  return { onPointerOver: point, onFocus: point, onPointerLeave: leave, onBlur: leave };
}

const rowClass = 'list-row is-link items-start';
const stopRowClass = 'list-row is-link min-h-tap items-start py-1.5';
/** the trace from the first number to the last */
const stopClass = classes(
  'relative before:pointer-events-none before:absolute before:inset-y-0 before:left-7.25 before:z-1 before:w-0.5 before:bg-accent-line',
  'first:before:top-4 last:before:bottom-[calc(100%-2.75rem)] only:before:hidden',
);
const pointedClass = (isPointed: boolean): string | false => isPointed && 'bg-accent-soft';

/** Number of a day's stops, with their time and distance. */
export function RouteTotals({ stops }: { stops: readonly Stop[] }): ReactNode {
  const zone = useZone();
  const { metres, minutes } = routeTotals(stops);
  const clock = (at: string): string => clockText(new Date(at), zone);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return null;
  return (
    <p className="num mb-3">
      <span className="label block font-medium">
        <InlineList
          items={[
            plural(stops.length, { one: '# stop', other: '# stops' }),
            t`${duration(minutes)} on site`,
            stops.length > 1 && distanceText(metres),
          ]}
        />
      </span>
      <span className="meta block">
        <InlineList
          items={[
            `${clock(first.pin.startedAt)} – ${clock(last.pin.endedAt)}`,
            stops.length > 1 && t`distances in straight lines`,
          ]}
        />
      </span>
    </p>
  );
}

/** Stops of a day with their times, and the distances between them. */
export function RouteList({
  stops,
  pointed,
  onPoint,
}: Pointing & { stops: readonly Stop[] }): ReactNode {
  const zone = useZone();
  const today = useToday();
  return (
    <ol className="pt-2" aria-label={t`Visits on the map`} {...pointingHandlers(onPoint)}>
      {stops.map(({ pin, number, way }) => (
        <li key={pin.visitId} data-visit={pin.visitId} className={stopClass}>
          {way && (
            <p className="meta num pt-0.5 pr-4 pb-1 pl-14">
              <InlineList
                items={[
                  distanceText(way.metres),
                  way.minutes !== undefined && t`${duration(way.minutes)} later`,
                ]}
              />
            </p>
          )}
          <Link
            to={`/leads/${pin.leadId}`}
            className={classes(stopRowClass, pointedClass(pointed.includes(pin.visitId)))}
          >
            <span
              className="num z-1 grid size-7 flex-none place-items-center rounded-full bg-accent text-label font-strong text-on-accent ring-4 ring-surface"
              aria-hidden="true"
            >
              {number}
            </span>
            <span className="min-w-0 grow">
              <span className="label block truncate font-medium" title={pin.leadName}>
                {pin.leadName}
              </span>
              <span className="meta num block truncate">
                <InlineList
                  items={[
                    durationBetween(pin.startedAt, pin.endedAt),
                    pin.area,
                    number === stops.length && (pin.day === today ? t`Last seen` : t`Last stop`),
                  ]}
                />
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

/** Visits by day and member, newest first. Each group links to the day's route. */
export function VisitGroups({
  visits,
  hasMore,
  isOfAll,
  pointed,
  onPoint,
}: Pointing & {
  visits: readonly CompletedVisit[];
  /** Whether more rows can be loaded, so that the oldest day may be incomplete. */
  hasMore: boolean;
  /** Whether the visits are of several members. */
  isOfAll: boolean;
}): ReactNode {
  const today = useToday();
  const zone = useZone();
  const groups = [...groupBy(visits, ({ day, by }) => `${day} ${by.id}`).values()];
  const oldestDay = visits.at(-1)?.day;
  const count = counted(visits.length, 'visit');
  return (
    <>
      <h2 className="label px-4 pt-3 font-medium">
        {hasMore ? t`Newest ${count} with a location` : t`${count} with a location`}
      </h2>
      <div aria-label={t`Visits on the map`} role="list" {...pointingHandlers(onPoint)}>
        {groups.map((group) => {
          const { day, by } = group[0]!;
          const heading = isOfAll
            ? `${dayHeading(day, today)}, ${personName(by)}`
            : dayHeading(day, today);
          return (
            <div key={`${day} ${by.id}`} role="listitem">
              <Link
                to={visitRoute(isOfAll ? by.id : undefined, day)}
                className="meta flex min-h-9 items-center gap-1.5 px-4 pt-2 max-md:min-h-tap"
              >
                <span className="min-w-0 truncate font-medium text-ink-2">{heading}</span>
                {/* a single stop has no route */}
                {(group.length > 1 || (hasMore && day === oldestDay)) && (
                  <span className="link ml-auto flex flex-none items-center gap-1">
                    <Icon icon={Route} size="s" />
                    {t`Day’s route`}
                  </span>
                )}
              </Link>
              <ul aria-label={heading}>
                {group.map((visit) => (
                  <li key={visit.visitId} data-visit={visit.visitId}>
                    <Link
                      to={`/leads/${visit.leadId}`}
                      className={classes(rowClass, pointedClass(pointed.includes(visit.visitId)))}
                    >
                      <span className="min-w-0 grow">
                        <span className="label block truncate font-medium" title={visit.leadName}>
                          {visit.leadName}
                        </span>
                        {visit.place && (
                          <span className="meta block truncate">{placeName(visit.place)}</span>
                        )}
                      </span>
                      <span className="meta num flex-none">
                        <InlineList
                          items={[
                            clockText(new Date(visit.startedAt), zone),
                            durationBetween(visit.startedAt, visit.endedAt),
                          ]}
                        />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </>
  );
}
