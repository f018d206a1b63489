import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ArrowRightLeft,
  CalendarCheck,
  Clock,
  CalendarPlus,
  CalendarX,
  ChevronRight,
  CircleAlert,
  FileText,
  type LucideIcon,
  MapPin,
  Pencil,
  Plus,
  Share2,
  ShieldOff,
  Trash2,
} from 'lucide-react';
import { type ReactNode } from 'react';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { isStepByCustomer } from '#domain/quotations/by-customer.js';
import { useDraftTotal } from '../../kit/quotations/draft-totals.js';
import { personName } from '../../kit/team/person-name.js';
import { useIsHighlighted } from '../../lib/live/live.js';
import { useOnline } from '../../lib/server/network.js';
import { retryItem } from '../../lib/outbox/outbox-resubmit.js';
import { useFileUrl } from '../../lib/photos/photos.js';
import { Avatar } from '../../ui/display/avatar.js';
import { Badge } from '../../ui/display/badge.js';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { Link } from '../../ui/buttons/link.js';
import { classes } from '../../ui/classes.js';
import { Money, Time, useToday, useZone } from '../../ui/display/figures.js';
import { clockText, dayHeading, dayText } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { LiveIndicator } from '../../ui/display/live-indicator.js';
import { FieldError } from '../../ui/inputs/field.js';
import { Disclosure } from '../../ui/layout/disclosure.js';
import { InlineList } from '../../ui/layout/surface.js';
import {
  TimelineBubble,
  TimelineText,
  SendState,
  TimelineItem,
} from '../../ui/display/timeline.js';
import { entrySentence, namesActor } from './entry-sentence.js';
import type { QuotationStep } from './quotation-steps.js';
import { sendingStateText, textOfCommand, queuedTitle } from '../../kit/offline/queued-commands.js';
import { useItemChange } from '../../kit/offline/use-item-change.js';
import type { QueuedProps } from '../../kit/offline/use-resubmit-dialog.js';
import { PhotoTiles } from '../../kit/capture/photo-tiles.js';
import { placeText } from '../../kit/leads/contact.js';
import { visitOutcomeText } from '../../kit/texts/outcome-names.js';
import { NewStatus, StatusGlyph } from '../../kit/leads/status-badge.js';
import { translated } from '../../words/i18n.js';
import { memoized } from '../../words/language.js';

const iconsByType: Readonly<Partial<Record<TimelineEntry['type'], LucideIcon>>> = {
  LeadCreated: Plus,
  LeadEdited: Pencil,
  LeadReassigned: ArrowRightLeft,
  FollowUpScheduled: CalendarPlus,
  FollowUpCompleted: CalendarCheck,
  FollowUpCancelled: CalendarX,
  ItemShared: Share2,
  QuotationRequested: FileText,
  QuotationUploaded: FileText,
  QuotationStepped: FileText,
  VisitRecorded: MapPin,
  LeadDeleted: Trash2,
  PersonalDataErased: ShieldOff,
};

interface EntryProps {
  entry: TimelineEntry;
  /** Earlier steps of the same quotation, shown on request. */
  earlierSteps: readonly QuotationStep[];
  /** First draft of the quotation, which has no entry of its own. */
  draft: QuotationStep | undefined;
  /** Status that the entry has set. */
  newStatus: LeadStatus | undefined;
  meId: string;
}

/** Activity type or outcome of a note; older notes have none. */
const translatedType = (type: unknown): string | undefined =>
  typeof type === 'string' ? translated(type) : undefined;

/** Name of an entry's actor: a member, the customer, or Fieldtrace for an expired quotation. */
function actorOfEntry({ type, data, by }: TimelineEntry, meId: string): string {
  if (type === 'QuotationStepped') {
    if (isStepByCustomer(data)) return t`The customer`;
    if (data.step === 'Expired') return 'Fieldtrace';
  }
  return by.id === meId ? t`You` : personName(by);
}

