import { t } from '@lingui/core/macro';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { eventSentence } from '../kit/history/event-sentences.js';
import { roleNames } from '../kit/team/role-badge.js';
import { IconLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { Badge } from '../ui/display/badge.js';
import { Time, useToday } from '../ui/display/figures.js';
import { InlineList } from '../ui/layout/surface.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { kindNames, momentOf } from './audit-names.js';

/** Event of the feed: its sentence, the record, who caused it and when. */
export const AuditRow = memoized(function AuditRow({
  event,
  hasLink,
  onlyRecord,
}: {
  event: AuditItem;
  /** Whether the row opens the history of the record. */
  hasLink: boolean;
  /** Address of the feed of this record alone. */
  onlyRecord?: string | undefined;
}): ReactNode {
  const today = useToday();
  const to = hasLink ? momentOf(event) : undefined;
  const sentence = eventSentence(event, today);
  return (
    <li className="row gap-0 border-t border-line pr-1 first:border-t-0">
      {to === undefined ? (
        <div className="min-h-tap grow px-4 py-1.75">
          <RowContent event={event} sentence={sentence} />
        </div>
      ) : (
        <Link
          to={to}
          className="min-h-tap grow px-4 py-1.75 hover:bg-hover focus-visible:-outline-offset-2 active:bg-press"
        >
          <RowContent event={event} sentence={sentence} />
        </Link>
      )}
      {onlyRecord !== undefined && (
        <IconLink
          icon={ListFilter}
          label={t`Only this record: ${event.recordName || sentence}`}
          to={onlyRecord}
        />
      )}
    </li>
  );
});

function RowContent({ event, sentence }: { event: AuditItem; sentence: string }): ReactNode {
  const { by, kind, recordName, at, late, erased, type } = event;
  const name = kind === 'bill' ? recordName && translated(recordName) : recordName;
  return (
    <span className="block">
      <span className="label line-clamp-3 font-medium wrap-anywhere">{sentence}</span>
      <span className="meta block">
        <InlineList
          items={[
            by ? by.name || t`a former member` : actorOf(event),
            by?.role && i18n._(roleNames[by.role]),
            name && kind !== 'organization' ? name : kind !== 'access' && i18n._(kindNames[kind]),
            <Time at={at} as="clock" />,
            late && <Badge tone="warning">{t`Late`}</Badge>,
            erased && <Badge>{t`Erased`}</Badge>,
            type === 'DecisionRefused' && <Badge tone="danger">{t`Refused`}</Badge>,
          ]}
        />
      </span>
    </span>
  );
}

/** Actor of an event without a member. */
const actorOf = ({ data }: AuditItem): string =>
  'linkId' in data ? t`Auditor’s link` : t`Fieldtrace`;
