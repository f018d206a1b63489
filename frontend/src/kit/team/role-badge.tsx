import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/kernel/policy.js';
import { Badge } from '../../ui/display/badge.js';
import { i18n, type Names } from '../../words/i18n.js';

export const roleNames: Names<Role> = {
  sales: msg`Sales`,
  admin: msg`Admin`,
  designer: msg`Designer`,
  marketing: msg`Marketing`,
  finance: msg`Finance`,
};

/** Rights of each role, in short. */
export const roleHints: Names<Role> = {
  sales: msg`Works on their own leads only.`,
  admin: msg`Sees everything, and manages team, products and settings.`,
  designer: msg`Works on all leads, and makes offers.`,
  marketing: msg`Works on all leads.`,
  finance: msg`Works on all leads, payments and the audit.`,
};

export function RoleBadge({ role }: { role: Role }): ReactNode {
  return <Badge tone={`role-${role}`}>{i18n._(roleNames[role])}</Badge>;
}