export const TimelineEntryRow = memoized(function TimelineEntryRow({
  entry,
  earlierSteps,
  draft,
  newStatus,
  meId,
}: EntryProps): ReactNode {
  const today = useToday();
  const highlighted = useIsHighlighted(entry.entryId);
  const isOwn = entry.by.id === meId;
  const actor = actorOfEntry(entry, meId);
  // a visit shows its start; its history has the time of recording
  const shownAt = entry.type === 'VisitRecorded' ? entry.data.startedAt : entry.capturedAt;
  const time = <Time at={shownAt} as="clock" />;
  const lineEnd = highlighted && <LiveIndicator live>{t`Just now`}</LiveIndicator>;
  const photos = 'photoFileIds' in entry.data ? entry.data.photoFileIds : undefined;

  if (entry.type === 'NoteAdded') {
    return (
      <TimelineItem
        node={{ element: <Avatar name={personName(entry.by)} isMe={isOwn} size="node" /> }}
        highlighted={highlighted}
      >
        <TimelineBubble
          actor={actor}
          kind={translatedType(entry.data.activity)}
          time={time}
          lineEnd={lineEnd || undefined}
          isMine={isOwn}
        >
          {entry.data.outcome && (
            <p className="font-medium">{translatedType(entry.data.outcome)}</p>
          )}
          {(entry.data.note || !entry.data.outcome || entry.erased) && (
            <p className="whitespace-pre-line">{entry.data.note || t`Erased`}</p>
          )}
          {photos && photos.length > 0 && (
            <PhotoTiles
              fileIds={photos}
              owner={personName(entry.by)}
              max={4}
              className="mt-2 w-64 max-w-full"
            />
          )}
        </TimelineBubble>
      </TimelineItem>
    );
  }
  if (entry.type === 'QuotationUploaded') {
    return (
      <TimelineItem node={FileText} highlighted={highlighted}>
        <UploadedBubble
          data={entry.data}
          actor={actor}
          time={time}
          lineEnd={lineEnd}
          newStatus={newStatus}
        />
      </TimelineItem>
    );
  }
  if (entry.type === 'VisitRecorded')
    return (
      <TimelineItem node={MapPin} highlighted={highlighted}>
        <VisitBubble
          entry={entry}
          actor={actor}
          meId={meId}
          time={time}
          lineEnd={lineEnd}
          newStatus={newStatus}
        />
      </TimelineItem>
    );
  const status = statusAfter(entry);
  const sentence = entrySentence(entry, actor, meId, (on) => dayHeading(on, today));
  const steps = [...(draft ? [draft] : []), ...earlierSteps];
  const isDraft = entry.type === 'QuotationStepped' && entry.data.step === 'Draft';
  const node = status
    ? { element: <StatusGlyph status={status} className="node" /> }
    : (iconsByType[entry.type] ?? CircleAlert);
  return (
    <TimelineItem node={node} highlighted={highlighted}>
      {isDraft ? (
        <DraftBubble data={entry.data} actor={actor} time={time} lineEnd={lineEnd} />
      ) : (
        <TimelineText actor={namesActor(entry) ? undefined : actor} time={time}>
          {draft && earlierSteps.length === 0 ? (
            <EntryWithDraft sentence={sentence} draft={draft} entry={entry} />
          ) : (
            sentence
          )}
          {lineEnd && <span className="ml-2">{lineEnd}</span>}
        </TimelineText>
      )}
      {photos && photos.length > 0 && (
        <PhotoTiles
          fileIds={photos}
          owner={personName(entry.by)}
          max={4}
          className="mt-1 w-64 max-w-full"
        />
      )}
      {earlierSteps.length > 0 && (
        <Disclosure summary={stepsText([...steps, entry])}>
          {steps.map((step) => (
            <TimelineText
              key={step.entryId}
              actor={actorOfEntry(step, meId)}
              time={
                <>
                  {step.on !== entry.on && `${dayText(step.on, today)}, `}
                  <Time at={step.capturedAt} as="clock" />
                </>
              }
            >
              {entrySentence(step, actor, meId, (on) => dayHeading(on, today))}
            </TimelineText>
          ))}
        </Disclosure>
      )}
    </TimelineItem>
  );
});

/** If the next step follows a draft within this time, its entry does not mention the draft. */
const MIN_DRAFT_AGE_MS = 10 * 60_000;

