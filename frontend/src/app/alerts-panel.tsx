import { plural, t } from '@lingui/core/macro';
import type { ReactNode, RefObject } from 'react';
import { alertTypes, type AlertType } from '#domain/notifications/alerts.values.js';
import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { typeIcons } from '../notifications/alert-words.js';
import { ButtonLink } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Popover } from '../ui/popover.js';
import { ErrorState } from '../ui/states.js';
import { Row } from '../ui/surface.js';

interface AlertsPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  counts: AlertCounts;
  failed: boolean;
  onRetry: () => void;
}

function newsOf(type: AlertType, count: number): { title: string; meta: string } {
  switch (type) {
    case 'lead':
      return { title: plural(count, { one: '# lead', other: '# leads' }), meta: t`Assigned to you, or waiting for a quote` };
    case 'followup':
      return { title: plural(count, { one: '# follow-up', other: '# follow-ups' }), meta: t`Due today or overdue` };
    case 'offer':
      return { title: plural(count, { one: '# offer', other: '# offers' }), meta: t`New in your library` };
    case 'bill':
      return { title: plural(count, { one: '# bill', other: '# bills' }), meta: t`Submitted or decided` };
    case 'team':
      return { title: plural(count, { one: '# notification', other: '# notifications' }), meta: t`About your team` };
  }
}

/** What the bell counts, each leading to its notifications. */
export default function AlertsPanel({ anchor, open, onClose, counts, failed, onRetry }: AlertsPanelProps): ReactNode {
  const news = alertTypes.filter((type) => counts[type] > 0);
  return (
    <Popover label={t`Alerts`} anchor={anchor} open={open} onClose={onClose}>
      {failed ? (
        <ErrorState title={t`Failed to load alerts`} retry={t`Try Again`} onRetry={onRetry} />
      ) : news.length === 0 ? (
        <p className="text-ink-2 px-4 pt-1 pb-2">{t`Nothing new since you last looked.`}</p>
      ) : (
        <ul className="rows" onClick={onClose}>
          {news.map((type) => (
            <Row
              key={type}
              to={`/notifications?type=${type}`}
              start={<Icon of={typeIcons[type]} className="text-ink-2" />}
              {...newsOf(type, counts[type])}
            />
          ))}
        </ul>
      )}
      <div className="px-1 pb-1">
        <ButtonLink kind="ghost" block to="/notifications" onClick={onClose}>
          {t`All notifications`}
        </ButtonLink>
      </div>
    </Popover>
  );
}
