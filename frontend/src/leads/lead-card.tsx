import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { Money, Time } from '../ui/figures.js';
import { Icon } from '../ui/icon.js';
import { Due, Reach, placeOf } from '../shared/reach.js';
import { leadAhead } from './lead-queries.js';
import { StatusBadge } from '../shared/status-badge.js';

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
        <Reach person={lead} />
      </div>
    </>
  );
}
