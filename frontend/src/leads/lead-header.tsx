import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, FileText, Pencil, Phone } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { useIsHighlighted } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink, IconLink } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { TopBar } from '../ui/frame.js';
import { Icon, WhatsApp } from '../ui/icon.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { callLink, whatsAppLink } from '../shared/contact.js';
import { StatusBadge } from '../shared/status-badge.js';
import { typeNames } from '../shared/labels.js';
import { i18n, translated } from '../words/i18n.js';
import { mainSteps } from './main-step.js';

const QuoteDialog = lazy(() => import('./quote-dialog.js'));

/** Who it is, where it stands, and what is done most: call, write, quote. */
export function LeadHeader({ lead, isSent, onStatus }: { lead: LeadDetail; isSent: boolean; onStatus: () => void }): ReactNode {
  const { account, organization } = useMe();
  const [quoting, setQuoting] = useState(false);
  const live = useIsHighlighted(lead.leadId);
  return (
    <>
      <TopBar
        className="lead-bar"
        back={{ to: '/leads', label: t`Back to leads` }}
        title={lead.name}
        sub={
          <>
            <button
              type="button"
              className={classes('lead-status', live && 'is-highlighted')}
              aria-label={t`Status ${translated(lead.status)}, change`}
              onClick={onStatus}
              disabled={!isSent}
            >
              <StatusBadge status={lead.status}>{isSent && <Icon of={ChevronDown} />}</StatusBadge>
            </button>
            <span className="meta trunc">
              {i18n._(typeNames[lead.type])}, {lead.city}
            </span>
          </>
        }
        actions={
          <>
            {isSent && <IconLink icon={Pencil} label={t`Edit lead`} to={`/leads/${lead.leadId}/edit`} />}
            <div className="lead-acts">
              <ButtonLink icon={Phone} href={callLink(lead.phone)}>
                <Trans>Call</Trans>
              </ButtonLink>
              <ButtonLink
                icon={WhatsApp}
                href={whatsAppLink(lead.phone, lead.firstName, { name: account.name, organization: organization?.name ?? '' })}
                target="_blank"
                rel="noreferrer"
              >
                <Trans>WhatsApp</Trans>
              </ButtonLink>
              <Button
                kind={mainSteps[lead.status] === 'quote' ? 'primary' : 'plain'}
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
