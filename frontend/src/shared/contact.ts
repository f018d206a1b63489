import { t } from '@lingui/core/macro';
import { chatLink } from '#domain/kernel/contact-links.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';

/** A chat with a greeting. */
export const whatsAppLink = (phone: string, firstName: string, from: { readonly name: string; readonly organization: string }): string =>
  chatLink(phone, t`Hello ${firstName}, this is ${from.name} from ${from.organization}.`);

/** Coordinates where they are known, else landmark and city. */
export function mapLink({ place, landmark, city }: Partial<Pick<LeadDetail, 'place' | 'landmark' | 'city'>>): string {
  const query = place ? `${place.lat},${place.lng}` : [landmark, city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
