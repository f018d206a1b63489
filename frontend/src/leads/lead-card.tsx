import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarPlus, CircleDot, MapPin, Phone } from 'lucide-react';
import { lazy, memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { Money, Time } from '../ui/figures.js';
import { Icon, WhatsApp } from '../ui/icon.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { Swipe } from '../ui/swipe.js';
import { MoreButton } from '../shared/more-button.js';
import { Due, PlaceLine, ContactActions, useContactLinks } from '../shared/contact-actions.js';
import { prefetchLead } from './lead-queries.js';
import { StatusBadge } from '../shared/status-badge.js';
import { inLanguage } from '../words/language.js';

const StatusOfLead = lazy(() => import('./status-of-lead.js'));

/** One lead on the phone: name and figure, place, badges, then how long it is silent and how to reach it. Swiped, the same lies under the thumb. */
export const LeadCard = memo(
  inLanguage(function LeadCard({ lead, justNow }: { lead: LeadItem; justNow: boolean }): ReactNode {
    const [choosing, setChoosing] = useState(false);
    const { call, chat } = useContactLinks(lead);
    return (
      <>
        <Swipe
          actions={[
            { label: t`Status`, icon: CircleDot, look: 'plain', onSelect: () => setChoosing(true) },
            { label: t`WhatsApp chat`, icon: WhatsApp, look: 'whatsapp', href: chat },
            { label: t`Call`, icon: Phone, look: 'accent', href: call },
          ]}
        >
          <Link to={`/leads/${lead.leadId}`} className="lead-main" onPointerDown={() => prefetchLead(lead.leadId)}>
            <span className="row between items-start gap-3">
              <span className="t3 clamp2">{lead.name}</span>
              {lead.quotedPaise > 0 ? (
                <Money paise={lead.quotedPaise} className="strong" />
              ) : (
                <span className="meta flex-none leading-6">
                  <Trans>No quote</Trans>
                </span>
              )}
            </span>
            <PlaceLine of={lead} className="meta mt-px block" />
            <span className="row wrap mt-2 gap-1.5">
              <StatusBadge status={lead.status} />
              <Due on={lead.nextFollowUpOn} />
            </span>
          </Link>
          <div className="card-foot">
            <span className="meta grow trunc">
              {justNow ? (
                <span className="medium text-accent-ink">
                  <Trans>Just now</Trans>
                </span>
              ) : (
                <>
                  {lead.lastVisitPlace && (
                    <>
                      <Icon of={MapPin} size="s" className="mr-1 inline align-[-3px]" />
                      <span className="vh">
                        <Trans>Last visit:</Trans>{' '}
                      </span>
                      {lead.lastVisitPlace}
                      <span className="dot-sep" />
                    </>
                  )}
                  <span className="vh">
                    <Trans>Last activity:</Trans>{' '}
                  </span>
                  <Time at={lead.lastActivityAt} />
                </>
              )}
            </span>
            <ContactActions person={lead} />
            <MoreButton
              label={t`More for ${lead.name}`}
              entries={[
                { label: t`Change status`, icon: CircleDot, onSelect: () => setChoosing(true) },
                { kind: 'link', label: t`Record visit`, icon: CalendarPlus, to: `/visits/new?leadId=${lead.leadId}` },
              ]}
            />
          </div>
        </Swipe>
        <LazyMount when={choosing}>
          <StatusOfLead leadId={lead.leadId} open={choosing} onClose={() => setChoosing(false)} />
        </LazyMount>
      </>
    );
  }),
);
