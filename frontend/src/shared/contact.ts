import { t } from '@lingui/core/macro';
import type { LeadDetail } from '#domain/leads/lead.views.js';

/** Ways to reach a lead outside of the app. All of them are links that the phone knows. */
export const callLink = (phone: string): string => `tel:${phone}`;

/** A chat with a text that can be changed before it is sent. */
export const chatLink = (phone: string, text: string): string => `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

/** A chat with a greeting. */
export const whatsAppLink = (phone: string, firstName: string, from: { readonly name: string; readonly organization: string }): string =>
  chatLink(phone, t`Hello ${firstName}, this is ${from.name} from ${from.organization}.`);

/** Coordinates where they are known, else landmark and city. */
export function mapLink({ place, landmark, city }: Partial<Pick<LeadDetail, 'place' | 'landmark' | 'city'>>): string {
  const query = place ? `${place.lat},${place.lng}` : [landmark, city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
