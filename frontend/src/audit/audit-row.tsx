import { t } from '@lingui/core/macro';
import { Eraser, FileDown, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { EventRow } from '../kit/history/event-row.js';
import { eventSentence } from '../kit/history/event-sentences.js';
import { roleNames } from '../kit/team/role-badge.js';
import { IconButton, IconLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { kindNames, momentOf } from './audit-names.js';

/** Name of an event's record, or else its kind. */
function recordOf({ kind, recordName }: AuditItem): string | false {
  if (kind === 'bill' && recordName) return translated(recordName);
  if (recordName && kind !== 'organization') return recordName;
  return kind !== 'access' && i18n._(kindNames[kind]);
}

interface AuditRowProps {
  event: AuditItem;
  /** Whether the row opens the history of the record. */
  hasLink: boolean;
  /** Address of the feed of this record alone. */
  onlyRecord?: string | undefined;
  /** Address of the proof of this record. */
  proof?: string | undefined;
  /** Opens the dialog that erases what the event holds of a person. */
  onErase?: ((event: AuditItem) => void) | undefined;
}

/** Event of the feed: its sentence, the record, who caused it and when. */
export const AuditRow = memoized(function AuditRow({
  event,
  hasLink,
  onlyRecord,
  proof,
  onErase,
}: AuditRowProps): ReactNode {
  const today = useToday();
  const { by, recordName } = event;
  const name = recordName || eventSentence(event, today);
  return (
    <li className="row gap-0 border-t border-line pr-1 first:border-t-0">
      <EventRow
        event={event}
        to={hasLink ? momentOf(event) : undefined}
        facts={[by?.role && i18n._(roleNames[by.role]), recordOf(event)]}
      />
      {onErase && (
        <IconButton
          icon={Eraser}
          label={t`Erase personal data: ${name}`}
          onClick={() => onErase(event)}
        />
      )}
      {onlyRecord !== undefined && (
        <IconLink icon={ListFilter} label={t`Only this record: ${name}`} to={onlyRecord} />
      )}
      {proof !== undefined && (
        <IconLink icon={FileDown} label={t`Download proof: ${name}`} href={proof} download />
      )}
    </li>
  );
});
