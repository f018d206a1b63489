import { t } from '@lingui/core/macro';
import type { PersonRef } from '#domain/kernel/views.js';
import { phoneText } from '../../ui/display/format.js';

/** Name of a person; of an erased member nothing is left. */
export const personName = ({ name }: Pick<PersonRef, 'name'>): string => name || t`Former member`;

/** Name with the phone number, because two members may have one name. */
export const nameWithPhone = ({
  name,
  phone,
}: {
  readonly name: string;
  readonly phone?: string | undefined;
}): string => (phone === undefined ? name : `${name} (${phoneText(phone)})`);