/** Line of an entry, with the time of the first draft unless the entry followed it closely. */
function EntryWithDraft({
  sentence,
  draft,
  entry,
}: {
  sentence: ReactNode;
  draft: QuotationStep;
  entry: TimelineEntry;
}): ReactNode {
  const today = useToday();
  const zone = useZone();
  const draftedAt = new Date(draft.capturedAt);
  if (Date.parse(entry.capturedAt) - draftedAt.getTime() <= MIN_DRAFT_AGE_MS) return sentence;
  const when = draft.on === entry.on ? clockText(draftedAt, zone) : dayText(draft.on, today);
  return (
    <Trans>
      {sentence}, drafted {when}
    </Trans>
  );
}

/** `Sent 4 times, 5 earlier steps`. */
function stepsText(stepsOfQuotation: readonly TimelineEntry[]): string {
  const sent = stepsOfQuotation.filter(
    (entry) => entry.type === 'QuotationStepped' && entry.data.step === 'Sent',
  ).length;
  const steps = plural(stepsOfQuotation.length - 1, {
    one: '# earlier step',
    other: '# earlier steps',
  });
  return sent > 1 ? t`Sent ${sent} times, ${steps}` : steps;
}

const finalStatuses: Readonly<Record<'LeadLost' | 'LeadConverted', LeadStatus>> = {
  LeadLost: 'Lost',
  LeadConverted: 'Converted',
};
function statusAfter(entry: TimelineEntry): LeadStatus | undefined {
  if (entry.type === 'LeadStatusChanged') return entry.data.to;
  return entry.type === 'LeadLost' || entry.type === 'LeadConverted'
    ? finalStatuses[entry.type]
    : undefined;
}

/** Visit as a card: duration, outcome, notes, photos and place. */
function VisitBubble({
  entry,
  actor,
  meId,
  time,
  lineEnd,
  newStatus,
}: {
  entry: Extract<TimelineEntry, { type: 'VisitRecorded' }>;
  actor: string;
  meId: string;
  time: ReactNode;
  lineEnd: ReactNode;
  newStatus: LeadStatus | undefined;
}): ReactNode {
  const today = useToday();
  const { outcome, notes, photoFileIds = [], place, accuracyMetres } = entry.data;
  return (
    <TimelineBubble wide>
      <div className="row flex-wrap items-baseline gap-y-0">
        <p className="min-w-0 flex-[1_1_8rem] wrap-anywhere">
          {entrySentence(entry, actor, meId, (on) => dayHeading(on, today))}
        </p>
        <span className="meta num ml-auto flex-none">{lineEnd || time}</span>
      </div>
      {outcome && <p className="font-medium">{visitOutcomeText(outcome)}</p>}
      {notes && <p className="whitespace-pre-line">{notes}</p>}
      {photoFileIds.length > 0 && (
        <PhotoTiles
          fileIds={photoFileIds}
          owner={personName(entry.by)}
          max={4}
          className={classes(
            'mt-2 w-96 max-w-full',
            // up to three fill the width of a phone
            photoFileIds.length <= 3 && 'max-md:grid-cols-3',
          )}
        />
      )}
      {place && <div className="meta mt-1">{placeText(place, accuracyMetres)}</div>}
      {newStatus && (
        <div className="mt-1.5">
          <NewStatus status={newStatus} />
        </div>
      )}
    </TimelineBubble>
  );
}

interface QuotationBubbleProps {
  title: ReactNode;
  badge: ReactNode;
  paise: number | undefined;
  /** Facts below the sum. */
  facts: readonly ReactNode[];
  time: ReactNode;
  lineEnd: ReactNode;
  /** Address of the quotation, for one that was built in the product. */
  to?: string;
  children?: ReactNode;
}

/** Quotation as a card: its state, sum and facts. */
const QuotationBubble = ({
  title,
  badge,
  paise,
  facts,
  time,
  lineEnd,
  to,
  children,
}: QuotationBubbleProps): ReactNode => (
  <div className="relative w-full">
    <TimelineBubble wide>
      <div className="row flex-wrap items-baseline gap-y-0">
        <h2 className="t3">
          {to === undefined ? (
            title
          ) : (
            <Link to={to} className="rounded-control after:absolute after:inset-0">
              {title}
            </Link>
          )}
        </h2>
        {badge}
        <span className="meta num ml-auto flex-none">{lineEnd || time}</span>
      </div>
      <div className="row between">
        <div className="min-w-0">
          {/* keeps the line while the sum of a draft is fetched */}
          <div className="my-0.5 min-h-(--text-title-2--line-height) text-title-2 font-strong tabular-nums">
            {paise !== undefined && <Money paise={paise} />}
          </div>
          <div className="meta">
            <InlineList items={facts} />
          </div>
        </div>
        {to !== undefined && <Icon icon={ChevronRight} size="s" className="text-ink-3" />}
      </div>
      {children}
    </TimelineBubble>
  </div>
);

