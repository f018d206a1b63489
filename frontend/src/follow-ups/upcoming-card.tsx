import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { UpcomingVisit, VisitedLead } from '#domain/visits/visit.views.js';
import { personName } from '../kit/team/person-name.js';
import { ContactActions, Due, PlaceLine } from '../kit/leads/contact-actions.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Money, Time } from '../ui/display/figures.js';
import { InlineList } from '../ui/layout/surface.js';
import { memoized } from '../words/language.js';
import { fromFollowUp } from './complete-follow-up.js';

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
      <span className="col-start-2 row-start-1 @max-[12rem]:col-span-full @max-[12rem]:row-start-2">
        {children}
      </span>
    </div>
  );
}

export const assigneeText = (
  by: { readonly id: string; readonly name: string },
  meId: string,
): string => (by.id === meId ? t`You` : personName(by));

/** in thumb size, above the card's link */
const footClass = classes(
  '-mr-2.5 flex flex-wrap items-center gap-x-0.5 [&_.btn]:relative [&_.btn]:z-1 [&_.btn]:min-h-tap [&_.btn]:flex-none',
  '[&_.btn-icon]:w-tap [&_.btn:not(.btn-icon)]:px-2.5',
);

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
    <article className="card @container relative h-full px-4 pt-3 pb-2">
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
