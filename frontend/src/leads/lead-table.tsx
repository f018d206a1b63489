import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { LeadItem, LeadSort } from '#domain/leads/lead.views.js';
import { Avatar } from '../ui/avatar.js';
import { classes } from '../ui/classes.js';
import { Money, Time } from '../ui/figures.js';
import { Icon } from '../ui/icon.js';
import { useFlip } from '../ui/live.js';
import { Due, ContactActions } from '../shared/contact-actions.js';
import { prefetchLead } from './lead-queries.js';
import { StatusBadge } from '../shared/status-badge.js';
import { typeNames } from '../shared/labels.js';

interface LeadTableProps {
  leads: readonly LeadItem[];
  /** Undefined: in an order of its own, which no column has. */
  sort: LeadSort | undefined;
  onSort: (sort: LeadSort) => void;
  isMarked: (leadId: string) => boolean;
  meId: string;
}

/** The same facts with room: one line a lead, the head of a column sorts by it. */
export function LeadTable({ leads, sort, onSort, isMarked, meId }: LeadTableProps): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  useFlip(
    body,
    leads.map(({ leadId }) => leadId),
  );
  const head = (by: LeadSort, label: string, up = false): ReactNode =>
    sort === undefined ? (
      label
    ) : (
      <button type="button" className={classes('lead-sort', sort === by && 'is-on')} onClick={() => onSort(by)}>
        {label}
        {sort === by && <Icon of={up ? ArrowUp : ArrowDown} size="s" />}
      </button>
    );
  const sorted = (by: LeadSort, direction: 'ascending' | 'descending'): 'ascending' | 'descending' | undefined =>
    sort === by ? direction : undefined;
  return (
    <div className="card list-table lead-table">
      <table>
        <caption className="vh">Leads</caption>
        <thead>
          <tr>
            <th scope="col" aria-sort={sorted('created', 'descending')}>
              {head('created', 'Lead')}
            </th>
            <th scope="col" className="c-status">
              Status
            </th>
            <th scope="col" className="c-due" aria-sort={sorted('next-follow-up', 'ascending')}>
              {head('next-follow-up', 'Next follow-up', true)}
            </th>
            <th scope="col" className="c-quoted r" aria-sort={sorted('quoted', 'descending')}>
              {head('quoted', 'Quoted')}
            </th>
            <th scope="col" className="c-type">
              Type, city
            </th>
            <th scope="col" className="c-active r">
              Last active
            </th>
            <th scope="col" className="c-owner r">
              Owner
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {leads.map((lead) => (
            <Line key={lead.leadId} lead={lead} marked={isMarked(lead.leadId)} meId={meId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drawn once: a further page draws its own rows, however many stand above it. */
const Line = memo(function Line({ lead, marked, meId }: { lead: LeadItem; marked: boolean; meId: string }): ReactNode {
  const place = lead.lastVisitPlace ?? lead.siteName ?? lead.city;
  return (
    <tr data-key={lead.leadId} className={classes(marked && 'is-highlighted')} onPointerEnter={() => prefetchLead(lead.leadId)}>
      <td>
        <Link to={`/leads/${lead.leadId}`} className="rowlink">
          <span className="medium trunc block" title={lead.name}>
            {lead.name}
          </span>
          <span className="meta trunc block" title={place}>
            {place}
          </span>
        </Link>
      </td>
      <td>
        <StatusBadge status={lead.status} />
      </td>
      <td>
        <Due on={lead.nextFollowUpOn} none={<span className="meta">None</span>} />
      </td>
      <td className="r">{lead.quotedPaise > 0 ? <Money paise={lead.quotedPaise} /> : <span className="meta">No quote</span>}</td>
      <td className="c-type">
        <span className="trunc block">{typeNames[lead.type]}</span>
        <span className="meta trunc block" title={lead.city}>
          {lead.city}
        </span>
      </td>
      <td className="r c-active">{marked ? <span className="medium text-accent-ink">Just now</span> : <Time at={lead.lastActivityAt} />}</td>
      <td className="c-owner">
        <span className="row justify-end">
          <span className="lead-owner">
            <Avatar name={lead.assignedTo.name} me={lead.assignedTo.id === meId} size="s" />
            <span className="vh">{lead.assignedTo.name}</span>
          </span>
          <span className="lead-reach">
            <ContactActions person={lead} />
          </span>
        </span>
      </td>
    </tr>
  );
});
