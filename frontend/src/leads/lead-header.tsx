import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, FileText, Pencil, Phone } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { callLink } from '#domain/kernel/contact-links.js';
import { useIsHighlighted } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink, IconLink } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { TopBar } from '../ui/frame.js';
import { Icon, WhatsApp } from '../ui/icon.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { whatsAppLink } from '../shared/contact.js';
import { StatusBadge } from '../shared/status-badge.js';
import { typeNames } from '../shared/labels.js';
import type { KnownLead } from '../shared/seen-leads.js';
import { i18n, translated } from '../words/i18n.js';
import { mainSteps } from './main-step.js';

const QuoteDialog = lazy(() => import('./quote-dialog.js'));

/** Who it is, where it stands, and what is done most: call, write, quote. */
export function LeadHeader({ lead, isSent, onStatus }: { lead: KnownLead; isSent: boolean; onStatus: () => void }): ReactNode {
  const { account, organization } = useMe();
  const [quoting, setQuoting] = useState(false);
  const live = useIsHighlighted(lead.leadId);
  const firstName = lead.firstName ?? lead.name.split(' ')[0] ?? lead.name;
  return (
    <>
      <TopBar
        className="lead-bar"
        back={{ to: '/leads', label: t`Back to leads` }}
        title={lead.name}
        sub={
          <>
            {lead.status && (
              <button
                type="button"
                className={classes('lead-status', live && 'is-highlighted')}
                aria-label={t`Status ${translated(lead.status)}, change`}
                onClick={onStatus}
                disabled={!isSent}
              >
                <StatusBadge status={lead.status}>{isSent && <Icon of={ChevronDown} />}</StatusBadge>
              </button>
            )}
            <span className="meta">{[lead.type && i18n._(typeNames[lead.type]), lead.city].filter(Boolean).join(', ')}</span>
          </>
        }
        actions={
          <>
            {/* only one that was opened can be edited: its form begins with all of it */}
            {isSent && lead.photos && <IconLink icon={Pencil} label={t`Edit lead`} to={`/leads/${lead.leadId}/edit`} />}
            <div className="lead-acts">
              {lead.phone !== undefined && (
                <>
                  <ButtonLink icon={Phone} href={callLink(lead.phone)}>
                    <Trans>Call</Trans>
                  </ButtonLink>
                  <ButtonLink
                    icon={WhatsApp}
                    href={whatsAppLink(lead.phone, firstName, { name: account.name, organization: organization?.name ?? '' })}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <Trans>WhatsApp</Trans>
                  </ButtonLink>
                </>
              )}
              <Button
                kind={lead.status && mainSteps[lead.status] === 'quote' ? 'primary' : 'plain'}
                icon={FileText}
                onClick={() => setQuoting(true)}
                disabled={!isSent}
              >
                <Trans>Create quote</Trans>
              </Button>
            </div>
          </>
        }
      />
      <LazyMount when={quoting}>
        <QuoteDialog lead={lead} open={quoting} onClose={() => setQuoting(false)} />
      </LazyMount>
    </>
  );
}
