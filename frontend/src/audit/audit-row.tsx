import { t } from '@lingui/core/macro';
import { Eraser, FileDown, ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { findAccessedRecord } from '#domain/audit/access-about.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { actorOf } from '../kit/history/automatic.js';
import { EventBadges, EventRow } from '../kit/history/event-row.js';
import type { EventGroup } from '../kit/history/event-groups.js';
import { eventSentence } from '../kit/history/event-sentences.js';
import { MoreEvents } from '../kit/history/more-events.js';
import { roleNames } from '../kit/team/role-badge.js';
import { IconButton, IconLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Time, useToday } from '../ui/display/figures.js';
import { KeepTogether } from '../ui/display/keep-together.js';
import { i18n, translated } from '../words/i18n.js';
import { kindNames, historyPathOf } from './audit-names.js';

/** Name of the record that an event changed or that was accessed; its kind if it has no name. */
function recordText(event: AuditItem): string {
  const { recordName } = event;
  const { kind } = findAccessedRecord(event) ?? event;
  if (kind === 'bill' && recordName) return translated(recordName);
  if (recordName && kind !== 'organization') return recordName;
  return i18n._(kindNames[kind]);
}

/** Links and dialogs of the feed's rows. */
export interface RowActions {
  /** Whether a row opens the history of its record. */
  readonly hasLinks: boolean;
  /** Address of the feed of an event's record. */
  readonly feedOf: ((event: AuditItem) => string | undefined) | undefined;
  /** Address of the proof of an event's record. */
  readonly proofOf: ((event: AuditItem) => string | undefined) | undefined;
  /** Function that opens the erasure dialog; undefined if the event has no personal data. */
  readonly eraseOf: ((event: AuditItem) => ((event: AuditItem) => void) | undefined) | undefined;
}

interface RowProps extends RowActions {
  event: AuditItem;
}

function Actions({ event, feedOf, proofOf, eraseOf }: RowProps): ReactNode {
  const today = useToday();
  const name = event.recordName || eventSentence(event, today);
  const feedOfRecord = feedOf?.(event);
  const proof = proofOf?.(event);
  const onErase = eraseOf?.(event);
  return (
    <>
      {onErase && (
        <IconButton
          icon={Eraser}
          label={t`Erase personal data: ${name}`}
          onClick={() => onErase(event)}
        />
      )}
      {feedOfRecord !== undefined && (
        <IconLink icon={ListFilter} label={t`Only this record: ${name}`} to={feedOfRecord} />
      )}
      {proof !== undefined && (
        <IconLink icon={FileDown} label={t`Download proof: ${name}`} href={proof} download />
      )}
    </>
  );
}

interface GroupProps extends RowActions {
  group: EventGroup<AuditItem>;
  isExpanded: boolean;
}

/** Shown events of a group, and the button that shows the others. */
function useExpandableGroup({
  group,
  isExpanded,
  isShort = false,
}: Pick<GroupProps, 'group' | 'isExpanded'> & { isShort?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return {
    shownEvents:
      isOpen || isExpanded ? [group.shownEvent, ...group.otherEvents] : [group.shownEvent],
    moreButton: group.otherEvents.length > 0 && !isExpanded && (
      <MoreEvents
        group={group}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        isShort={isShort}
        className="relative z-1"
      />
    ),
  };
}

/** Group of the feed on a phone: what happened, who caused it, the record and when. */
export function AuditGroup({ group, isExpanded, ...actions }: GroupProps): ReactNode {
  const { shownEvents, moreButton } = useExpandableGroup({ group, isExpanded });
  return (
    <>
      {shownEvents.map((event, index) => (
        <li
          key={event.eventId}
          className={classes(
            'row gap-0 border-t border-line pr-1 first:border-t-0',
            index > 0 && 'bg-sunken',
          )}
        >
          <EventRow
            event={event}
            to={actions.hasLinks ? historyPathOf(event) : undefined}
            facts={[event.by?.role && i18n._(roleNames[event.by.role]), recordText(event)]}
          />
          <Actions event={event} {...actions} />
        </li>
      ))}
      {moreButton && <li className="-mt-3 px-3">{moreButton}</li>}
    </>
  );
}

const cellClass = 'label px-3 py-2.5 align-top leading-[1.25rem] shadow-line-t';

/** Group of the feed as rows of the table. */
export function AuditRows({ group, isExpanded, ...actions }: GroupProps): ReactNode {
  const today = useToday();
  const { shownEvents, moreButton } = useExpandableGroup({ group, isExpanded, isShort: true });
  return shownEvents.map((event, index) => {
    const to = actions.hasLinks ? historyPathOf(event) : undefined;
    const record = recordText(event);
    const role = event.by?.role && i18n._(roleNames[event.by.role]);
    const sentence = eventSentence(event, today);
    return (
      <tr
        key={event.eventId}
        className={classes('relative h-11', index > 0 && 'bg-sunken', to && 'hover:bg-hover')}
      >
        <td className={classes(cellClass, 'whitespace-nowrap text-ink-2')}>
          {!event.damaged && <Time at={event.at} as="clock" />}
        </td>
        <td className={cellClass}>
          <span
            className="block truncate"
            title={[actorOf(event), role].filter(Boolean).join(', ')}
          >
            {actorOf(event)}
            {role && <span className="meta">, {role}</span>}
          </span>
        </td>
        <td className={cellClass}>
          <span className="flex flex-wrap items-start gap-x-2">
            {to === undefined ? (
              <span className="min-w-0 wrap-anywhere">
                <KeepTogether>{sentence}</KeepTogether>
              </span>
            ) : (
              <Link
                to={to}
                className="-my-0.5 min-w-0 py-0.5 wrap-anywhere outline-none after:absolute after:inset-0 after:outline-focus focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              >
                <KeepTogether>{sentence}</KeepTogether>
              </Link>
            )}
            <EventBadges event={event} />
            {/* behind the sentence, or below it where there is no room */}
            {index === 0 && moreButton && <span className="-ml-1 lg:-my-1.5">{moreButton}</span>}
          </span>
        </td>
        <td className={cellClass}>
          {/* looks like a link: the row's own link lies above it */}
          <span className={classes('block truncate', to ? 'link' : 'text-ink-2')} title={record}>
            {record}
          </span>
        </td>
        <td className={classes(cellClass, 'hover-actions py-0! pr-1! align-middle!')}>
          <span className="relative z-1 flex justify-end">
            <Actions event={event} {...actions} />
          </span>
        </td>
      </tr>
    );
  });
}
