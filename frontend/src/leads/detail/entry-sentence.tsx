import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { Link } from '../../ui/buttons/link.js';
import { Money } from '../../ui/display/figures.js';
import { durationBetween, listFormat } from '../../ui/display/format.js';
import { eventSentences, unknownSentence } from '../../kit/texts/event-sentences.js';
import { fieldName } from '../../kit/texts/field-names.js';
import { lostReasonText } from '../../kit/texts/reasons.js';
import { translated, intlLocale } from '../../words/i18n.js';

/** Field names as the form labels them: `phone`, `firstName` → `Phone and First name`. */
const fieldList = (fields: readonly string[]): string =>
  listFormat(intlLocale(), {}).format(fields.map(fieldName));

/** Entries whose text names no actor. */
const typesWithoutActor: ReadonlySet<TimelineEntry['type']> = new Set<TimelineEntry['type']>([
  'LeadStatusChanged',
  'LeadLost',
  'FollowUpScheduled',
  'FollowUpCompleted',
  'FollowUpCancelled',
  'QuotationStepped',
  'PersonalDataErased',
]);
export const namesActor = ({ type }: TimelineEntry): boolean => !typesWithoutActor.has(type);

type StepData = Extract<TimelineEntry, { type: 'QuotationStepped' }>['data'];

/** Step of a quotation that was built in the product, with its link. */
function QuotationStepSentence({ data }: { data: StepData }): ReactNode {
  const sentence = eventSentences.QuotationStepped(data);
  const { quotationId, number = sentence, totalPaise } = data;
  const [textBefore, textAfter] = sentence.split(number);
  return (
    <>
      {textBefore}
      <Link to={`/quotations/${quotationId}`} className={data.number && 'num'}>
        {number}
      </Link>
      {textAfter}
      {totalPaise !== undefined && (
        <>
          {' '}
          <Money paise={totalPaise} />
        </>
      )}
    </>
  );
}

/** Text of an entry in one line; undefined for entries with a component of their own. */
export function entrySentence(
  entry: TimelineEntry,
  actor: string,
  meId: string,
  dayTextOf: (on: string) => string,
): ReactNode | undefined {
  switch (entry.type) {
    case 'LeadCreated':
      return (
        <Trans>
          <b>{actor}</b> created the lead
        </Trans>
      );
    case 'LeadEdited': {
      const fields = Object.keys(entry.data.changes);
      return fields.length === 0 ? (
        <Trans>
          <b>{actor}</b> changed the details
        </Trans>
      ) : (
        <Trans>
          <b>{actor}</b> changed: {fieldList(fields)}
        </Trans>
      );
    }
    case 'LeadReassigned':
      return (
        <Trans>
          <b>{actor}</b> assigned the lead to{' '}
          <b>{entry.data.to === meId ? t`you` : entry.people[entry.data.to] || t`a colleague`}</b>
        </Trans>
      );
    case 'LeadStatusChanged':
      return (
        <Trans>
          Status changed to <b>{translated(entry.data.to)}</b>
        </Trans>
      );
    case 'LeadLost':
      return (
        <Trans>
          Lead marked as <b>Lost</b>. Reason: {lostReasonText(entry.data.reason) || t`erased`}
        </Trans>
      );
    case 'FollowUpScheduled':
      return (
        <Trans>
          Next follow-up: <b>{dayTextOf(entry.data.dueOn)}</b>
        </Trans>
      );
    case 'FollowUpCompleted':
      return eventSentences.FollowUpCompleted();
    case 'FollowUpCancelled':
      return eventSentences.FollowUpCancelled(entry.data.reason);
    case 'QuotationStepped':
      return <QuotationStepSentence data={entry.data} />;
    case 'ItemShared': {
      const { openings = 0, data } = entry;
      return (
        <>
          <Trans>
            <b>{actor}</b> shared <b>{data.title}</b>
          </Trans>
          {openings > 0 && (
            <span className="font-medium">
              . {plural(openings, { one: 'Opened once', other: 'Opened # times' })}
            </span>
          )}
        </>
      );
    }
    case 'QuotationRequested':
      return (
        <>
          <Trans>
            <b>{actor}</b> asked for a quotation
          </Trans>
          {entry.data.note && `: ${entry.data.note}`}
        </>
      );
    case 'VisitRecorded':
      return (
        <>
          <Trans>
            <b>{actor}</b> visited
          </Trans>
          <b className="dot-sep">{durationBetween(entry.data.startedAt, entry.data.endedAt)}</b>
        </>
      );
    case 'LeadConverted': {
      const { from, payment } = entry.data;
      if (!payment)
        return (
          <Trans>
            <b>{actor}</b> converted the lead to a <b>customer</b>
          </Trans>
        );
      const amount = <Money paise={payment.amountPaise} />;
      return from === 'Converted' ? (
        <Trans>
          <b>{actor}</b> added a payment of {amount}
        </Trans>
      ) : (
        <Trans>
          <b>{actor}</b> converted the lead to a <b>customer</b>, {amount} paid
        </Trans>
      );
    }
    case 'LeadDeleted':
      return (
        <Trans>
          <b>{actor}</b> deleted the lead
        </Trans>
      );
    case 'PersonalDataErased':
      return t`Personal data erased`;
    case 'NoteAdded':
    case 'QuotationUploaded':
      return undefined;
    default:
      return sentenceOfNewerType(entry);
  }
}

/** Never called for a type of this build. */
const sentenceOfNewerType = (_: never): string => unknownSentence();
