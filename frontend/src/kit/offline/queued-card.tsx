import { t } from '@lingui/core/macro';
import { CircleAlert, CircleArrowUp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useOnline } from '../../lib/server/network.js';
import { type QueuedCommand, useOutbox } from '../../lib/outbox/outbox.js';
import { classes } from '../../ui/classes.js';
import { Icon } from '../../ui/display/icon.js';
import { Link } from '../../ui/buttons/link.js';
import { useIsPast } from '../records/past-day.js';
import { sendingStateText } from './queued-commands.js';
import { type QueuedProps, useResubmitDialog } from './use-resubmit-dialog.js';

interface QueuedCardProps extends QueuedProps {
  title: ReactNode;
  /** Page of the record, if it has one before it is sent. */
  to?: string;
  /** Content below the title. */
  children: ReactNode;
}

/** Dashed card of an unsent record, with its sending state. */
export function QueuedCard({ item, onShow, title, to, children }: QueuedCardProps): ReactNode {
  const online = useOnline();
  const isRefused = item.state === 'refused';
  // the text of a rate limit does not fit beside the title
  const isLimited = online && item.state === 'waiting' && item.problem !== undefined;
  const isStateBelow = isRefused || isLimited;
  const state = (
    <span
      className={classes(
        'meta font-medium row gap-1.5',
        isStateBelow ? 'items-start' : 'flex-none',
        isRefused ? 'text-danger-ink' : 'text-ink-2',
      )}
    >
      <Icon
        icon={isRefused ? CircleAlert : CircleArrowUp}
        size="s"
        className={isStateBelow ? 'mt-0.5' : undefined}
      />
      {sendingStateText(item, online)}
    </span>
  );
  const content = (
    <>
      <span className="row between items-start gap-3">
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere text-ink">{title}</span>
        {!isStateBelow && state}
      </span>
      {children}
    </>
  );
  return (
    <li className="rounded-card border-[1.5px] border-dashed border-line-strong px-4 py-3 text-ink-2">
      {to === undefined ? (
        <div>{content}</div>
      ) : (
        <Link to={to} className="block">
          {content}
        </Link>
      )}
      {isLimited && <div className="mt-1">{state}</div>}
      {isRefused && (
        <div className="row between mt-1">
          {state}
          <button
            type="button"
            className="link label min-h-tap flex-none px-1"
            onClick={() => onShow(item)}
          >
            {t`Show`}
          </button>
        </div>
      )}
    </li>
  );
}

interface QueuedCardsProps<Item extends QueuedCommand> {
  isListed: (item: QueuedCommand) => item is Item;
  /** Ids of records in the list. */
  listedIds: readonly string[];
  card: (item: Item, onShow: QueuedProps['onShow']) => ReactNode;
}

/**
 * Captured records that the list does not include yet, newest first. The dialog of a refused one
 * stays when its card goes.
 */
export function QueuedCards<Item extends QueuedCommand>({
  isListed,
  listedIds,
  card,
}: QueuedCardsProps<Item>): ReactNode {
  const items = useOutbox()
    .filter(isListed)
    .filter(({ recordId }) => !listedIds.includes(recordId));
  const isPast = useIsPast();
  const { show, dialog } = useResubmitDialog();
  if (isPast) return null;
  return (
    <>
      {items.length > 0 && (
        <ul className="stack mb-2 gap-2" aria-label={t`Added on this device`}>
          {items.toReversed().map((item) => (
            <Fragment key={item.commandId}>{card(item, show)}</Fragment>
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}
