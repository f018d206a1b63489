import { t } from '@lingui/core/macro';
import { Check, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UpcomingVisit, VisitedLead } from '#domain/visits/visit.views.js';
import { personName } from '../kit/team/person-name.js';
import { ContactActions, Due, PlaceLine, useContactLinks } from '../kit/leads/contact-actions.js';
import { typeNames } from '../kit/leads/lead-names.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Money, Time } from '../ui/display/figures.js';
import { WhatsApp } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { Swipe } from '../ui/layout/swipe.js';
import { i18n } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { CancelDialog } from './lazy-dialogs.js';
import { fromFollowUp, useCompleteFollowUp } from './use-complete.js';

/** Name with badge; the place on its own line. */
export function VisitHead({
  lead,
  children,
}: {
  lead: VisitedLead;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(4.5rem,1fr)_minmax(min-content,auto)] items-start gap-x-3 *:last:col-start-2 *:last:row-start-1 *:last:whitespace-normal">
      <Link
        to={`/leads/${lead.leadId}`}
        className="col-span-full row-start-1 grid min-h-11 grid-cols-subgrid content-start rounded-control"
      >
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{lead.leadName}</span>
        <span className="meta col-span-full mt-1 flex items-baseline gap-3">
          <PlaceLine lead={lead} className="min-w-0 grow" />
          {!!lead.quotedPaise && <Money paise={lead.quotedPaise} className="text-ink" />}
        </span>
      </Link>
      {children}
    </div>
  );
}

export const whoText = (
  by: { readonly id: string; readonly name: string },
  meId: string,
): string => (by.id === meId ? t`You` : personName(by));

/** Upcoming visit with note, assignee and actions. */
export const UpcomingCard = memoized(function UpcomingCard({
  visit,
  meId,
  detailed = false,
}: {
  visit: UpcomingVisit;
  meId: string;
  detailed?: boolean;
}): ReactNode {
  const { leadId, leadName, phone, followUpId, dueOn, note, by, at } = visit;
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useCompleteFollowUp(lead, visit);
  const { call, chat } = useContactLinks(lead);
  const owner = whoText(visit.assignedTo, meId);
  const card = (
    <article className="card h-full px-4 pt-3 pb-2">
      <div className="row items-start gap-3">
        <VisitHead lead={visit}>
          <Due day={dueOn} />
        </VisitHead>
      </div>
      {note && (
        <p
          className={classes(
            'label min-w-0 wrap-anywhere mt-1 whitespace-pre-line',
            detailed ? 'line-clamp-1' : 'line-clamp-2',
          )}
        >
          {note}
        </p>
      )}
      <div className="-mr-2.5 flex items-center gap-0.5 [&_.btn-icon]:size-tap">
        {detailed && <StatusBadge status={visit.status} />}
        <p className={classes('meta grow min-w-0', detailed && 'truncate pl-2')}>
          {detailed ? (
            <>{visit.assignedTo.id === meId ? i18n._(typeNames[visit.type]) : owner}</>
          ) : (
            <InlineList
              items={[
                whoText(by, meId),
                <Time at={at} />,
                visit.assignedTo.id !== by.id && t`for ${owner}`,
              ]}
            />
          )}
        </p>
        <ContactActions person={lead} />
      </div>
      <div className="flex flex-wrap gap-1">
        {detailed ? (
          <>
            <Button busy={busy} onClick={complete}>
              {t`Mark Complete`}
            </Button>
            <ButtonLink kind="ghost" to={`/leads/${leadId}`}>
              {t`View Lead`}
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to={`/visits/new?leadId=${leadId}`} state={fromFollowUp(visit)}>
              {t`Record visit`}
            </ButtonLink>
            <DialogButton
              kind="ghost"
              dialog={(state) => <CancelDialog lead={lead} followUpId={followUpId} {...state} />}
            >
              {t`Cancel visit`}
            </DialogButton>
          </>
        )}
      </div>
    </article>
  );
  if (!detailed) return card;
  return (
    <Swipe
      actions={[
        { label: t`Mark Complete`, icon: Check, look: 'plain', onSelect: complete },
        {
          label: t`WhatsApp chat`,
          icon: WhatsApp,
          look: 'whatsapp',
          href: chat.href,
          onSelect: chat.onLeave,
        },
        { label: t`Call`, icon: Phone, look: 'accent', href: call.href, onSelect: call.onLeave },
      ]}
    >
      {card}
    </Swipe>
  );
});
