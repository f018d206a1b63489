import { t } from '@lingui/core/macro';
import { BookUser } from 'lucide-react';
import type { ReactNode } from 'react';
import { phone as phoneSchema } from '#domain/kernel/values/phone-number.js';
import { Button } from '../../ui/buttons/button.js';
import { phoneWithoutCountry } from '../../ui/display/format.js';

/** Contact Picker API, which Chrome has on Android. */
interface ContactPicker {
  readonly select: (
    properties: readonly ('name' | 'tel')[],
  ) => Promise<readonly { readonly name?: readonly string[]; readonly tel?: readonly string[] }[]>;
}

/** Fields of a lead that a contact of the phone fills in; empty where the contact has none. */
export type PickedContact = Readonly<Record<'phone' | 'firstName' | 'lastName', string>>;

/**
 * Number as a person types it here. A number that cannot be read is returned as it is, so that
 * saving reports it.
 */
const typedNumber = (tel: string): string =>
  phoneWithoutCountry(phoneSchema.safeParse(tel).data ?? tel);

/** Button that fills in a contact of the phone; none where the browser cannot pick contacts. */
export function PickContact({ onPick }: { onPick: (contact: PickedContact) => void }): ReactNode {
  const { contacts } = navigator as { readonly contacts?: ContactPicker };
  if (!contacts) return null;
  const pick = async (): Promise<void> => {
    // closed without a choice, or not allowed: the fields stay as they are
    const [contact] = await contacts.select(['name', 'tel']).catch(() => []);
    if (!contact) return;
    const [firstName = '', ...otherNames] = (contact.name?.[0] ?? '').trim().split(/\s+/);
    const numbers = contact.tel ?? [];
    const tel = numbers.find((number) => phoneSchema.safeParse(number).success) ?? numbers[0] ?? '';
    onPick({ phone: typedNumber(tel), firstName, lastName: otherNames.join(' ') });
  };
  return (
    <Button
      kind="ghost"
      icon={BookUser}
      className="-ml-3 self-start px-3"
      onClick={() => void pick()}
    >
      {t`Pick from contacts`}
    </Button>
  );
}
