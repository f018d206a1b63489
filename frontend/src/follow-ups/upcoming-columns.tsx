import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { ContactActions, Due, PlaceLine } from '../kit/leads/contact-actions.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { type Column, RowLink } from '../kit/lists/data-table.js';
import { personName } from '../kit/team/person-name.js';
import { useMe } from '../lib/account/session.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { money, shortMoney } from '../ui/display/format.js';
import { CancelDialog } from './lazy-dialogs.js';
import { whoText } from './upcoming-card.js';
import { fromFollowUp, useCompleteFollowUp } from './use-complete.js';

const contactOf = ({ leadId, phone, leadName }: UpcomingVisit) => ({
  leadId,
  phone,
  name: leadName,
});

/** Text of a table's cell on two lines at most. */
export const CellText = ({ children }: { children: ReactNode }): ReactNode => (
  <span className="line-clamp-2 min-w-0 wrap-anywhere text-ink-2">{children}</span>
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
      {whoText(member, account.id)}
    </span>
  );
}

/** Quoted money of a row's lead. */
export const CellQuoted = ({
  lead: { quotedPaise = 0 },
}: {
  lead: Pick<UpcomingVisit, 'quotedPaise'>;
}): ReactNode =>
  quotedPaise > 0 && (
    <span className="num" title={money(quotedPaise)}>
      {shortMoney(quotedPaise)}
    </span>
  );

/** Buttons of a row, above its link. */
const actions = 'relative z-1 flex items-center justify-end gap-1';

/** Facts of a follow-up; its note from the width on that its actions leave room for it. */
const factsWith = (noteClassName: string): readonly Column<UpcomingVisit>[] => [
  { head: msg`Due`, className: 'w-38', cell: ({ dueOn }) => <Due day={dueOn} /> },
  {
    head: msg`Lead`,
    cell: (visit) => (
      <RowLink to={`/leads/${visit.leadId}`} title={visit.leadName}>
        <PlaceLine lead={visit} className="meta block" />
      </RowLink>
    ),
  },
  {
    head: msg`Note`,
    className: noteClassName,
    cell: ({ note }) => <CellText>{note}</CellText>,
  },
  {
    head: msg`Quoted`,
    className: 'w-22 max-[1199px]:hidden',
    alignRight: true,
    cell: (visit) => <CellQuoted lead={visit} />,
  },
  {
    head: msg`Rep`,
    className: 'w-34 max-[1199px]:hidden',
    cell: ({ assignedTo }) => <CellMember member={assignedTo} />,
  },
];

/** Columns of the agenda on a wide screen. */
export const agendaColumns: readonly Column<UpcomingVisit>[] = [
  ...factsWith('max-lg:hidden'),
  {
    head: msg`Status`,
    className: 'w-32 max-[1439px]:hidden',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    head: msg`Actions`,
    className: 'w-62',
    alignRight: true,
    cell: (visit) => <AgendaActions visit={visit} />,
  },
];

function AgendaActions({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { busy, complete } = useCompleteFollowUp(contactOf(visit), visit);
  return (
    <span className={actions}>
      <ContactActions person={contactOf(visit)} />
      <Button busy={busy} onClick={complete}>
        {t`Mark Complete`}
      </Button>
    </span>
  );
}

/** Columns of upcoming visits on a wide screen. */
export const upcomingColumns: readonly Column<UpcomingVisit>[] = [
  ...factsWith('max-[1439px]:hidden'),
  {
    head: msg`Actions`,
    className: 'w-84',
    alignRight: true,
    cell: (visit) => (
      <span className={actions}>
        <ContactActions person={contactOf(visit)} />
        <ButtonLink to={`/visits/new?leadId=${visit.leadId}`} state={fromFollowUp(visit)}>
          {t`Record visit`}
        </ButtonLink>
        <DialogButton
          kind="ghost"
          dialog={(state) => (
            <CancelDialog lead={contactOf(visit)} followUpId={visit.followUpId} {...state} />
          )}
        >
          {t`Cancel visit`}
        </DialogButton>
      </span>
    ),
  },
];
