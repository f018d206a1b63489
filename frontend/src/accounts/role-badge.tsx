import type { ReactNode } from 'react';
import type { Role } from '#domain/kernel/policy.js';
import { Badge } from '../ui/badge.js';

export const roleNames: Readonly<Record<Role, string>> = {
  sales: 'Sales',
  admin: 'Admin',
  designer: 'Designer',
  marketing: 'Marketing',
  finance: 'Finance',
};

export function RoleBadge({ role }: { role: Role }): ReactNode {
  return <Badge tone={`role-${role}`}>{roleNames[role]}</Badge>;
}
