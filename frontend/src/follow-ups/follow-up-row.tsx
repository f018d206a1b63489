import { plural, t } from '@lingui/core/macro';
import { Check, CircleAlert, CircleCheck, Navigation, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysBetween } from '#domain/kernel/values/days.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useIsPhone } from '../browser/media.js';
import { useMe } from '../lib/account/session.js';
import { knownPosition } from '../kit/capture/use-geolocation.js';
import {
  ContactActions,
  PlaceLine,
  placeOf,
  useContactLinks,
} from '../kit/leads/contact-actions.js';
import { mapLink } from '../kit/leads/contact.js';
import { knownPlace } from '../kit/leads/known-leads.js';
import { typeNames } from '../kit/leads/lead-names.js';
import { StatusGlyph } from '../kit/leads/status-badge.js';
import { personName } from '../kit/team/person-name.js';
import { Button, ButtonLink, IconButton } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Badge, DueBadge } from '../ui/display/badge.js';
import { Money, useToday } from '../ui/display/figures.js';
import { distanceText } from '../ui/display/format.js';
import { Icon, WhatsApp } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { Swipe } from '../ui/layout/swipe.js';
import { metresBetween } from '../kit/visits/distance.js';
import { useRunningVisit } from '../kit/visits/use-running-visit.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { fromFollowUp, useCompleteFollowUp } from './complete-follow-up.js';

/**
 * On a phone the buttons stand beside name and status, and the other lines have the whole width.
 * With larger text the buttons get a line of their own.
 */
const rowClass = classes(
  'relative flex h-full flex-wrap content-start items-start gap-x-2 px-4 py-1 has-[.row-link:hover]:bg-hover',
  'md:grid md:grid-cols-[minmax(0,1fr)_auto_auto] md:items-center md:gap-x-4 md:py-1.5',
);
/** buttons lie above the row's link; on a phone they are as high as two lines of text */
const iconsClass = classes(
  'relative z-1 -mt-1 -mr-3 -mb-1 ml-auto flex flex-none md:col-start-3 md:row-span-2 md:row-start-1 md:m-0 md:gap-1.5',
  '[&_.btn-icon]:size-tap',
);
const textButtonsClass =
  'relative z-1 flex flex-wrap items-center gap-1.5 max-md:basis-full *:min-h-tap md:col-start-2 md:row-span-2 md:row-start-1';
/** as wide as the label, or wider if the buttons need two lines */
const textButtonClass = 'flex-auto px-3 md:flex-none';

interface FollowUpRowProps {
  visit: UpcomingVisit;
  /** Whether it is the next task: larger, with directions, and with words on its buttons. */
  isNext?: boolean;
  /** Whether a heading says the day. */
  hidesDay?: boolean;
}

/**
 * Follow-up in the agenda and on the dashboard, so low that six fit on a phone. A press beside its
 * buttons opens the lead.
 */
