import { plural, t } from '@lingui/core/macro';
import { Check, CircleAlert, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import type { UpcomingVisit, VisitedLead } from '#domain/visits/visit.views.js';
import { personName } from '../kit/team/person-name.js';
import { ContactActions, Due, PlaceLine, useContactLinks } from '../kit/leads/contact-actions.js';
import { typeNames } from '../kit/leads/lead-names.js';
import { StatusGlyph } from '../kit/leads/status-badge.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Badge } from '../ui/display/badge.js';
import { Money, Time, useToday } from '../ui/display/figures.js';
import { WhatsApp } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { Swipe } from '../ui/layout/swipe.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { fromFollowUp, useCompleteFollowUp } from './use-complete.js';

export interface CancelRequest {
  /** Asks for the dialog that cancels a visit; stable between renders. */
  onCancel: (visit: UpcomingVisit) => void;
}

/** Name with badge; the place on its own line. A press anywhere on the card follows its link. */
export function VisitCardHeader({
  lead,
  facts,
  children,
}: {
  lead: VisitedLead;
  /** Line above the place. */
  facts?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const money = !!lead.quotedPaise && (
    <Money as="plain" paise={lead.quotedPaise} className="ml-auto flex-none text-ink" />
  );
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(4.5rem,1fr)_minmax(min-content,auto)] items-start gap-x-3">
      <Link
        to={`/leads/${lead.leadId}`}
        title={t`View Lead`}
        className="col-span-full row-start-1 grid grid-cols-subgrid content-start rounded-control outline-none after:absolute after:inset-0 after:rounded-card after:outline-focus focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
      >
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{lead.leadName}</span>
        {facts && (
          <span className="meta col-span-full flex items-start gap-1.5">
            {facts}
            {money}
          </span>
        )}
        <span className="meta col-span-full flex items-start gap-3">
          <PlaceLine lead={lead} />
          {!facts && money}
        </span>
      </Link>
      <span className="col-start-2 row-start-1">{children}</span>
    </div>
  );
}

export const assigneeText = (
  by: { readonly id: string; readonly name: string },
  meId: string,
): string => (by.id === meId ? t`You` : personName(by));

/** Days that a follow-up is late, below a heading that says so. */
const DaysLate = ({ dueOn }: { dueOn: string }): ReactNode => (
  <Badge tone="due-overdue" icon={CircleAlert}>
    {plural(daysBetween(dueOn, useToday()), { one: '# day', other: '# days' })}
  </Badge>
);

/** in thumb size, above the card's link */
const footClass =
  'mt-2 -mr-2.5 flex flex-wrap items-center gap-x-0.5 [&_.btn]:relative [&_.btn]:z-1 [&_.btn]:min-h-tap [&_.btn-icon]:w-tap [&_.btn:not(.btn-icon)]:px-2.5';

type UpcomingCardProps = {
  visit: UpcomingVisit;
  meId: string;
} & (
  | {
      /** Kind of the heading above the card: below a day, the card does not repeat the day. */
      kind: 'overdue' | 'day';
      onCancel?: undefined;
    }
  // only a card without a heading can be cancelled
  | ({ kind?: undefined } & CancelRequest)
);

/** Upcoming visit with note, assignee and actions. A press beside them opens the lead. */
export const UpcomingCard = memoized(function UpcomingCard({
  visit,
  meId,
  kind,
  onCancel,
}: UpcomingCardProps): ReactNode {
  const { leadId, leadName, phone, dueOn, note, by, at } = visit;
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useCompleteFollowUp(lead, visit);
  const { call, chat } = useContactLinks(lead);
  const owner = assigneeText(visit.assignedTo, meId);
  const detailed = kind !== undefined;
  const card = (
    <article className={classes('relative h-full px-4', detailed ? 'pt-3 pb-2' : 'card pt-3 pb-2')}>
      <VisitCardHeader
        lead={visit}
        facts={
          detailed && (
            <>
              <StatusGlyph status={visit.status} />
              <span className="min-w-0 wrap-anywhere">
                <InlineList
                  items={[
                    translated(visit.status),
                    visit.assignedTo.id === meId ? i18n._(typeNames[visit.type]) : owner,
                  ]}
                />
              </span>
            </>
          )
        }
      >
        {kind === 'overdue' ? <DaysLate dueOn={dueOn} /> : !detailed && <Due day={dueOn} />}
      </VisitCardHeader>
      {note && (
        <p
          className={classes(
            'label mt-1 min-w-0',
            detailed ? 'truncate' : 'line-clamp-2 wrap-anywhere',
          )}
        >
          {note}
        </p>
      )}
      {!detailed && (
        <p className="meta mt-1 min-w-0">
          <InlineList
            items={[
              assigneeText(by, meId),
              <Time at={at} />,
              visit.assignedTo.id !== by.id && t`for ${owner}`,
            ]}
          />
        </p>
      )}
      <div className={footClass}>
        {onCancel ? (
          <>
            <ButtonLink to={`/visits/new?leadId=${leadId}`} state={fromFollowUp(visit)}>
              {t`Record visit`}
            </ButtonLink>
            <Button
              kind="ghost"
              aria-label={t`Cancel follow-up`}
              title={t`Cancel follow-up`}
              onClick={() => onCancel(visit)}
            >
              {t`Cancel`}
            </Button>
          </>
        ) : (
          <Button busy={busy} onClick={complete}>
            {t`Mark Complete`}
          </Button>
        )}
        <span className="ml-auto flex">
          <ContactActions person={lead} />
        </span>
      </div>
    </article>
  );
  if (!detailed) return card;
  return (
    <Swipe
      actions={[
        { label: t`Mark Complete`, icon: Check, look: 'plain', onSelect: complete },
        { label: t`Call`, icon: Phone, look: 'accent', href: call.href, onSelect: call.onLeave },
        {
          label: t`WhatsApp chat`,
          icon: WhatsApp,
          look: 'whatsapp',
          href: chat.href,
          onSelect: chat.onLeave,
        },
      ]}
    >
      {card}
    </Swipe>
  );
});
