import { msg, t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isDay } from '#domain/kernel/query.values.js';
import type { PastClock } from '#domain/kernel/query.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { useMay } from '../lib/account/session.js';
import { DayChoice } from '../kit/lists/day-choice.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { weekdayText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { Segment } from '../ui/inputs/choice.js';
import { TopBar } from '../ui/layout/frame.js';
import { type Names, optionsOf } from '../words/i18n.js';
import { PastFigures } from './past-figures.js';
import { PastBills, PastCustomers, PastLeads } from './past-lists.js';

const clocks = ['recorded', 'happened'] as const satisfies readonly PastClock[];
const clockNames: Names<PastClock> = { recorded: msg`Recorded`, happened: msg`Happened` };

const shownNames = {
  figures: msg`Figures`,
  leads: msg`Leads`,
  customers: msg`Customers`,
  bills: msg`Bills`,
} satisfies Names<string>;
type Shown = keyof typeof shownNames;
const shownParts = Object.keys(shownNames) as readonly Shown[];
/** Present screen of each part. */
const presents: Readonly<Record<Shown, string>> = {
  figures: '/dashboard',
  leads: '/leads',
  customers: '/customers',
  bills: '/bills',
};

/** `/audit/as-of`: figures and lists as they stood at the end of a past day. */
export default function AsOfPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const today = useToday();
  const yesterday = dayAfter(today, -1);
  const asked = search.get('day') ?? '';
  const day = isDay(asked) && asked < today ? asked : yesterday;
  const clock = clocks.find((each) => each === search.get('clock')) ?? 'recorded';
  const shown = shownParts.find((part) => part === search.get('show')) ?? 'figures';
  const back = { to: presents[shown], label: t`Back` };
  const isAllowed = useMay()('GET /api/history/:kind/:id');
  if (!isAllowed)
    return (
      <AccessDeniedPage pageTitle={t`As of a day`} back={back} title={t`Access Denied`}>
        {t`The past is for administrators and finance.`}
      </AccessDeniedPage>
    );
  const change = (changes: Readonly<Record<string, string>>): void =>
    setSearch({ day, clock, show: shown, ...changes }, { replace: true });
  const asOf = { asOf: day, clock };
  return (
    <>
      <TopBar back={back} title={t`As of a day`} />
      <div className="flex min-h-17 items-center gap-3 bg-surface px-gutter py-3 shadow-line-b">
        <Icon icon={History} className="text-accent-ink" />
        <div className="grow" role="status">
          <b className="label font-strong">
            {t`As it stood at the end of ${weekdayText(day, today)}`}
          </b>
          <p className="meta">{t`You see the past. Live updates are off.`}</p>
        </div>
        <ButtonLink to={presents[shown]}>{t`Back to now`}</ButtonLink>
      </div>
      <div className="stack gap-4 px-gutter pt-4 pb-10 md:max-w-[calc(var(--container-page)+2*var(--spacing-gutter))]">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-44 max-md:w-full">
            <DayChoice
              label={t`Day`}
              value={day}
              max={yesterday}
              onDay={(next) => next !== '' && next < today && change({ day: next })}
            />
          </div>
          <Segment
            label={t`Clock`}
            className="max-md:w-full"
            value={clock}
            onValue={(next) => change({ clock: next })}
            options={optionsOf(clockNames)}
          />
          <div className="max-w-full overflow-x-auto max-md:w-full">
            <Segment
              label={t`What is listed`}
              className="max-md:w-full"
              value={shown}
              onValue={(next) => change({ show: next })}
              options={optionsOf(shownNames)}
            />
          </div>
        </div>
        <p className="meta">
          {clock === 'recorded'
            ? t`What arrived late counts on the day it was recorded.`
            : t`What arrived late counts on the day it happened.`}
        </p>
        {shown === 'figures' && <PastFigures asOf={asOf} />}
        {shown === 'leads' && <PastLeads asOf={asOf} />}
        {shown === 'customers' && <PastCustomers asOf={asOf} />}
        {shown === 'bills' && <PastBills asOf={asOf} />}
      </div>
    </>
  );
}
