import { msg, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { FileDown, History } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { HistoryKind } from '#domain/history/history.values.js';
import type { HistoryRecords } from '#domain/history/history.views.js';
import { usePermissions } from '../../lib/account/session.js';
import { isMissing } from '../../lib/query-client.js';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { clockText, dayIn, dayText, weekdayText } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { Banner } from '../../ui/feedback/banner.js';
import { EmptyState, ErrorState, Loading, SkeletonCards } from '../../ui/feedback/states.js';
import { Segment } from '../../ui/inputs/choice.js';
import { Screen, TopBar } from '../../ui/layout/frame.js';
import { Card } from '../../ui/layout/surface.js';
import { i18n, type Names, optionsOf, translated } from '../../words/i18n.js';
import { AccessDeniedPage } from '../records/access-denied.js';
import { PastProvider } from '../records/past.js';
import { typeName } from '../texts/type-names.js';
import { Changes, CopyLink, EventCard } from './event-card.js';
import { EventList } from './event-list.js';
import { eventSentence } from './event-sentences.js';
import { historyQuery, type LoadedHistory } from './history-query.js';
import { Moments } from './moments.js';
import { RecordFields } from './record-fields.js';
import { TimeControls } from './time-controls.js';
import { momentSearch, useMoment } from './use-moment.js';
import { useProofDownload } from './use-proof-download.js';
import { VerifiedLine } from './verified-line.js';

/** Texts by kind of record: whole sentences, because their grammar differs. */
const texts: Readonly<
  Record<HistoryKind, { readonly noun: Names<string>[string]; readonly at: (n: number) => string }>
> = {
  lead: { noun: msg`Lead`, at: (n) => t`The lead at event ${n}` },
  bill: { noun: msg`Bill`, at: (n) => t`The bill at event ${n}` },
  customer: { noun: msg`Customer`, at: (n) => t`The customer at event ${n}` },
  quotation: { noun: msg`Quotation`, at: (n) => t`The quotation at event ${n}` },
  product: { noun: msg`Product`, at: (n) => t`The product at event ${n}` },
  package: { noun: msg`Package`, at: (n) => t`The package at event ${n}` },
  offer: { noun: msg`Offer`, at: (n) => t`The offer at event ${n}` },
  member: { noun: msg`Member`, at: (n) => t`The member at event ${n}` },
  organization: { noun: msg`Organization`, at: (n) => t`The organization at event ${n}` },
};

export interface HistoryPageProps<Kind extends HistoryKind> {
  kind: Kind;
  id: string;
  /** Screen of the record today, where Back and "Back to now" lead. */
  back: { readonly to: string; readonly label: string };
  /** Address of the list, where Back leads once the record is deleted or erased. */
  readonly list?: string;
  /** Renders a past state of the record as today's screen would. */
  screen?: (record: HistoryRecords[Kind]) => ReactNode;
}

/** History of a record: every event, and the record as it stood after each of them. */
export function HistoryPage<Kind extends HistoryKind>(props: HistoryPageProps<Kind>): ReactNode {
  const may = usePermissions();
  const { kind, id, back } = props;
  const isAllowed = may('GET /api/history/:kind/:id');
  const query = useQuery({ ...historyQuery(kind, id), enabled: isAllowed });
  if (!isAllowed)
    return (
      <AccessDeniedPage pageTitle={t`History`} back={back} title={t`Access Denied`}>
        {t`Histories are for administrators and finance.`}
      </AccessDeniedPage>
    );
  const page = (content: ReactNode): ReactNode => (
    <Screen
      title={i18n._(texts[kind].noun)}
      subtitle={<Subtitle />}
      back={back}
      pageClassName="pt-2"
    >
      {content}
    </Screen>
  );
  if (query.data === undefined && query.isError)
    return page(
      <div className="card">
        {isMissing(query.error) ? (
          <EmptyState title={t`No history found`} art={History}>
            {t`No record of your organization has this address.`}
          </EmptyState>
        ) : (
          <ErrorState
            title={t`Failed to load history`}
            busy={query.isFetching}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
      </div>,
    );
  return (
    <Loading
      when={query.data === undefined}
      label={t`Loading history`}
      skeleton={page(<SkeletonCards count={3} className="grid gap-4 lg:grid-cols-3" />)}
    >
      {() => query.data && <HistoryContent key={id} {...props} history={query.data} />}
    </Loading>
  );
}

const Subtitle = (): ReactNode => <span className="meta">{t`History`}</span>;

/** Revision of the first event of each day, oldest first; entries come newest first. */
function firstRevisionsOfDays(entries: LoadedHistory['entries'], zone: string): readonly number[] {
  const days = entries.map(({ at }) => dayIn(zone, new Date(at)));
  const isFirstOfDay = (index: number): boolean => days[index + 1] !== days[index];
  return entries
    .filter((_, index) => isFirstOfDay(index))
    .map(({ revision }) => revision)
    .toReversed();
}

type View = 'fields' | 'screen';
const viewNames: Names<View> = { fields: msg`Fields`, screen: msg`Screen` };

function HistoryContent<Kind extends HistoryKind>({
  kind,
  id,
  back,
  list = back.to,
  screen,
  history,
}: HistoryPageProps<Kind> & { history: LoadedHistory }): ReactNode {
  const { entries, total, newerFrom, deleted, erased } = history;
  const today = useToday();
  const zone = useZone();
  const moments = useMemo(() => new Moments(history), [history]);
  const { at, comparedWith, slideTo, jumpTo, compareWith } = useMoment();
  const number = Math.min(at ?? total, total);
  const entry = moments.entry(number);
  // the name of a bill is its type, which has a translation
  const shownName = kind === 'bill' ? translated(history.recordName) : history.recordName;
  const recordName = shownName || i18n._(texts[kind].noun);
  const proof = useProofDownload(kind, id, recordName);
  const dayStarts = useMemo(() => firstRevisionsOfDays(entries, zone), [entries, zone]);
  const whenOf = useCallback(
    (instant: string): string => {
      const date = new Date(instant);
      return `${weekdayText(dayIn(zone, date), today)}, ${clockText(date, zone)}`;
    },
    [zone, today],
  );
  const timeOf = (eventNumber: number) => {
    const entryAt = moments.entry(eventNumber)?.at;
    if (entryAt === undefined) return undefined;
    const date = new Date(entryAt);
    return { day: dayText(dayIn(zone, date), today), clock: clockText(date, zone) };
  };
  const changesOf = useCallback((eventNumber: number) => moments.changesOf(eventNumber), [moments]);
  const addressOfMoment = useCallback(
    (to: number) => momentSearch({ at: to, with: comparedWith }),
    [comparedWith],
  );
  const isNow = number === total;
  // a newer version of the app wrote the events from `newerFrom` on
  const isApplied = newerFrom === undefined || number < newerFrom;
  const when = entry ? whenOf(entry.at) : '';
  // an erased bill is still shown on its screen
  const isGone = deleted === true || (erased === true && moments.record(total) === null);
  return (
    <div className="stack flex-1">
      <TopBar
        back={isGone ? { ...back, to: list } : back}
        title={recordName}
        subtitle={<span className="meta">{subtitleOf({ erased, deleted })}</span>}
        actions={
          proof && (
            <Button
              kind="ghost"
              className="btn-icon"
              aria-label={t`Download Proof`}
              title={t`Download Proof`}
              busy={proof.isRunning}
              onClick={proof.start}
            >
              {!proof.isRunning && <Icon icon={FileDown} />}
            </Button>
          )
        }
      />
      <MomentHeading
        isNow={isNow}
        when={when}
        backToNow={
          isGone ? (
            <Button onClick={() => jumpTo(total)}>{t`Back to now`}</Button>
          ) : (
            <ButtonLink to={back.to}>{t`Back to now`}</ButtonLink>
          )
        }
      >
        <VerifiedLine kind={kind} id={id} total={total} recordName={recordName} />
      </MomentHeading>
      <TimeControls
        count={total}
        number={number}
        valueText={
          entry ? `${eventSentence(entry, today)}, ${when}` : t`Event ${number} of ${total}`
        }
        dayStarts={dayStarts}
        timeOf={timeOf}
        onSlide={slideTo}
        comparedWith={comparedWith}
        onCompare={compareWith}
      />
      {erased && (
        <Banner tone="neutral" icon={History}>
          {t`The personal data was erased. What happened, when and by whom stays.`}
        </Banner>
      )}
      {!isApplied && (
        <Banner tone="neutral" icon={History}>
          {t`This version of Fieldtrace does not know event ${newerFrom}. The fields are shown as they were before it. Nothing is lost: a newer version shows them in full.`}
        </Banner>
      )}
      {entry ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 px-gutter pt-4 pb-8 md:grid-cols-2 md:gap-4 lg:max-w-[calc(var(--container-page)+2*var(--spacing-gutter))] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_19rem]">
          {comparedWith === undefined ? (
            <EventCard
              kind={kind}
              event={entry}
              changes={moments.changesOf(number)}
              recordName={recordName}
              causeText={causeSentence(entry, moments, today)}
              address={momentSearch({ at: number })}
              isApplied={isApplied}
            />
          ) : (
            <Comparison
              kind={kind}
              moments={moments}
              between={[Math.min(comparedWith, total), number]}
              recordName={recordName}
              address={momentSearch({ at: number, with: comparedWith })}
            />
          )}
          <PastProvider at={entry.at}>
            <RecordAtMoment
              kind={kind}
              number={number}
              moments={moments}
              recordName={recordName}
              screen={screen}
              onBlame={(field) => {
                const setter = moments.setterOf(field, number);
                if (setter === undefined) return;
                jumpTo(setter);
                document.querySelector('#main')?.scrollIntoView?.({ block: 'start' });
              }}
            />
          </PastProvider>
          <div className="md:col-span-2 xl:col-span-1">
            <EventList
              entries={entries}
              total={total}
              number={number}
              addressOf={addressOfMoment}
              changesOf={changesOf}
            />
          </div>
        </div>
      ) : (
        <div className="px-gutter pt-4">
          <SkeletonCards count={2} className="grid gap-4 md:grid-cols-2" />
        </div>
      )}
    </div>
  );
}

/** Heading with the shown moment. `children` says whether the history is verified. */
const MomentHeading = ({
  isNow,
  when,
  backToNow,
  children,
}: {
  isNow: boolean;
  when: string;
  /** Button that leads from a past moment to the record of today. */
  backToNow: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <div className="flex min-h-17 flex-wrap items-center gap-x-3 bg-surface px-gutter pt-3 pb-1 md:pb-3">
    <Icon icon={History} className="text-accent-ink" />
    <div className="min-w-0 flex-1">
      <b className="label num font-strong whitespace-normal">
        {isNow ? t`As it stands since ${when}` : t`As it stood on ${when}`}
      </b>
      <p className="meta">
        {isNow
          ? t`Nothing newer happened. Move the slider to see the past.`
          : t`You see the past. Nothing can be changed here.`}
      </p>
    </div>
    {/* on a line of its own on a phone */}
    <div className="flex min-h-8 items-center max-md:order-last max-md:-mt-2 max-md:min-h-tap max-md:w-full max-md:pl-8">
      {children}
    </div>
    {!isNow && backToNow}
  </div>
);

/**
 * Sentence of the event that caused an automatic one; undefined for events of people. A cause on
 * another record comes without its data, so that only its type is named.
 */
function causeSentence(
  { by, cause }: { readonly by?: unknown; readonly cause?: { type?: string; eventId: string } },
  moments: Moments,
  today: string,
): string | undefined {
  if (by || !cause) return undefined;
  const loadedCause = moments.entryById(cause.eventId);
  if (loadedCause) return eventSentence(loadedCause, today);
  return (cause.type && typeName(cause.type)) ?? t`An event of another record`;
}

interface ComparisonProps {
  kind: HistoryKind;
  moments: Moments;
  between: readonly [number, number];
  recordName: string;
  /** Query string of both moments. */
  address: string;
}

function subtitleOf({ erased, deleted }: Readonly<Record<'erased' | 'deleted', unknown>>): string {
  if (erased) return t`History, erased`;
  return deleted ? t`History, deleted` : t`History`;
}

/** Fields that differ between two moments, the earlier one first. */
function Comparison({ kind, moments, between, recordName, address }: ComparisonProps): ReactNode {
  const [one, other] = between.toSorted((a, b) => a - b) as [number, number];
  const changes = moments.compare(one, other);
  return (
    <Card title={t`Event ${one} and event ${other}`} bodyClassName="stack gap-3.5 pt-3">
      {one === other ? (
        <p className="label text-ink-2">{t`Move the slider to the moment to compare with.`}</p>
      ) : changes.length === 0 ? (
        <p className="label text-ink-2">{t`No field differs.`}</p>
      ) : (
        <Changes kind={kind} changes={changes} recordName={recordName} />
      )}
      {one !== other && <CopyLink address={address} />}
    </Card>
  );
}

const statusFields = ['status', 'stage', 'paymentStatus', 'quotedPaise'];

/** Fields above a record's screen. Changed fields are on the card of the event. */
const pickStatusFields = <Fields extends object>(record: Fields) =>
  Object.fromEntries(
    Object.entries(record).filter(([field]) => statusFields.includes(field)),
  ) as Fields;

function RecordAtMoment<Kind extends HistoryKind>({
  kind,
  number,
  moments,
  recordName,
  screen,
  onBlame,
}: Pick<HistoryPageProps<Kind>, 'kind' | 'screen'> & {
  number: number;
  moments: Moments;
  recordName: string;
  onBlame: (field: string) => void;
}): ReactNode {
  const [view, setView] = useState<View>('fields');
  const record = moments.record(number);
  const isScreen = view === 'screen' && screen !== undefined && record !== null;
  const viewSwitch = screen && record !== null && (
    <Segment
      label={t`View`}
      value={view}
      onValue={setView}
      options={optionsOf(viewNames)}
      className="self-start"
    />
  );
  const title = texts[kind].at(number);
  const changed = new Set(moments.changesOf(number).map(({ field }) => field));
  const fieldProps = { kind, recordName, changed, onBlame };
  if (isScreen) {
    const shownFields = pickStatusFields(record);
    return (
      <section className="stack min-w-0 gap-3" aria-label={title}>
        <div className="card card-b stack gap-2">
          <h2 className="t3 mb-2">{title}</h2>
          {viewSwitch}
          {Object.keys(shownFields).length > 0 && (
            <RecordFields {...fieldProps} record={shownFields} />
          )}
        </div>
        {screen(record as unknown as HistoryRecords[Kind])}
      </section>
    );
  }
  return (
    <Card title={title} bodyClassName="stack gap-2 pt-3">
      {viewSwitch}
      {record === null ? (
        <p className="label text-ink-2">{t`Nothing is left of it at this moment.`}</p>
      ) : (
        <RecordFields {...fieldProps} record={record} />
      )}
    </Card>
  );
}
