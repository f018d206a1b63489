import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowRight, Cog } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { HistoryKind } from '#domain/history/history.values.js';
import type { HistoryEntry } from '#domain/history/history.views.js';
import { CopyButton } from '../../ui/buttons/copy-button.js';
import { classes } from '../../ui/classes.js';
import { Avatar } from '../../ui/display/avatar.js';
import { Badge } from '../../ui/display/badge.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, secondText, weekdayText } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { KeepTogether } from '../../ui/display/keep-together.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { Disclosure } from '../../ui/layout/disclosure.js';
import { InlineList } from '../../ui/layout/surface.js';
import { i18n } from '../../words/i18n.js';
import { roleNames } from '../team/role-badge.js';
import { browserName } from '../texts/labels.js';
import { lostReasonText, rejectionText } from '../texts/reasons.js';
import { actorOf, ruleOf } from './automatic.js';
import { eventSentence } from './event-sentences.js';
import { labelOf } from './field-labels.js';
import { type ChangedParts, changedParts } from './changed-parts.js';
import { FieldValue, isNothing, linesOf, changedItems } from './field-value.js';
import type { FieldChange } from './moments.js';

interface ChangesProps {
  kind: HistoryKind;
  changes: readonly FieldChange[];
  recordName: string;
}

const boxClass = 'flex min-h-11 items-center rounded-control px-3 py-2';

/** Maximum length of texts whose values before and after stand side by side. */
const MAX_SIDE_BY_SIDE_LENGTH = 16;

/**
 * Fields before and after, one below the other. Texts stand in boxes, and the words that differ are
 * marked; badges, people, pictures and money need none.
 */
export function Changes({ kind, changes, recordName }: ChangesProps): ReactNode {
  const zone = useZone();
  const readChanges = changes.map(({ field, before, after }) => {
    const items = changedItems(before, after);
    return {
      field,
      items,
      lines: items.map((each) => linesOf(each, field, zone)),
      isList: Array.isArray(before ?? after),
    };
  });
  /** Whether a single field reads the same as a list, such as the next of several follow-ups. */
  const isSaidByOtherField = ({ isList, lines }: (typeof readChanges)[number]): boolean =>
    isList &&
    // pictures have no lines
    lines.some((each) => each !== undefined) &&
    readChanges.some(
      (other) => !other.isList && JSON.stringify(other.lines) === JSON.stringify(lines),
    );
  return readChanges
    .filter((change) => !isSaidByOtherField(change))
    .map(({ field, items, lines }) => (
      <ChangedField
        key={field}
        kind={kind}
        field={field}
        items={items}
        lines={lines}
        recordName={recordName}
      />
    ));
}

interface ChangedFieldProps extends Pick<ChangesProps, 'kind' | 'recordName'> {
  field: string;
  /** Values before and after. */
  items: ReturnType<typeof changedItems>;
  /** Texts of both values, a line each; undefined for values that are shown otherwise. */
  lines: readonly ReturnType<typeof linesOf>[];
}

/** Values of a field before and after. */
function ChangedField({ kind, field, items, lines, recordName }: ChangedFieldProps): ReactNode {
  const [itemsBefore, itemsAfter] = items;
  const [linesBefore, linesAfter] = lines;
  const hasBoxes = linesBefore !== undefined || linesAfter !== undefined;
  const parts =
    linesBefore?.length === linesAfter?.length &&
    linesBefore?.map((line, index) => changedParts(line, linesAfter?.[index] ?? ''));
  const isLong = [...(linesBefore ?? []), ...(linesAfter ?? [])].some(
    ({ length }) => length > MAX_SIDE_BY_SIDE_LENGTH,
  );
  const valueElement = (shown: unknown) => (
    <FieldValue kind={kind} field={field} value={shown} recordName={recordName} />
  );
  const valueBefore = isNothing(itemsBefore, field) ? (
    valueElement(itemsBefore)
  ) : (
    <del className={classes('min-w-0', hasBoxes ? 'decoration-ink-3' : 'no-underline')}>
      {valueElement(itemsBefore)}
    </del>
  );
  return (
    <div>
      <h3 className="meta mb-1.5 font-medium">{labelOf(kind, field)}</h3>
      <div
        className={classes(
          'text-label/[1.35] *:min-w-0',
          !hasBoxes && 'flex flex-wrap items-center gap-x-2 gap-y-1',
          hasBoxes &&
            (isLong
              ? 'grid gap-1'
              : 'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-stretch gap-2'),
        )}
      >
        <div className={classes('text-ink-2', hasBoxes && classes(boxClass, 'bg-sunken'))}>
          <span className="sr-only">{t`Before:`}</span>
          {parts ? <ChangedLines parts={parts} isBefore /> : valueBefore}
        </div>
        <Icon
          icon={hasBoxes && isLong ? ArrowDown : ArrowRight}
          size="s"
          className={classes('text-ink-3', hasBoxes && isLong ? 'ml-3' : 'self-center')}
        />
        <div
          className={classes(hasBoxes && classes(boxClass, 'bg-accent-soft text-accent-soft-ink'))}
        >
          <span className="sr-only">{t`After:`}</span>
          {parts ? (
            <ChangedLines parts={parts} isBefore={false} />
          ) : (
            <ins className="min-w-0 font-medium no-underline">{valueElement(itemsAfter)}</ins>
          )}
        </div>
      </div>
    </div>
  );
}