export const FollowUpRow = memoized(function FollowUpRow({
  visit,
  isNext = false,
  hidesDay = false,
}: FollowUpRowProps): ReactNode {
  const { leadId, leadName, phone, note, quotedPaise, status, type, assignedTo } = visit;
  const { account } = useMe();
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useCompleteFollowUp(lead, visit);
  const { call, chat } = useContactLinks(lead);
  const isPhone = useIsPhone();
  // beside its day a phone has no room for the type
  const facts = [
    (hidesDay || !isPhone) && i18n._(typeNames[type]),
    assignedTo.id !== account.id && personName(assignedTo),
  ].filter(Boolean);
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
      <article className={classes(rowClass, isNext && 'pb-3')}>
        <div className="min-w-0 flex-[1_1_8.5rem] md:col-start-1 md:row-start-1">
          <Link
            to={`/leads/${leadId}`}
            title={t`View Lead`}
            className={classes(
              'row-link -mb-0.5 line-clamp-2 min-h-6 min-w-0 rounded-control wrap-anywhere after:absolute after:inset-0',
              isNext ? 't2' : 't3',
            )}
          >
            {leadName}
          </Link>
          <p className="meta flex items-center gap-1.5">
            <StatusGlyph status={status} />
            <span className="flex-none">{translated(status)}</span>
            {!hidesDay && <DueMark day={visit.dueOn} />}
            {facts.length > 0 && (
              <span className="min-w-0 truncate">
                <span aria-hidden="true">· </span>
                <InlineList items={facts} />
              </span>
            )}
          </p>
        </div>
        <div className={iconsClass}>
          {!isNext && (
            <IconButton
              icon={CircleCheck}
              label={t`Mark Complete`}
              aria-busy={busy}
              onClick={busy ? undefined : complete}
              className="md:hidden"
            />
          )}
          <ContactActions person={lead} />
        </div>
        <div className="min-w-0 max-md:basis-full md:col-start-1 md:row-start-2">
          <div className="flex flex-wrap items-center gap-x-3">
            {isNext ? (
              <Directions visit={visit} />
            ) : (
              <PlaceLine lead={visit} className="meta flex-[1_1_8rem]" />
            )}
            {!!quotedPaise && (
              <Money
                as="plain"
                paise={quotedPaise}
                className="meta num ml-auto flex-none font-strong text-ink"
              />
            )}
          </div>
          {note && (
            <p className="meta truncate" title={note}>
              {note}
            </p>
          )}
        </div>
        <div className={classes(textButtonsClass, isNext ? 'max-md:mt-2' : 'max-md:hidden')}>
          <RecordVisit visit={visit} kind={isNext ? 'primary' : 'plain'} />
          <Button busy={busy} onClick={complete} className={textButtonClass}>
            {t`Mark Complete`}
          </Button>
        </div>
      </article>
    </Swipe>
  );
});

/** Due day. A phone leaves out the word “overdue”, because icon and colour say it. */
function DueMark({ day }: { day: string }): ReactNode {
  const days = daysBetween(day, useToday());
  return (
    // as high as the text beside it
    <span className="-my-px flex flex-none *:min-h-5 *:py-0">
      {useIsPhone() && days > 0 ? (
        <Badge tone="due-overdue" icon={CircleAlert}>
          {t({
            message: plural(days, { one: '# day', other: '# days' }),
            context: 'overdue',
          })}
        </Badge>
      ) : (
        <DueBadge days={-days} />
      )}
    </span>
  );
}

function RecordVisit({
  visit,
  kind,
}: {
  visit: UpcomingVisit;
  kind: 'primary' | 'plain';
}): ReactNode {
  const isVisitRunning = useRunningVisit()?.lead?.leadId === visit.leadId;
  return (
    <ButtonLink
      kind={kind}
      to={`/visits/new?leadId=${visit.leadId}`}
      state={fromFollowUp(visit)}
      className={textButtonClass}
    >
      {isVisitRunning ? t`Back to the visit` : t`Record visit`}
    </ButtonLink>
  );
}

/** Straight distance to a lead, where its place and this device's position are known already. */
function distanceFromLastPosition(leadId: string): string | undefined {
  const [ownPosition, place] = [knownPosition(), knownPlace(leadId)];
  return ownPosition && place && t`${distanceText(metresBetween(ownPosition, place))} away`;
}

/** Place of a lead, which opens the way there in a map. The whole line can be pressed. */
function Directions({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { leadId, siteName, city } = visit;
  const distance = distanceFromLastPosition(leadId);
  return (
    <a
      aria-label={t`Directions: ${placeOf(visit)}`}
      href={mapLink({ place: knownPlace(leadId), landmark: siteName, city })}
      target="_blank"
      rel="noreferrer"
      className="relative z-1 -my-2 inline-flex min-h-tap min-w-0 flex-[1_1_8rem] items-center gap-1.5 rounded-control text-label text-ink-2 hover:underline"
    >
      <Icon icon={Navigation} size="s" className="text-accent-ink" />
      <PlaceLine lead={visit} />
      {distance && <span className="meta flex-none">{distance}</span>}
    </a>
  );
}
