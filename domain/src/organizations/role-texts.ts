import type { Role } from '../kernel/policy.js';
import { texts } from '../kernel/texts/texts.js';

/** Name of a role within a sentence or a cell. */
export const roleText = texts({
  sales: 'sales',
  admin: 'admin',
  designer: 'designer',
  marketing: 'marketing',
  finance: 'finance',
} satisfies Readonly<Record<Role, string>>);
