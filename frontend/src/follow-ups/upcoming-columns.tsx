import { msg, t } from '@lingui/core/macro';
import { CalendarX2, Ellipsis, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { Due, PlaceLine, useContactLinks } from '../kit/leads/contact-actions.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { type TableColumn, RowLink } from '../kit/lists/data-table.js';
import { personName } from '../kit/team/person-name.js';
import { useMe } from '../lib/account/session.js';
import { Button, ButtonLink, IconButton } from '../ui/buttons/button.js';
import { Money } from '../ui/display/figures.js';
import { NoValue } from '../ui/display/no-value.js';
import { WhatsApp } from '../ui/display/icon.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import type { MenuEntry } from '../ui/overlays/menu.js';
import { type CancelRequest, assigneeText } from './upcoming-card.js';
import { fromFollowUp, useCompleteFollowUp } from './complete-follow-up.js';

/** Lead of a follow-up's row. */
export const contactOf = ({ leadId, phone, leadName }: UpcomingVisit) => ({
  leadId,
  phone,
  name: leadName,
});

/** Text of a table cell, at most two lines, or `none` if there is no text. */
export const TextOrNone = ({
  none,
  children,
}: {
  none?: string;
  children: string | undefined;
}): ReactNode =>
  children ? (
    <span className="line-clamp-2 min-w-0 wrap-anywhere text-ink-2" title={children}>
      {children}
    </span>
  ) : (
    none && <NoValue>{none}</NoValue>
  );

/** Member of a table's row. */
export function CellMember({
  member,
}: {
  member: { readonly id: string; readonly name: string };
}): ReactNode {
  const { account } = useMe();
  return (
    <span className="truncate min-w-0 block" title={personName(member)}>
      {assigneeText(member, account.id)}
    </span>
  );
}

/** Quoted money of a row's lead. */
export const CellQuoted = ({
  lead: { quotedPaise = 0 },
}: {
  lead: Pick<UpcomingVisit, 'quotedPaise'>;
}): ReactNode =>
  quotedPaise > 0 ? <Money as="plain" paise={quotedPaise} /> : <NoValue>{t`No quote`}</NoValue>;

/** Buttons of a row, stacked above the link that covers the row. */
const actionsClass = 'relative z-1 flex items-center justify-end gap-1';

/** Columns that both tables share, without the rep. */
const sharedColumns: readonly TableColumn<UpcomingVisit>[] = [
  { title: msg`Due`, className: 'w-37', cell: ({ dueOn }) => <Due day={dueOn} /> },
  {
    title: msg`Lead`,
    cell: (visit) => (
      <RowLink to={`/leads/${visit.leadId}`} title={visit.leadName}>
        <PlaceLine lead={visit} className="meta block" />
      </RowLink>
    ),
  },
  {
    title: msg`Note`,
    className: 'max-lg:hidden',
    cell: ({ note }) => <TextOrNone none={t`No note`}>{note}</TextOrNone>,
  },
  {
    title: msg`Quoted`,
    className: 'w-35 max-[1199px]:hidden',
    alignRight: true,
    cell: (visit) => <CellQuoted lead={visit} />,
  },
];

/** Column of the lead's rep. Its width leaves room for the buttons that float over it on hover. */
const repColumn: TableColumn<UpcomingVisit> = {
  title: msg`Rep`,
  className: 'w-44 max-[1199px]:hidden',
  cell: ({ assignedTo }) => <CellMember member={assignedTo} />,
};

const actionColumn = {
  title: msg`Actions`,
  hasButtons: true,
  className: 'floating-actions',
  alignRight: true,
} as const;

/** Columns of the agenda on a wide screen. */
export const agendaColumns: readonly TableColumn<UpcomingVisit>[] = [
  ...sharedColumns,
  {
    title: msg`Status`,
    className: 'w-32 max-[1439px]:hidden',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  repColumn,
  { ...actionColumn, cell: (visit) => <AgendaActions visit={visit} /> },
];

function AgendaActions({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { busy, complete } = useCompleteFollowUp(contactOf(visit), visit);
  return (
    <span className={actionsClass}>
      <Button busy={busy} onClick={complete}>
        {t`Mark Complete`}
      </Button>
      <MoreActions visit={visit} />
    </span>
  );
}

/** Menu of a row: contacts, and further entries. */
function MoreActions({
  visit,
  others = [],
}: {
  visit: UpcomingVisit;
  others?: readonly MenuEntry[];
}): ReactNode {
  const { call, chat } = useContactLinks(contactOf(visit));
  return (
    <LazyMenu
      trigger={<IconButton icon={Ellipsis} label={t`More for ${visit.leadName}`} />}
      entries={[
        {
          label: t`Call`,
          icon: Phone,
          onSelect: () => {
            call.onLeave();
            location.assign(call.href);
          },
        },
        {
          label: t`WhatsApp chat`,
          icon: WhatsApp,
          onSelect: () => {
            chat.onLeave();
            open(chat.href, '_blank', 'noreferrer');
          },
        },
        ...others,
      ]}
    />
  );
}

/** Columns of upcoming visits on a wide screen. */
export const upcomingColumns = ({
  onCancel,
}: CancelRequest): readonly TableColumn<UpcomingVisit>[] => [
  ...sharedColumns,
  repColumn,
  { ...actionColumn, cell: (visit) => <VisitActions visit={visit} onCancel={onCancel} /> },
];

function VisitActions({ visit, onCancel }: CancelRequest & { visit: UpcomingVisit }): ReactNode {
  return (
    <span className={actionsClass}>
      <ButtonLink to={`/visits/new?leadId=${visit.leadId}`} state={fromFollowUp(visit)}>
        {t`Record visit`}
      </ButtonLink>
      <MoreActions
        visit={visit}
        others={[
          {
            label: t`Cancel follow-up`,
            icon: CalendarX2,
            danger: true,
            onSelect: () => onCancel(visit),
          },
        ]}
      />
    </span>
  );
}
