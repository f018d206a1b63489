import { t } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { compareNames } from '#domain/kernel/order.js';
import { MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { isFoundBy } from '#domain/kernel/texts/search-text.js';
import { MAX_LEADS_COUNTED } from '#domain/leads/lead.values.js';
import { useOutbox } from '../../lib/outbox/outbox.js';
import { useListQuery } from '../lists/list-query.js';
import { LoadMore } from '../lists/load-more.js';
import { PlaceLine } from './contact-actions.js';
import { isNewLead } from '../offline/queued-commands.js';
import { knownLeads, type LeadSummary } from './known-leads.js';
import { StatusBadge } from './status-badge.js';
import { Avatar } from '../../ui/display/avatar.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { FieldError } from '../../ui/inputs/field.js';
import { countText } from '../../ui/display/format.js';
import { SearchField } from '../../ui/inputs/input.js';
import { EmptyState, QueryStates, SkeletonCards } from '../../ui/feedback/states.js';

/** Waiting leads that a search finds. A visit to one waits with it. */
export function useWaitingLeads(q = ''): readonly LeadSummary[] {
  const leads = useOutbox().filter(isNewLead);
  return leads
    .filter(({ data: { firstName, lastName, phone, siteName = '', city } }) =>
      isFoundBy(q, [`${firstName} ${lastName}`, phone, siteName, city]),
    )
    .map(({ recordId: leadId, data: { firstName, lastName, siteName, city } }): LeadSummary => {
      const name = `${firstName} ${lastName}`.trim();
      return { leadId, name, siteName, city, status: 'New' };
    });
}

interface LeadPickerProps {
  onPick: (lead: LeadSummary) => void;
  error?: string | undefined;
  /** Screen that follows the capture of a new lead. */
  to: '/visits/new' | '/quotations/new';
  /** Member whose leads are listed; all visible ones otherwise. */
  member?: string | undefined;
  /** Leaves out leads that wait on the device. */
  isSavedOnly?: boolean;
}

/** Limit of listed leads while only this device can be searched. */
const MAX_ON_DEVICE = 30;

/** Leads on this device that a search finds, by name. */
const findOnDevice = (q: string, member: string | undefined): readonly LeadSummary[] =>
  knownLeads()
    .filter(
      ({ name, phone, siteName, city, assignedTo }) =>
        (member === undefined || assignedTo.id === member) &&
        isFoundBy(q, [name, phone, siteName, city]),
    )
    .toSorted((one, other) => compareNames(one.name, other.name))
    .slice(0, MAX_ON_DEVICE);

/** Chooses a lead. Sales users see their own leads. */
export function LeadPicker({
  onPick,
  error,
  to,
  member,
  isSavedOnly = false,
}: LeadPickerProps): ReactNode {
  const [q, setQ] = useState('');
  const list = useListQuery('/api/leads', {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(member !== undefined && { assignedTo: member }),
  });
  const waitingLeads = useWaitingLeads(q);
  const listedWaiting = isSavedOnly ? [] : waitingLeads;
  const isDeviceOnly = list.isError && list.data === undefined;
  const listedLeads = isDeviceOnly ? findOnDevice(q, member) : list.items;
  const knownIds = new Set(listedLeads.map(({ leadId }) => leadId));
  const leads: readonly LeadSummary[] = [
    ...listedWaiting.filter(({ leadId }) => !knownIds.has(leadId)),
    ...listedLeads,
  ];
  // leads of this device are shown even while the list loads or has failed
  const showsDeviceLeads = listedWaiting.length > 0 || (isDeviceOnly && leads.length > 0);
  const query = showsDeviceLeads ? { ...list, data: list.data ?? leads } : list;
  const totalWithWaiting = list.first && list.first.total + leads.length - list.items.length;
  // searches count up to a cap
  const isSearch = q.trim() !== '';
  const isCapped =
    isSearch && totalWithWaiting !== undefined && totalWithWaiting > MAX_LEADS_COUNTED;
  const total = isCapped ? countText(totalWithWaiting, MAX_LEADS_COUNTED) : totalWithWaiting;
  return (
    <section className="stack gap-3" aria-labelledby="pick-lead">
      <h2 id="pick-lead" className="t2">
        {t`Select Lead`}
      </h2>
      {error && <FieldError>{error}</FieldError>}
      <SearchField
        label={t`Search leads`}
        placeholder={t`Name, phone, city or site`}
        maxLength={MAX_SEARCH_LENGTH}
        q={q}
        onSearch={setQ}
      />
      <QueryStates
        query={query}
        failed={t`Failed to load leads`}
        label={t`Loading leads`}
        skeleton={<SkeletonCards />}
        level={3}
      >
        {() =>
          leads.length === 0 ? (
            <div className="card">
              <EmptyState
                title={q === '' ? t`No leads yet` : t`No leads match`}
                level={3}
                action={
                  <ButtonLink to={`/leads/new?redirect=${to.slice(1)}`}>{t`Add Lead`}</ButtonLink>
                }
              />
            </div>
          ) : (
            <>
              <LeadButtons leads={leads} onPick={onPick} />
              <div className="stack items-center text-center">
                {isDeviceOnly ? (
                  <p className="meta">{t`Showing the leads on this device.`}</p>
                ) : (
                  <LoadMore list={list} shown={leads.length} total={total} noun="lead" />
                )}
                {list.hasNextPage && (
                  <p className="meta">{t`Not here? Search by name, phone, city or site.`}</p>
                )}
              </div>
            </>
          )
        }
      </QueryStates>
    </section>
  );
}

/** List of leads, of which one is picked. */
export function LeadButtons<Lead extends ShownLead>({
  leads,
  onPick,
}: {
  leads: readonly Lead[];
  onPick: (lead: Lead) => void;
}): ReactNode {
  return (
    <ul className="stack gap-2" aria-label={t`Leads`}>
      {leads.map((lead) => (
        <li key={lead.leadId}>
          <LeadButton lead={lead} onClick={() => onPick(lead)} />
        </li>
      ))}
    </ul>
  );
}

type ShownLead = Pick<LeadSummary, 'leadId' | 'name'> & Partial<LeadSummary>;

export function LeadButton({
  lead,
  ...rest
}: {
  lead: ShownLead;
} & ComponentProps<'button'>): ReactNode {
  return (
    <button
      {...rest}
      type="button"
      className="card flex min-h-15 w-full flex-wrap items-center gap-3 px-3.5 py-2.5 enabled:hover:bg-hover"
    >
      <Avatar name={lead.name} />
      <span className="grow min-w-[min(100%,6rem)] text-left">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{lead.name}</span>
        {lead.city !== undefined && (
          <PlaceLine
            lead={{ ...lead, city: lead.city }}
            className="meta line-clamp-2 whitespace-normal!"
          />
        )}
      </span>
      {lead.status && <StatusBadge status={lead.status} />}
    </button>
  );
}
