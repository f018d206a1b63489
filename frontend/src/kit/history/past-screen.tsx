import { msg, t } from '@lingui/core/macro';
import { useIsFetching } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router-dom';
import type { PastClock } from '#domain/kernel/query.js';
import { dayAfter, isDay, wallClockIn } from '#domain/kernel/values/days.js';
import { MeProvider, usePermissions, useMe } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { Problem, type ReadingProgress } from '../../lib/server/problem.js';
import { ButtonLink, IconButton } from '../../ui/buttons/button.js';
import { LinkAddresses } from '../../ui/buttons/link.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { weekdayText } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { Segment } from '../../ui/inputs/choice.js';
import { TopBarSurroundings, useTopBarSurroundings } from '../../ui/layout/frame.js';
import { type Names, optionsOf } from '../../words/i18n.js';
import { DayChoice } from '../lists/day-choice.js';
import { AccessDeniedPage } from '../records/access-denied.js';
import { PastProvider, PresentProvider } from '../records/past.js';
import type { AsOf } from '../records/past-day.js';
import { PAST_KEY } from '../records/past-answer.js';

const clocks = ['recorded', 'happened'] as const satisfies readonly PastClock[];
const clockNames: Names<PastClock> = { recorded: msg`Recorded`, happened: msg`Happened` };

/** Past day of the address; yesterday for a day that is not past. */
function useAddressedDay(): AsOf {
  const [search] = useSearchParams();
  const yesterday = dayAfter(useToday(), -1);
  const askedDay = search.get('asOf') ?? '';
  const asOf = isDay(askedDay) && askedDay <= yesterday ? askedDay : yesterday;
  const clock = clocks.find((each) => each === search.get('clock')) ?? 'recorded';
  return useMemo(() => ({ asOf, clock }), [asOf, clock]);
}

/** Screen as of the end of a past day: read only, without live updates. */
export default function PastScreen(): ReactNode {
  const asOf = useAddressedDay();
  const zone = useZone();
  const me = useMe();
  const isAllowed = usePermissions()('GET /api/history/:kind/:id');
  const { pathname } = useLocation();
  const surroundings = useTopBarSurroundings();
  const readOnlyMe = useMemo(
    () => ({ ...me, rights: me.rights.filter((right) => right.startsWith('GET ')) }),
    [me],
  );
  const addressOf = useCallback((to: string) => pastAddress(to, asOf), [asOf]);
  const isReading = useIsFetching({ queryKey: [PAST_KEY] }) > 0;
  if (!isAllowed)
    return (
      <AccessDeniedPage
        pageTitle={t`As of a day`}
        back={{ to: pathname, label: t`Back to now` }}
        title={t`Access Denied`}
      >
        {t`The past is for administrators and finance.`}
      </AccessDeniedPage>
    );
  const wrapInPresent = (content: ReactNode): ReactNode => (
    <PresentProvider>
      <MeProvider value={me}>
        <LinkAddresses value={presentAddress}>{content}</LinkAddresses>
      </MeProvider>
    </PresentProvider>
  );
  const below = (
    <>
      {surroundings.below}
      <DayBanner asOf={asOf} />
    </>
  );
  return (
    <TopBarSurroundings
      value={{ tools: wrapInPresent(surroundings.tools), below: wrapInPresent(below) }}
    >
      <MeProvider value={readOnlyMe}>
        <LinkAddresses value={addressOf}>
          <PastProvider at={endOf(asOf.asOf, zone)} asOf={asOf}>
            <div
              className="stack flex-1 transition-opacity duration-(--ft-base) *:aria-busy:opacity-55"
              aria-busy={isReading}
            >
              <Outlet />
            </div>
          </PastProvider>
        </LinkAddresses>
      </MeProvider>
    </TopBarSurroundings>
  );
}