interface BubbleEnds {
  actor: string;
  time: ReactNode;
  lineEnd: ReactNode;
}

/** Quotation of an uploaded file. */
function UploadedBubble({
  data,
  actor,
  newStatus,
  ...ends
}: BubbleEnds & {
  data: Extract<TimelineEntry, { type: 'QuotationUploaded' }>['data'];
  newStatus: LeadStatus | undefined;
}): ReactNode {
  const today = useToday();
  return (
    <QuotationBubble
      {...ends}
      title={t`Quotation`}
      badge={<Badge tone="quote-sent">{t`Sent`}</Badge>}
      paise={data.amountPaise}
      facts={[
        data.validUntilOn && t`Valid until ${dayText(data.validUntilOn, today)}`,
        data.notes,
        actor,
      ]}
    >
      {newStatus && (
        <div className="mt-1.5">
          <NewStatus status={newStatus} />
        </div>
      )}
      {data.fileId && <OpenDocument fileId={data.fileId} />}
    </QuotationBubble>
  );
}

/** Draft that was not sent since, with the sum of its builder. */
function DraftBubble({
  data: { quotationId, number },
  actor,
  ...ends
}: BubbleEnds & { data: QuotationStep['data'] }): ReactNode {
  return (
    <QuotationBubble
      {...ends}
      title={number === undefined ? t`Quotation` : t`Quotation ${number}`}
      badge={<Badge>{t`Draft`}</Badge>}
      paise={useDraftTotal(quotationId)}
      facts={[t`Not sent yet`, actor]}
      to={`/quotations/${quotationId}`}
    />
  );
}

/** Opens the quotation's document by a link that expires within minutes. */
function OpenDocument({ fileId }: { fileId: string }): ReactNode {
  const { url, failed, kind } = useFileUrl(fileId);
  if (failed) return <p className="meta mt-2">{t`The file cannot be shown now.`}</p>;
  return (
    <ButtonLink
      icon={FileText}
      href={url ?? '#'}
      aria-disabled={url === undefined || undefined}
      target="_blank"
      rel="noreferrer"
      className="mt-2.5"
    >
      {kind === 'image' ? t`Open image` : t`Open PDF`}
    </ButtonLink>
  );
}

/** Waiting command: dashed, with its sending state. */
export function QueuedEntry({ item, onShow }: QueuedProps): ReactNode {
  const online = useOnline();
  const { run, busy, message } = useItemChange(t`${queuedTitle(item)} was not sent`);
  const text = textOfCommand(item);
  if (text === undefined) return null;
  const isRefused = item.state === 'refused';
  const photos = item.files.map(({ fileId }) => fileId);
  return (
    <TimelineItem node={isRefused ? CircleAlert : Clock} queued>
      <TimelineBubble
        actor={t`You`}
        kind={translatedType(item.data['activity'])}
        time={<Time at={item.capturedAt} as="clock" />}
        isMine
      >
        <p className="whitespace-pre-line">{text}</p>
        {photos.length > 0 && (
          <PhotoTiles fileIds={photos} max={4} waiting className="mt-2 w-64 max-w-full" />
        )}
      </TimelineBubble>
      <SendState isFailed={isRefused} icon={isRefused ? CircleAlert : undefined}>
        {sendingStateText(item, online)}
      </SendState>
      {isRefused && (
        <div className="row">
          <Button kind="ghost" busy={busy} onClick={() => run(() => retryItem(item.commandId))}>
            {t`Retry`}
          </Button>
          <Button kind="ghost" onClick={() => onShow(item)}>
            {t`Fix`}
          </Button>
        </div>
      )}
      {message && <FieldError>{message}</FieldError>}
    </TimelineItem>
  );
}
