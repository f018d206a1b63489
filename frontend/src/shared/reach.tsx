import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { DueBadge } from '../ui/badge.js';
import { IconLink } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { daysBetween } from '../ui/format.js';
import { WhatsApp } from '../ui/icon.js';
import { callLink, whatsAppLink } from './contact.js';

/** `Green Meadows, Pune` */
export const placeOf = ({ siteName, city }: { readonly siteName?: string | undefined; readonly city: string }): string =>
  siteName ? `${siteName}, ${city}` : city;

export function Due({ on, none }: { on: string | undefined; none?: ReactNode }): ReactNode {
  const today = useToday();
  return on === undefined ? none : <DueBadge days={daysBetween(today, on)} />;
}

/** Whom to reach; the first name greets. */
export interface Reached {
  readonly phone: string;
  readonly firstName: string;
  readonly name: string;
}

/** Call and chat, outside of the row's own link. */
export function Reach({ person: { phone, firstName, name }, className }: { person: Reached; className?: string }): ReactNode {
  const { account, organization } = useMe();
  return (
    <>
      <IconLink
        icon={WhatsApp}
        label={`WhatsApp ${name}`}
        href={whatsAppLink(phone, firstName, { name: account.name, organization: organization?.name ?? '' })}
        target="_blank"
        rel="noreferrer"
        className={className}
      />
      <IconLink icon={Phone} label={`Call ${name}`} href={callLink(phone)} className={`text-accent-ink ${className ?? ''}`} />
    </>
  );
}
