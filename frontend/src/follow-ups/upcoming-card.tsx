import { plural, t } from '@lingui/core/macro';
import { Check, CircleAlert, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import type { UpcomingVisit, VisitedLead } from '#domain/visits/visit.views.js';
import { personName } from '../kit/team/person-name.js';
import { ContactActions, Due, PlaceLine, useContactLinks } from '../kit/leads/contact-actions.js';
import { typeNames } from '../kit/leads/lead-names.js';
import { StatusGlyph } from '../kit/leads/status-badge.js';
import { Button, ButtonLink, IconButton } from '../ui/buttons/button.js';
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

const cardLinkClass =
  'rounded-control outline-none after:absolute after:inset-0 after:rounded-card after:outline-focus focus-visible:after:outline-2 focus-visible:after:-outline-offset-2';

/** Name with badge; the place on its own line. A press anywhere on the card follows its link. */
export function VisitCardHeader({
  lead,
  children,
}: {
  lead: VisitedLead;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(4.5rem,1fr)_minmax(min-content,auto)] items-start gap-x-3">
      <Link
        to={`/leads/${lead.leadId}`}
        title={t`View Lead`}
        className={classes(
          'col-span-full row-start-1 grid grid-cols-subgrid content-start',
          cardLinkClass,
        )}
      >
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{lead.leadName}</span>
        <span className="meta col-span-full flex items-start gap-3">
          <PlaceLine lead={lead} />
          {!!lead.quotedPaise && (
            <Money as="plain" paise={lead.quotedPaise} className="ml-auto flex-none text-ink" />
          )}
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

/** Days that a follow-up is late. The heading above already says that it is overdue. */
const DaysLate = ({ days }: { days: number }): ReactNode => (
  <Badge tone="due-overdue" icon={CircleAlert} className="mr-auto">
    {t({
      message: plural(days, { one: '# day', other: '# days' }),
      context: 'overdue',
    })}
  </Badge>
);

/** in thumb size, above the card's link */
const footClass = classes(
  '-mr-2.5 flex flex-wrap items-center gap-x-0.5 [&_.btn]:relative [&_.btn]:z-1 [&_.btn]:min-h-tap [&_.btn]:flex-none',
  '[&_.btn-icon]:w-tap [&_.btn:not(.btn-icon)]:px-2.5',
);

/**
 * Follow-up in the agenda, so low that six fit on a screen. A press beside its buttons opens the
 * lead.
 */
export const AgendaCard = memoized(function AgendaCard({
  visit,
  meId,
  isDue,
}: {
  visit: UpcomingVisit;
  meId: string;
  /** Whether it is to be done today, so that its button stands out. */
  isDue: boolean;
}): ReactNode {
  const { leadId, leadName, phone, dueOn, note, quotedPaise, status } = visit;
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useCompleteFollowUp(lead, visit);
  const { call, chat } = useContactLinks(lead);
  const daysLate = daysBetween(dueOn, useToday());
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
      <article className="relative h-full px-4 pt-2.5 pb-1">
        <Link to={`/leads/${leadId}`} title={t`View Lead`} className={cardLinkClass}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="t3 max-w-full min-w-0 wrap-anywhere">{leadName}</span>
            <span className="meta">{i18n._(typeNames[visit.type])}</span>
            {!!quotedPaise && (
              <Money as="plain" paise={quotedPaise} className="num ml-auto font-medium" />
            )}
          </span>
          <span className="meta mt-1 flex items-center gap-1.5">
            <StatusGlyph status={status} />
            <span className="flex-none">{translated(status)}</span>
            {visit.assignedTo.id !== meId && (
              <span className="min-w-12 truncate">{`· ${personName(visit.assignedTo)}`}</span>
            )}
            <span aria-hidden="true">·</span>
            <PlaceLine lead={visit} />
          </span>
        </Link>
        {note && (
          <p className="meta mt-1 truncate text-ink-2" title={note}>
            {note}
          </p>
        )}
        <div className={classes('mt-2 justify-end', footClass)}>
          {isDue && daysLate > 0 && <DaysLate days={daysLate} />}
          {isDue ? (
            <Button busy={busy} onClick={complete} className="mr-1">
              {t`Mark Complete`}
            </Button>
          ) : (
            <IconButton
              icon={Check}
              label={t`Mark Complete`}
              aria-busy={busy}
              onClick={busy ? undefined : complete}
            />
          )}
          <ContactActions person={lead} />
        </div>
      </article>
    </Swipe>
  );
});

/** Upcoming visit with note, assignee and actions. A press beside them opens the lead. */
export const UpcomingCard = memoized(function UpcomingCard({
  visit,
  meId,
  onCancel,
}: CancelRequest & {
  visit: UpcomingVisit;
  meId: string;
}): ReactNode {
  const { leadId, leadName, phone, dueOn, note, by, at } = visit;
  const owner = assigneeText(visit.assignedTo, meId);
  return (
    <article className="card relative h-full px-4 pt-3 pb-2">
      <VisitCardHeader lead={visit}>
        <Due day={dueOn} />
      </VisitCardHeader>
      {note && <p className="label mt-1 line-clamp-2 min-w-0 wrap-anywhere">{note}</p>}
      <p className="meta mt-1 min-w-0">
        <InlineList
          items={[
            assigneeText(by, meId),
            <Time key="time" at={at} />,
            visit.assignedTo.id !== by.id && t`for ${owner}`,
          ]}
        />
      </p>
      <div className={classes('mt-2', footClass)}>
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
        <span className="ml-auto flex">
          <ContactActions person={{ leadId, phone, name: leadName }} />
        </span>
      </div>
    </article>
  );
});
