import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ErasureRegister } from '#domain/audit/audit.views.js';
import type { ErasureReason } from '#domain/kernel/values/erasure.values.js';
import { roleNames } from '../kit/team/role-badge.js';
import { erasureReasonNames } from '../kit/texts/erasure-reasons.js';
import { classes } from '../ui/classes.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayText, exactText } from '../ui/display/format.js';
import { EmptyState } from '../ui/feedback/states.js';
import { InlineList } from '../ui/layout/surface.js';
import { i18n } from '../words/i18n.js';
import { erasedRecordNames } from './erased-record-names.js';

type Erasure = ErasureRegister['items'][number];

/** Reason of an erasure. A customer is erased with its lead, without another reason. */
function requestText({ data, cause }: Erasure, today: string): string {
  const { reason, askedOn } = data as { reason?: ErasureReason; askedOn?: string };
  if (cause) return t`Erased with its lead`;
  if (!reason) return t`Not stated`;
  const reasonName = i18n._(erasureReasonNames[reason]);
  return askedOn === undefined ? reasonName : t`${reasonName}, on ${dayText(askedOn, today)}`;
}

const headClass = 'py-2 pr-3 text-left font-regular first:pl-4';
const cellClass = 'py-2 pr-3 align-top first:pl-4';

/** Register of erasures: kind, record, time, author and request, but no erased name. */
export function Erasures({ items }: { items: readonly Erasure[] }): ReactNode {
  const today = useToday();
  const zone = useZone();
  if (items.length === 0)
    return (
      <div className="card">
        <EmptyState title={t`No erasures yet`} art="trace">
          {t`Each erasure of personal data is listed here for ever.`}
        </EmptyState>
      </div>
    );
  const rows = items.map((erasure) => {
    const { eventId, kind, recordId, at, by } = erasure;
    const recordName = erasedRecordNames[kind];
    return {
      eventId,
      kind: recordName ? i18n._(recordName) : kind,
      recordId,
      when: exactText(new Date(at), zone),
      by: by ? by.name || t`a former member` : t`Fieldtrace`,
      role: by?.role && i18n._(roleNames[by.role]),
      request: requestText(erasure, today),
    };
  });
  return (
    <>
      <ul className="card rows md:hidden print:hidden" aria-label={t`Register of erasures`}>
        {rows.map(({ eventId, kind, recordId, when, by, role, request }) => (
          <li key={eventId} className="stack gap-0.5 px-4 py-2.5">
            <span className="label flex justify-between gap-3">
              <span className="font-medium">{kind}</span>
              <span className="num text-ink-2">{when}</span>
            </span>
            <span className="label">{request}</span>
            <span className="meta">
              <InlineList items={[by, role]} />
            </span>
            <code className="meta break-all">{recordId}</code>
          </li>
        ))}
      </ul>
      <div className="card overflow-clip max-md:hidden print:block">
        <table className="text-label" aria-label={t`Register of erasures`}>
          <thead>
            <tr className="text-meta text-ink-3 *:shadow-line-b">
              <th scope="col" className={headClass}>{t`Record`}</th>
              <th scope="col" className={headClass}>{t`Erased`}</th>
              <th scope="col" className={headClass}>{t`By`}</th>
              <th scope="col" className={headClass}>{t`Request`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ eventId, kind, recordId, when, by, role, request }) => (
              <tr key={eventId} className="*:shadow-line-b">
                <th scope="row" className={classes(cellClass, 'text-left font-regular')}>
                  <span className="block font-medium">{kind}</span>
                  <code className="meta break-all">{recordId}</code>
                </th>
                <td className={classes(cellClass, 'num')}>{when}</td>
                <td className={cellClass}>
                  <span className="block">{by}</span>
                  {role && <span className="meta">{role}</span>}
                </td>
                <td className={cellClass}>{request}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
