import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { Link } from '../../ui/buttons/link.js';
import { classes } from '../../ui/classes.js';
import { Badge } from '../../ui/display/badge.js';
import { Time, useToday } from '../../ui/display/figures.js';
import { KeepTogether } from '../../ui/display/keep-together.js';
import { InlineList } from '../../ui/layout/surface.js';
import { memoized } from '../../words/language.js';
import { actorOf } from './automatic.js';
import { eventSentence } from './event-sentences.js';
import { tabStopAttributes } from './rove-focus.js';

interface EventRowProps {
  event: HistoryEvent;
  /** Address that the row opens, if there is one. */
  to: string | undefined;
  /** Number of the event in its record. */
  number?: number;
  /** Whether the row is the one that is shown. */
  isCurrent?: boolean;
  /** Whether the event comes after the shown moment. */
  isLater?: boolean;
  /** Status before and after the event. */
  statusChange?: string | undefined;
  /** Further facts between actor and time, such as the record's name. */
  facts?: readonly ReactNode[];
}

const hasBadge = ({ damaged, newer, late, erased, type }: HistoryEvent): boolean =>
  [damaged, newer, late, erased].includes(true) || type === 'DecisionRefused';

/** Badges for unusual facts about an event. */
export const EventBadges = ({
  event: { damaged, newer, late, erased, type },
}: {
  event: HistoryEvent;
}): ReactNode => (
  <>
    {damaged && <Badge tone="danger">{t`Damaged`}</Badge>}
    {newer && <Badge>{t`Newer version`}</Badge>}
    {late && <Badge tone="warning">{t`Late`}</Badge>}
    {erased && <Badge>{t`Erased`}</Badge>}
    {type === 'DecisionRefused' && <Badge tone="danger">{t`Refused`}</Badge>}
  </>
);

/** Event in a list: its sentence, who caused it and when. */
export const EventRow = memoized(function EventRow({
  event,
  to,
  number,
  isCurrent = false,
  isLater = false,
  statusChange,
  facts = [],
}: EventRowProps): ReactNode {
  const today = useToday();
  const rowClass = 'group flex min-h-tap grow items-start gap-3 px-4 py-1.75';
  const content = (
    <>
      {number !== undefined && (
        <span className="num w-6 flex-none text-right text-meta/5 text-ink-3 group-aria-current:text-accent-soft-ink">
          {number}
        </span>
      )}
      <span className="grow">
        <span
          className={classes(
            'label line-clamp-3 wrap-anywhere group-aria-current:text-accent-soft-ink',
            isLater ? 'text-ink-3' : 'font-medium',
          )}
        >
          <KeepTogether>{eventSentence(event, today)}</KeepTogether>
        </span>
        {statusChange && (
          <span className="meta block group-aria-current:text-accent-soft-ink">{statusChange}</span>
        )}
        <span className="meta block group-aria-current:text-accent-soft-ink">
          <InlineList
            items={[
              actorOf(event),
              ...facts,
              !event.damaged && <Time at={event.at} as="clock" />,
              hasBadge(event) && <EventBadges event={event} />,
            ]}
          />
        </span>
      </span>
    </>
  );
  if (to === undefined) return <div className={rowClass}>{content}</div>;
  return (
    <Link
      {...(number === undefined ? {} : tabStopAttributes(isCurrent))}
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className={classes(
        rowClass,
        'focus-visible:-outline-offset-2',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover active:bg-press',
      )}
    >
      {content}
    </Link>
  );
});
