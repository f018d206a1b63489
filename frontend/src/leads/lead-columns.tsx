import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useMe } from '../lib/session.js';
import { ContactActions, Due } from '../shared/contact-actions.js';
import { type Column, RowLink } from '../shared/data-table.js';
import { typeNames } from '../shared/labels.js';
import { StatusBadge } from '../shared/status-badge.js';
import { Avatar } from '../ui/avatar.js';
import { Money, Time } from '../ui/figures.js';
import { i18n } from '../words/i18n.js';

/** The facts of a card with room: one line a lead. */
export const leadColumns: readonly Column<LeadItem>[] = [
  {
    head: msg`Lead`,
    sort: { by: 'created', direction: 'descending' },
    cell: ({ leadId, name, lastVisitPlace, siteName, city }) => {
      const place = lastVisitPlace ?? siteName ?? city;
      return (
        <RowLink to={`/leads/${leadId}`} title={name}>
          <span className="meta truncate min-w-0 block" title={place}>
            {place}
          </span>
        </RowLink>
      );
    },
  },
  { head: msg`Status`, className: 'w-31 lg:w-33', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: msg`Next follow-up`,
    className: 'w-35 lg:w-38',
    sort: { by: 'next-follow-up', direction: 'ascending' },
    cell: ({ nextFollowUpOn }) => <Due on={nextFollowUpOn} none={<span className="meta">{t`None`}</span>} />,
  },
  {
    head: msg`Quoted`,
    className: 'w-31 lg:w-37',
    alignRight: true,
    sort: { by: 'quoted', direction: 'descending' },
    cell: ({ quotedPaise }) => (quotedPaise > 0 ? <Money paise={quotedPaise} /> : <span className="meta">{t`No quote`}</span>),
  },
  {
    head: msg`Type, city`,
    className: 'w-35 max-[1200px]:hidden',
    cell: ({ type, city }) => (
      <>
        <span className="truncate min-w-0 block">{i18n._(typeNames[type])}</span>
        <span className="meta truncate min-w-0 block" title={city}>
          {city}
        </span>
      </>
    ),
  },
  {
    head: msg`Last active`,
    className: 'w-28 max-[1200px]:hidden',
    alignRight: true,
    cell: ({ lastActivityAt }, highlighted) =>
      highlighted ? <span className="font-medium text-accent-ink">{t`Just now`}</span> : <Time at={lastActivityAt} />,
  },
  { head: msg`Owner`, className: 'w-22', alignRight: true, cell: (lead) => <Owner lead={lead} /> },
];

/** Whose it is; with room for it also how to reach the lead, under the pointer or by a key. */
function Owner({ lead }: { lead: LeadItem }): ReactNode {
  const { account } = useMe();
  return (
    <span className="row justify-end">
      <span className="lg:group-focus-within:hidden lg:group-hover:hidden">
        <Avatar name={lead.assignedTo.name} me={lead.assignedTo.id === account.id} size="s" />
        <span className="sr-only">{lead.assignedTo.name}</span>
      </span>
      <span className="relative hidden lg:group-focus-within:flex lg:group-hover:flex">
        <ContactActions person={lead} className="size-7.5 min-h-7.5" />
      </span>
    </span>
  );
}