/** Banner with controls to change the day. */
function DayBanner({ asOf: { asOf: day, clock } }: { asOf: AsOf }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const today = useToday();
  const yesterday = dayAfter(today, -1);
  const progress = useReadingProgress();
  const change = (changes: Partial<AsOf>): void =>
    setSearch({ ...Object.fromEntries(search), asOf: day, clock, ...changes }, { replace: true });
  const presentSearch = new URLSearchParams(search);
  presentSearch.delete('asOf');
  presentSearch.delete('clock');
  return (
    <section
      className="mb-4 flex flex-wrap items-center gap-2 bg-surface px-gutter py-3 shadow-line-b md:gap-3"
      aria-label={t`As of a day`}
    >
      <div className="flex min-w-60 grow basis-60 items-center gap-3">
        <Icon icon={History} className="text-accent-ink" />
        <div className="grow" role="status">
          <b className="label font-strong">{t`As of ${weekdayText(day, today)}`}</b>
          <p className="meta">
            {progress ? readingText(progress, today) : t`You see the past. Live updates are off.`}{' '}
            {clock === 'recorded'
              ? t`What arrived late counts on the day it was recorded.`
              : t`What arrived late counts on the day it happened.`}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-1 max-md:grow [&_label]:sr-only">
        <IconButton
          icon={ChevronLeft}
          label={t`Day before`}
          onClick={() => change({ asOf: dayAfter(day, -1) })}
        />
        <div className="grow md:w-40">
          <DayChoice
            label={t`Day`}
            value={day}
            max={yesterday}
            isRequired
            onDay={(next) => next !== '' && next < today && change({ asOf: next })}
          />
        </div>
        <IconButton
          icon={ChevronRight}
          label={t`Day after`}
          disabled={day >= yesterday}
          onClick={() => change({ asOf: dayAfter(day, 1) })}
        />
      </div>
      <Segment
        label={t`Clock`}
        className="max-md:grow max-md:[&_button]:px-2"
        value={clock}
        onValue={(next) => change({ clock: next })}
        options={optionsOf(clockNames)}
      />
      <ButtonLink
        to={presentSearch.size > 0 ? `${pathname}?${presentSearch}` : pathname}
      >{t`Back to now`}</ButtonLink>
    </section>
  );
}

/** Progress of the server while it builds the answer for a past day. */
function useReadingProgress(): ReadingProgress | undefined {
  return useSyncExternalStore(
    useCallback((listener) => queryClient.getQueryCache().subscribe(listener), []),
    () => {
      for (const { state } of queryClient.getQueryCache().findAll({ queryKey: [PAST_KEY] })) {
        const { fetchFailureReason: reason, fetchStatus } = state;
        if (fetchStatus === 'fetching' && reason instanceof Problem && reason.progress)
          return reason.progress;
      }
      return undefined;
    },
  );
}

const readingText = ({ day, percent }: ReadingProgress, today: string): string =>
  day === '' ? t`Reading the record …` : t`Reading ${weekdayText(day, today)} … ${percent} %`;

/** Screens that show past days. */
const pastScreens = ['/dashboard', '/leads', '/customers', '/bills', '/bills/totals', '/team'];

/** Address to open from a past day: a list as of that day, a record's history, or none. */
function pastAddress(to: string, { asOf, clock }: AsOf): string | undefined {
  const { pathname, searchParams } = new URL(to, location.origin);
  if (pastScreens.includes(pathname)) {
    searchParams.set('asOf', asOf);
    searchParams.set('clock', clock);
    return `${pathname}?${searchParams}`;
  }
  if (/^\/(leads|customers|bills)\/[0-9a-f-]{36}$/.test(pathname)) return `${pathname}/history`;
  return pathname.endsWith('/history') ? pathname : undefined;
}

const presentAddress = (to: string): string => to;

/** Last minute of a day in a time zone. */
function endOf(day: string, zone: string): string {
  const MINUTE_MS = 60_000;
  const wantedMs = Date.parse(`${dayAfter(day, 1)}T00:00:00Z`) - MINUTE_MS;
  let instant = wantedMs;
  // The second step corrects the guess if daylight saving time changes before the day's end.
  for (let step = 0; step < 2; step++) {
    const wallClock = wallClockIn(zone, new Date(instant).toISOString()).replace(' ', 'T');
    instant += wantedMs - Date.parse(`${wallClock}:00Z`);
  }
  return new Date(instant).toISOString();
}
