import { t } from '@lingui/core/macro';
import type { PersonRef } from '#domain/kernel/views.js';

/** Name of a person; of an erased member nothing is left. */
export const personName = ({ name }: Pick<PersonRef, 'name'>): string => name || t`Former member`;