/** Changed texts before or after, a line each, with the words that differ. */
function ChangedLines({
  parts,
  isBefore,
}: {
  parts: readonly ChangedParts[];
  isBefore: boolean;
}): ReactNode {
  return (
    <span className="stack min-w-0 gap-1">
      {parts.map(({ unchangedStart, unchangedEnd, ...sides }, index) => (
        <span key={index} className="min-w-0 whitespace-pre-line wrap-anywhere">
          <KeepTogether>{unchangedStart}</KeepTogether>
          {isBefore ? (
            <del className="decoration-ink-3">{sides.before}</del>
          ) : (
            <ins className="rounded-tick bg-highlight font-medium no-underline">{sides.after}</ins>
          )}
          <KeepTogether>{unchangedEnd}</KeepTogether>
        </span>
      ))}
    </span>
  );
}

/** First and last characters of an id or a hash. */
const shortenedId = (text: string): string =>
  text.length > 12 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text;

/** Fields of events that hold a text of a person. */
const textFields = ['note', 'notes', 'reason', 'question'];

/** Text of a person in an event, such as a note or a reason, with its field. */
function textOf({ data }: HistoryEntry): { field: string; text: string } | undefined {
  const values: Readonly<Record<string, unknown>> = data;
  const field = textFields.find((each) => typeof values[each] === 'string' && values[each] !== '');
  return field === undefined
    ? undefined
    : { field, text: lostReasonText(rejectionText(values[field] as string)) };
}

interface EventCardProps extends ChangesProps {
  event: HistoryEntry;
  /** Sentence of the event that caused this automatic one. */
  causeText: string | undefined;
  /** Query string of this moment. */
  address: string;
  /** Whether the shown fields contain the event. Those after an unknown event do not. */
  isApplied: boolean;
}

/** Event with its changes, actor, times and proof. */
export function EventCard({
  event,
  causeText,
  address,
  isApplied,
  ...changesProps
}: EventCardProps): ReactNode {
  const { at, capturedAt, by, late, erased, device, network, eventId, commandId, hash } = event;
  const rule = ruleOf(event);
  const today = useToday();
  const sentence = eventSentence(event, today);
  const { field: textField = '', text } = textOf(event) ?? {};
  const { kind, changes } = changesProps;
  const isTextShownElsewhere =
    text !== undefined && (sentence.includes(text) || changes.some(({ after }) => after === text));
  const changesNothing = changes.length === 0 && text === undefined && !erased && isApplied;
  const zone = useZone();
  const exactTimeOf = (instant: string): string => {
    const date = new Date(instant);
    return `${weekdayText(dayIn(zone, date), today)}, ${secondText(date, zone)}`;
  };
  return (
    <section className="card" aria-labelledby="event-title">
      <div className="card-b stack gap-3.5">
        <div className="flex items-center gap-3">
          {by ? (
            <Avatar name={by.name} />
          ) : (
            <span className="grid size-9 flex-none place-items-center rounded-full bg-press text-ink-2">
              <Icon icon={Cog} size="s" />
            </span>
          )}
          <div className="grow">
            <h2 id="event-title" className="t3 wrap-anywhere">
              <KeepTogether>{sentence}</KeepTogether>
            </h2>
            {rule && <p className="meta">{rule}</p>}
            <p className="meta">
              <InlineList
                items={[
                  [actorOf(event), by?.role && i18n._(roleNames[by.role])]
                    .filter(Boolean)
                    .join(', '),
                  <span className="num">{secondText(new Date(at), zone)}</span>,
                  late && <Badge tone="warning">{t`Late`}</Badge>,
                ]}
              />
            </p>
          </div>
        </div>
        {erased && (
          <p className="label text-ink-2">{t`The personal data of this event was erased.`}</p>
        )}
        {text !== undefined && !isTextShownElsewhere && (
          <div>
            <h3 className="meta mb-1.5 font-medium">{labelOf(kind, textField)}</h3>
            <p className="rounded-control bg-sunken px-3 py-2 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </div>
        )}
        <Changes {...changesProps} />
        {changesNothing && <p className="label text-ink-2">{t`No field changed.`}</p>}
        <hr className="border-line" />
        <DescriptionList
          className="text-meta!"
          items={[
            [t`Recorded`, exactTimeOf(at), 'tabular-nums'],
            ...(exactTimeOf(capturedAt) !== exactTimeOf(at)
              ? [[t`Happened`, exactTimeOf(capturedAt), 'tabular-nums'] as const]
              : []),
            ...(causeText === undefined
              ? []
              : [[t`Because of`, <KeepTogether>{causeText}</KeepTogether>] as const]),
            ...(device === undefined ? [] : [[t`Device`, browserName(device)] as const]),
            ...(network === undefined ? [] : [[t`Network`, network, 'tabular-nums'] as const]),
          ]}
        />
        <CopyLink address={address} />
        <Disclosure summary={t`Proof`}>
          <div className="stack gap-3">
            <DescriptionList
              className="text-meta!"
              items={[
                [t`Event`, <Code>{eventId}</Code>],
                [t`Command`, <Code>{commandId}</Code>],
                [t`Hash`, <Code>{hash}</Code>],
              ]}
            />
            <CopyButton
              className="self-start"
              label={t`Copy event and hash`}
              text={[eventId, hash].join('\n')}
            />
          </div>
        </Disclosure>
      </div>
    </section>
  );
}

/** Button that copies the link to a moment, because an installed app has no address bar. */
export function CopyLink({ address }: { address: string }): ReactNode {
  const { pathname } = useLocation();
  return (
    <CopyButton
      className="self-start"
      label={t`Copy link`}
      text={`${location.origin}${pathname}${address}`}
    />
  );
}

const Code = ({ children }: { children: string }): ReactNode => (
  <code className="num" title={children}>
    {shortenedId(children)}
  </code>
);
