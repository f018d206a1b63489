import { t } from '@lingui/core/macro';
import type { PersonRef } from '#domain/kernel/views.js';
import { phoneText } from '../../ui/display/format.js';

/** Name of a person; a fixed text for an erased member. */
export const personName = ({ name }: Pick<PersonRef, 'name'>): string => name || t`Former member`;

/** Name with the phone number, because two members may have one name. */
export const nameWithPhone = ({
  name,
  phone,
}: {
  readonly name: string;
  readonly phone?: string | undefined;
}): string => (phone === undefined ? name : `${name} (${phoneText(phone)})`);
