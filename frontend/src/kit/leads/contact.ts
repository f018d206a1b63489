import { t } from '@lingui/core/macro';
import { coordinatesText } from '#domain/kernel/values/coordinates.js';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { unbroken } from '../../ui/display/format.js';

/** Member who writes to a customer. */
export interface Sender {
  readonly name: string;
  readonly organization: string;
}

const greeting = (firstName: string, from: Sender): string =>
  t`Hello ${firstName}, this is ${from.name} from ${from.organization}.`;

export const whatsAppLink = (phone: string, firstName: string, from: Sender): string =>
  chatLink(phone, greeting(firstName, from));

/** Text that asks a customer what they think of a quotation; an uploaded one has no number. */
export const replyRequestText = (
  firstName: string,
  from: Sender,
  number: string | undefined,
): string =>
  [
    greeting(firstName, from),
    number === undefined
      ? t`Have you had time to look at our quotation?`
      : t`Have you had time to look at our quotation ${number}?`,
  ].join(' ');

/** Text that asks a customer for what is overdue, else for the rest of the project value. */
export function paymentRequestText(
  firstName: string,
  from: Sender,
  { overdue, open, value }: { overdue: string | undefined; open: string; value: string },
): string {
  return [
    greeting(firstName, from),
    overdue === undefined
      ? t`Of ${value} for your order, ${open} is open. When may we expect the next payment?`
      : t`A payment of ${overdue} for your order is overdue. When may we expect it?`,
  ].join(' ');
}

/** Name of a place: address, name or coordinates. */
export const placeName = ({ address, name, lat, lng }: Place): string =>
  address ?? name ?? coordinatesText({ lat, lng });

function withAccuracy(where: string, accuracyMetres: number | undefined): string {
  return accuracyMetres === undefined ? where : unbroken(t`${where} (±${accuracyMetres} m)`);
}

/** Name of a place, with the location's accuracy. */
export const placeText = (place: Place, accuracyMetres: number | undefined): string =>
  withAccuracy(placeName(place), accuracyMetres);

/** Place of a visit for the person who stands there: without coordinates. */
export const capturedPlaceText = (
  { address, name }: Place,
  accuracyMetres: number | undefined,
): string => withAccuracy(address ?? name ?? t`Location captured`, accuracyMetres);

/** Map link by coordinates, else by landmark and city. */
export function mapLink({
  place,
  landmark,
  city,
}: Partial<Pick<LeadDetail, 'place' | 'landmark' | 'city'>>): string {
  const query = place ? `${place.lat},${place.lng}` : [landmark, city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
