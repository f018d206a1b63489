import { t } from '@lingui/core/macro';
import { Check, CircleCheck, Navigation, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useMe } from '../lib/account/session.js';
import { knownPosition } from '../kit/capture/use-geolocation.js';
import {
  ContactActions,
  Due,
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
import { Money } from '../ui/display/figures.js';
import { distanceText } from '../ui/display/format.js';
import { Icon, WhatsApp } from '../ui/display/icon.js';
import { Swipe } from '../ui/layout/swipe.js';
import { metresBetween } from '../kit/visits/distance.js';
import { useRunningVisit } from '../kit/visits/use-running-visit.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { fromFollowUp, useCompleteFollowUp } from './complete-follow-up.js';

/**
 * On a phone three lines: name and due day, status and buttons, place and sum. With larger text the
 * buttons get a line of their own.
 */
const rowClass = classes(
  'flex h-full flex-wrap content-start items-center gap-x-2 gap-y-1',
  'max-md:@min-[15rem]:grid max-md:@min-[15rem]:grid-cols-[minmax(0,1fr)_auto] max-md:@min-[15rem]:gap-y-0.5',
  'md:grid md:grid-cols-[minmax(0,1fr)_auto_auto] md:gap-x-4 md:gap-y-0',
);
const titleClass =
  'col-span-full row-start-1 flex min-w-0 flex-wrap items-start gap-x-3 gap-y-0.5 max-md:basis-full max-md:justify-between md:col-span-1';
/** buttons lie above the row's link, and reach over the lines above and below */
const iconsClass =
  'relative z-1 col-start-2 row-start-2 -my-3 -mr-3 ml-auto flex flex-none items-center md:col-start-3 md:row-[1/span_3] md:m-0 md:gap-1.5 [&_.btn-icon]:size-tap';
const textButtonsClass =
  'relative z-1 col-span-full row-start-4 flex flex-wrap items-center gap-1.5 max-md:basis-full *:min-h-tap md:col-start-2 md:col-end-auto md:row-[1/span_3]';
/** as wide as the label, or wider if the buttons need two lines */
const textButtonClass = 'flex-auto px-3 max-md:whitespace-normal md:flex-none';
/** Parts that fit whole into one line: the others wrap to lines that are hidden. */
const wholePartsClass = 'flex h-(--text-meta--line-height) min-w-0 flex-wrap overflow-hidden';

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
  const { leadId, leadName, phone, note, quotedPaise, status, type, assignedTo, dueOn } = visit;
  const { account } = useMe();
  const lead = { leadId, phone, name: leadName };
  const { busy, complete } = useCompleteFollowUp(lead, visit);
  const { call, chat } = useContactLinks(lead);
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
      <article
        className={classes(
          '@container relative h-full px-4 py-2.5 has-[.row-link:hover]:bg-hover md:py-1.5',
          isNext && 'pb-3.5',
        )}
      >
        <div className={rowClass}>
          <div className={titleClass}>
            <Link
              to={`/leads/${leadId}`}
              title={t`View Lead`}
              className={classes(
                'row-link line-clamp-2 min-h-6 min-w-0 rounded-control wrap-anywhere after:absolute after:inset-0 max-md:flex-[1_1_7rem]',
                isNext ? 't2' : 't3',
              )}
            >
              {leadName}
            </Link>
            {!hidesDay && <Due day={dueOn} />}
          </div>
          <div className="meta row-start-2 flex min-w-0 flex-[1_1_8.5rem] items-center gap-1.5">
            <StatusGlyph status={status} />
            <p className={wholePartsClass}>
              <span className="max-w-full truncate">{translated(status)}</span>
              <span className="dot-sep">{i18n._(typeNames[type])}</span>
              {assignedTo.id !== account.id && (
                <span className="dot-sep">{personName(assignedTo)}</span>
              )}
            </p>
          </div>
          <div className={iconsClass}>
            {!isNext && (
              <>
                <IconButton
                  icon={CircleCheck}
                  label={t`Mark Complete`}
                  aria-busy={busy}
                  onClick={busy ? undefined : complete}
                  className="md:hidden"
                />
                <span className="mx-1 h-5 w-px bg-line md:hidden" />
              </>
            )}
            <ContactActions person={lead} />
          </div>
          <div className="col-span-full row-start-3 min-w-0 max-md:basis-full md:col-start-1 md:col-end-auto">
            <div className="flex flex-wrap items-center gap-x-3">
              {isNext ? <Directions visit={visit} /> : <PlaceAndNote visit={visit} />}
              {!!quotedPaise && (
                <Money
                  as="plain"
                  paise={quotedPaise}
                  className="meta num ml-auto flex-none font-strong text-ink"
                />
              )}
            </div>
            {isNext && note && (
              <p className="meta mt-1 truncate" title={note}>
                {note}
              </p>
            )}
          </div>
          <div className={classes(textButtonsClass, isNext ? 'max-md:mt-1.5' : 'max-md:hidden')}>
            <RecordVisit visit={visit} kind={isNext ? 'primary' : 'plain'} />
            <Button busy={busy} onClick={complete} className={textButtonClass}>
              {t`Mark Complete`}
            </Button>
          </div>
        </div>
      </article>
    </Swipe>
  );
});

/** Place and note on one line: first the note is cut or left out, then the city. */
function PlaceAndNote({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { siteName, city, note } = visit;
  return (
    <p
      className={classes('meta flex-[1_1_8rem]', wholePartsClass)}
      title={[placeOf(visit), note].filter(Boolean).join(' · ')}
    >
      {siteName && <span className="max-w-full truncate">{siteName}</span>}
      <span className="max-w-full truncate">{siteName ? `, ${city}` : city}</span>
      {note && <span className="dot-sep min-w-0 flex-[1_1_7rem] truncate">{note}</span>}
    </p>
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
