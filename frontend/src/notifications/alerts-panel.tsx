import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { ReactNode, RefObject } from 'react';
import {
  alertTypes,
  MAX_ALERTS_COUNTED,
  type AlertType,
} from '#domain/notifications/alerts.values.js';
import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { typeIcons } from './alert-texts.js';
import { countedNoun, type Noun } from '../kit/texts/nouns.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { countText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { Popover } from '../ui/overlays/popover.js';
import { ErrorState } from '../ui/feedback/states.js';
import { Row } from '../ui/layout/surface.js';
import { i18n } from '../words/i18n.js';

interface AlertsPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  counts: AlertCounts;
  failed: boolean;
  onRetry: () => void;
}

const texts: Readonly<
  Record<AlertType, { readonly noun: Noun; readonly meta: MessageDescriptor }>
> = {
  lead: { noun: 'lead', meta: msg`Assigned to you, or waiting for a quote` },
  followup: { noun: 'follow-up', meta: msg`Due today or overdue` },
  offer: { noun: 'offer', meta: msg`New in your library` },
  bill: { noun: 'bill', meta: msg`Submitted or decided` },
  team: { noun: 'notification', meta: msg`About your team` },
};

const countOf = (count: number): number | string =>
  count > MAX_ALERTS_COUNTED ? countText(count, MAX_ALERTS_COUNTED) : count;

/**
 * Unread alerts by type, each linked to its list. Screens say "notifications". Only the specified
 * text of a failure says "alerts".
 */
export default function AlertsPanel({
  anchor,
  open,
  onClose,
  counts,
  failed,
  onRetry,
}: AlertsPanelProps): ReactNode {
  const typesWithAlerts = alertTypes.filter((type) => counts[type] > 0);
  return (
    <Popover label={t`Notifications`} anchor={anchor} open={open} onClose={onClose}>
      {failed ? (
        <ErrorState title={t`Failed to load alerts`} retry={t`Try Again`} onRetry={onRetry} />
      ) : typesWithAlerts.length === 0 ? (
        <p className="text-ink-2 px-4 pt-1 pb-2">{t`Nothing new since you last looked.`}</p>
      ) : (
        <ul className="rows" onClick={onClose}>
          {typesWithAlerts.map((type) => (
            <Row
              key={type}
              to={`/notifications?type=${type}`}
              start={<Icon icon={typeIcons[type]} className="text-ink-2" />}
              title={countedNoun(countOf(counts[type]), texts[type].noun)}
              meta={i18n._(texts[type].meta)}
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
