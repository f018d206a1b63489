import { t } from '@lingui/core/macro';
import { CalendarX2, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { callLink, chatLink } from '#domain/kernel/values/contact-links.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import { isUndated } from '#domain/leads/gaps.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useMe } from '../../lib/account/session.js';
import { Badge, DueBadge } from '../../ui/display/badge.js';
import { ButtonLink, IconLink } from '../../ui/buttons/button.js';
import { useToday } from '../../ui/display/figures.js';
import { classes } from '../../ui/classes.js';
import { phoneText } from '../../ui/display/format.js';
import { WhatsApp } from '../../ui/display/icon.js';
import { HideOnPastDays } from '../records/past.js';
import { type Sender, whatsAppLink } from './contact.js';
import { type ContactMade, storeContact } from './contact-outcome.js';

interface Place {
  readonly companyName?: string | undefined;
  readonly siteName?: string | undefined;
  readonly city: string;
}

/**
 * Place of a lead: `Green Meadows, Pune · Patil Cold Storage`. The site comes first, because the
 * line may be cut off. Without a site, or with an empty one, the company comes first.
 */
export const placeOf = ({ companyName, siteName, city }: Place): string =>
  [[siteName || companyName, city].filter(Boolean).join(', '), siteName && companyName]
    .filter(Boolean)
    .join(' ·\u00a0');

/** Place on one line, cut off if too long. */
export function PlaceLine({ lead, className }: { lead: Place; className?: string }): ReactNode {
  const place = placeOf(lead);
  return (
    <span className={classes('truncate min-w-0', className)} title={place}>
      {place}
    </span>
  );
}

/** Badge that says when a day is due; without a day the fallback. */
export function Due({
  day,
  fallback,
}: {
  day: string | undefined;
  fallback?: ReactNode;
}): ReactNode {
  const today = useToday();
  return day === undefined ? fallback : <DueBadge days={daysBetween(today, day)} />;
}

/** Next follow-up of a lead; an open one without a follow-up says so. */
export function NextDate({
  lead,
  fallback,
}: {
  lead: Pick<LeadItem, 'status' | 'nextFollowUpOn'>;
  fallback?: ReactNode;
}): ReactNode {
  return (
    <Due
      day={lead.nextFollowUpOn}
      fallback={
        isUndated(lead) ? (
          <Badge tone="due-undated" isOutline icon={CalendarX2}>
            {t`No follow-up`}
          </Badge>
        ) : (
          fallback
        )
      }
    />
  );
}

/** Person to contact. `firstName` is for the greeting; default is the first word of the name. */
export interface Contact {
  /** Lead of the contact. Its rep is asked afterwards for the outcome. */
  readonly leadId?: string | undefined;
  readonly phone: string;
  readonly firstName?: string | undefined;
  readonly name: string;
}

interface ContactLink {
  readonly href: string;
  /** Remembers that the person leaves the app for this contact, to ask for the outcome later. */
  readonly onLeave: () => void;
}

function useSender(): Sender {
  const { account, organization } = useMe();
  return { name: account.name, organization: organization?.name ?? '' };
}

/** Links for a call and a WhatsApp chat. */
export function useContactLinks({
  leadId,
  phone,
  name,
  firstName = name.split(' ')[0] ?? name,
}: Contact): { readonly call: ContactLink; readonly chat: ContactLink } {
  const { account } = useMe();
  const sender = useSender();
  const storeOnLeave = (activity: ContactMade['activity']) => (): void => {
    if (leadId !== undefined) storeContact({ leadId, name, activity }, account.id);
  };
  return {
    call: { href: callLink(phone), onLeave: storeOnLeave('Call') },
    chat: { href: whatsAppLink(phone, firstName, sender), onLeave: storeOnLeave('WhatsApp') },
  };
}

export const PhoneLink = ({ phone }: Pick<Contact, 'phone'>): ReactNode => (
  <a className="link" href={callLink(phone)}>
    {phoneText(phone)}
  </a>
);

/** Action that asks a person something on WhatsApp; by default the main one of its screen. */
export function AskOnWhatsApp({
  person,
  textOf,
  kind = 'whatsapp',
  ...look
}: Pick<
  ComponentProps<typeof ButtonLink>,
  'kind' | 'size' | 'block' | 'className' | 'aria-label' | 'children'
> & {
  person: Contact;
  textOf: (from: Sender) => string;
}): ReactNode {
  const { chat } = useContactLinks(person);
  return (
    <ButtonLink
      {...look}
      kind={kind}
      icon={WhatsApp}
      href={chatLink(person.phone, textOf(useSender()))}
      onClick={chat.onLeave}
      target="_blank"
      rel="noreferrer"
    />
  );
}

interface ContactActionProps {
  person: Contact;
  className?: string;
}

/** Call button, which the row's link does not cover. */
export function CallAction({ person, className }: ContactActionProps): ReactNode {
  const { name } = person;
  const { call } = useContactLinks(person);
  return (
    <HideOnPastDays>
      <IconLink
        icon={Phone}
        label={t`Call ${name}`}
        href={call.href}
        onClick={call.onLeave}
        className={className}
      />
    </HideOnPastDays>
  );
}

/** Call and chat buttons, which the row's link does not cover. */
export function ContactActions({ person, className }: ContactActionProps): ReactNode {
  const { name } = person;
  const { chat } = useContactLinks(person);
  return (
    <>
      <CallAction person={person} {...(className !== undefined && { className })} />
      <HideOnPastDays>
        <IconLink
          icon={WhatsApp}
          label={t`WhatsApp ${name}`}
          href={chat.href}
          onClick={chat.onLeave}
          target="_blank"
          rel="noreferrer"
          className={className}
        />
      </HideOnPastDays>
    </>
  );
}
