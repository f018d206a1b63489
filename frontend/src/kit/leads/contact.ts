import { t } from '@lingui/core/macro';
import { coordinatesText } from '#domain/kernel/values/coordinates.js';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';

export const whatsAppLink = (
  phone: string,
  firstName: string,
  from: { readonly name: string; readonly organization: string },
): string =>
  chatLink(phone, t`Hello ${firstName}, this is ${from.name} from ${from.organization}.`);

/** Name of a place: address, name or coordinates. */
export const placeName = ({ address, name, lat, lng }: Place): string =>
  address ?? name ?? coordinatesText({ lat, lng });

/** Name of a place, with the location's accuracy. */
export function placeText(place: Place, accuracyMetres: number | undefined): string {
  const where = placeName(place);
  return accuracyMetres === undefined ? where : t`${where}, within ${accuracyMetres} m`;
}

/** Map link by coordinates, else by landmark and city. */
export function mapLink({
  place,
  landmark,
  city,
}: Partial<Pick<LeadDetail, 'place' | 'landmark' | 'city'>>): string {
  const query = place ? `${place.lat},${place.lng}` : [landmark, city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
