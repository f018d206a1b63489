import { MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useMe } from '../lib/session.js';
import { DueBadge } from '../ui/badge.js';
import { IconLink } from '../ui/button.js';
import { Money, Time, useToday } from '../ui/figures.js';
import { daysBetween } from '../ui/format.js';
import { Icon, WhatsApp } from '../ui/icon.js';
import { callLink, whatsAppLink } from './contact.js';
import { leadAhead } from './lead-queries.js';
import { StatusBadge } from './status-badge.js';

/** One lead on the phone: name and figure, place, badges, then how long it is silent and how to reach it. */
export function LeadCard({ lead, justNow }: { lead: LeadItem; justNow: boolean }): ReactNode {
  return (
    <>
      <Link to={`/leads/${lead.leadId}`} className="lead-main" onPointerDown={() => leadAhead(lead.leadId)}>
        <span className="row between items-start gap-3">
          <span className="t3 clamp2">{lead.name}</span>
          {lead.quotedPaise > 0 ? <Money paise={lead.quotedPaise} className="strong" /> : <span className="meta flex-none leading-6">No quote</span>}
        </span>
        <span className="meta trunc mt-px block">{placeOf(lead)}</span>
        <span className="row wrap mt-2 gap-1.5">
          <StatusBadge status={lead.status} />
          <Due on={lead.nextFollowUpOn} />
        </span>
      </Link>
      <div className="lead-foot">
        <span className="meta grow trunc">
          {justNow ? (
            <span className="medium text-accent-ink">Just now</span>
          ) : (
            <>
              {lead.lastVisitPlace && (
                <>
                  <Icon of={MapPin} size="s" className="mr-1 inline align-[-3px]" />
                  <span className="vh">Last visit: </span>
                  {lead.lastVisitPlace}
                  <span className="dot-sep" />
                </>
              )}
              <span className="vh">Last activity: </span>
              <Time at={lead.lastActivityAt} />
            </>
          )}
        </span>
        <Reach lead={lead} />
      </div>
    </>
  );
}

export const placeOf = ({ siteName, city }: Pick<LeadItem, 'siteName' | 'city'>): string => (siteName ? `${siteName}, ${city}` : city);

export function Due({ on, none }: { on: string | undefined; none?: ReactNode }): ReactNode {
  const today = useToday();
  return on === undefined ? none : <DueBadge days={daysBetween(today, on)} />;
}

/** Call and chat, outside of the row's own link. */
export function Reach({ lead: { phone, firstName, name }, className }: { lead: LeadItem; className?: string }): ReactNode {
  const { account, organization } = useMe();
  return (
    <>
      <IconLink
        icon={WhatsApp}
        label={`WhatsApp ${name}`}
        href={whatsAppLink(phone, firstName, { name: account.name, organization: organization?.name ?? '' })}
        target="_blank"
        rel="noreferrer"
        className={className}
      />
      <IconLink icon={Phone} label={`Call ${name}`} href={callLink(phone)} className={`text-accent-ink ${className ?? ''}`} />
    </>
  );
}
