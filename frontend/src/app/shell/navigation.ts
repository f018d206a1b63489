import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  Bell,
  Boxes,
  CalendarClock,
  FileText,
  History,
  LayoutDashboard,
  MapPinned,
  Megaphone,
  Package,
  ReceiptText,
  Settings,
  Store,
  UserRoundPlus,
  Users,
} from 'lucide-react';
import type { CommandName } from '#domain/commands.js';
import type { QueryRow } from '#domain/queries.js';
import { useMay } from '../../lib/account/session.js';
import type { IconType } from '../../ui/display/icon.js';

interface Place {
  to: string;
  label: MessageDescriptor;
  icon: IconType;
  /** In the bottom bar of a phone; others are in its drawer. */
  atThumb?: true;
  /** Shown if the permission for the command or query equals `allowed`. */
  only?: { right: CommandName | QueryRow; allowed: boolean };
}

/** Navigation entries. */
export const places: readonly Place[] = [
  { to: '/dashboard', label: msg`Dashboard`, icon: LayoutDashboard, atThumb: true },
  { to: '/visits', label: msg`Site Visits`, icon: MapPinned, atThumb: true },
  { to: '/followups', label: msg`Follow-ups`, icon: CalendarClock },
  { to: '/leads', label: msg`Leads`, icon: UserRoundPlus, atThumb: true },
  { to: '/customers', label: msg`Customers`, icon: Users },
  { to: '/quotations', label: msg`Quotations`, icon: FileText },
  { to: '/bills', label: msg`Bills`, icon: ReceiptText },
  {
    to: '/products',
    label: msg`Products`,
    icon: Boxes,
    only: { right: 'EditProduct', allowed: true },
  },
  {
    to: '/packages',
    label: msg`Packages`,
    icon: Package,
    only: { right: 'EditPackage', allowed: true },
  },
  {
    to: '/catalogue',
    label: msg`Catalogue`,
    icon: Store,
    only: { right: 'EditProduct', allowed: false },
  },
  { to: '/offers', label: msg`Offers`, icon: Megaphone },
  {
    to: '/audit',
    label: msg`Audit`,
    icon: History,
    only: { right: 'GET /api/audit', allowed: true },
  },
  { to: '/notifications', label: msg`Notifications`, icon: Bell },
  { to: '/settings', label: msg`Settings`, icon: Settings },
];

/** Navigation entries that the member's role allows. */
export function usePlaces(): readonly Place[] {
  const may = useMay();
  return places.filter(({ only }) => only === undefined || may(only.right) === only.allowed);
}
