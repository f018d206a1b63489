import { t } from '@lingui/core/macro';
import { Check, CircleCheck, Navigation, Phone } from 'lucide-react';
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
import { DueBadge } from '../ui/display/badge.js';
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
 * On a phone the buttons stand beside all lines, and the last line runs below them over the whole
 * width. With larger text the buttons get a line of their own.
 */
const rowClass = classes(
  'flex h-full flex-wrap content-start items-start gap-x-2 gap-y-1',
  'max-md:@min-[17rem]:grid max-md:@min-[17rem]:grid-cols-[minmax(0,1fr)_auto]',
  'md:grid md:grid-cols-[minmax(0,1fr)_auto_auto] md:items-center md:gap-x-4 md:gap-y-0',
);
/** buttons lie above the row's link */
const iconsClass =
  'relative z-1 col-start-2 row-start-1 -mr-3 ml-auto flex flex-none items-center md:col-start-3 md:row-span-2 md:m-0 md:gap-1.5 [&_.btn-icon]:size-tap';
const textButtonsClass =
  'relative z-1 col-span-full row-start-3 flex flex-wrap items-center gap-1.5 max-md:basis-full *:min-h-tap md:col-start-2 md:col-end-auto md:row-span-2 md:row-start-1';
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
  const facts = [
    // beside its day a phone has no room for the type
    (hidesDay || !isPhone) && i18n._(typeNames[type]),
    assignedTo.id !== account.id && personName(assignedTo),
  ];
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
          <div className="stack min-w-0 flex-[1_1_8.5rem] gap-0.5 md:col-start-1 md:row-start-1 md:gap-0">
            <Link
              to={`/leads/${leadId}`}
              title={t`View Lead`}
              className={classes(
                'row-link line-clamp-2 min-h-6 min-w-0 rounded-control wrap-anywhere after:absolute after:inset-0',
                isNext ? 't2' : 't3',
              )}
            >
              {leadName}
            </Link>
            <p
              className={classes(
                'meta flex min-h-5 items-center gap-1.5',
                !hidesDay && 'flex-wrap gap-y-0.5',
              )}
            >
              <StatusGlyph status={status} />
              {hidesDay ? (
                <span className="min-w-0 truncate">
                  <InlineList items={[translated(status), ...facts]} />
                </span>
              ) : (
                <>
                  {/* beside the whole due day and three buttons, a phone has room for the glyph */}
                  <span className={classes('flex-none', !isNext && 'max-[440px]:sr-only')}>
                    {translated(status)}
                  </span>
                  <DueMark day={visit.dueOn} />
                  <span className="min-w-0 truncate">
                    <InlineList items={facts} />
                  </span>
                </>
              )}
            </p>
          </div>
          <div
            className={classes(
              iconsClass,
              isNext
                ? '-my-1'
                : 'max-md:@min-[17rem]:row-[1/span_2] max-md:@min-[17rem]:-my-1 max-md:@min-[17rem]:self-center',
            )}
          >
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
          <div className="col-span-full row-start-2 min-w-0 max-md:basis-full md:col-start-1 md:col-end-auto">
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

/** Due day, as high as the text beside it. */
const DueMark = ({ day }: { day: string }): ReactNode => (
  <span className="-my-px flex flex-none *:min-h-5 *:py-0">
    <DueBadge days={daysBetween(useToday(), day)} />
  </span>
);

/** Place and note on one line, cut off if too long. */
function PlaceAndNote({ visit }: { visit: UpcomingVisit }): ReactNode {
  const place = placeOf(visit);
  const { note } = visit;
  return (
    <p
      className="meta min-w-0 flex-[1_1_8rem] truncate"
      title={[place, note].filter(Boolean).join(' · ')}
    >
      <span>{place}</span>
      {note && <span className={classes(place && 'dot-sep')}>{note}</span>}
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
