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
  UserRound,
  Users,
} from 'lucide-react';
import type { CommandName } from '#domain/commands.js';
import type { QueryRow } from '#domain/queries.js';
import { usePermissions } from '../../lib/account/session.js';
import type { IconType } from '../../ui/display/icon.js';

interface Destination {
  to: string;
  label: MessageDescriptor;
  icon: IconType;
  /** Place in the bottom bar of a phone; all others are in the drawer. */
  bottomBarPlace?: number;
  /** Shown to roles that may, or may not, send the command or query. */
  shownIf?: { may: CommandName | QueryRow } | { mayNot: CommandName | QueryRow };
}

/** Screens that the navigation leads to. */
export const destinations: readonly Destination[] = [
  { to: '/dashboard', label: msg`Dashboard`, icon: LayoutDashboard, bottomBarPlace: 1 },
  { to: '/visits', label: msg`Site Visits`, icon: MapPinned, bottomBarPlace: 3 },
  { to: '/followups', label: msg`Follow-ups`, icon: CalendarClock },
  { to: '/leads', label: msg`Leads`, icon: UserRound, bottomBarPlace: 2 },
  { to: '/customers', label: msg`Customers`, icon: Users },
  { to: '/quotations', label: msg`Quotations`, icon: FileText },
  { to: '/bills', label: msg`Bills`, icon: ReceiptText },
  {
    to: '/products',
    label: msg`Products`,
    icon: Boxes,
    shownIf: { may: 'EditProduct' },
  },
  {
    to: '/packages',
    label: msg`Packages`,
    icon: Package,
    shownIf: { may: 'EditPackage' },
  },
  {
    to: '/catalogue',
    label: msg`Catalogue`,
    icon: Store,
    shownIf: { mayNot: 'EditProduct' },
  },
  { to: '/offers', label: msg`Offers`, icon: Megaphone },
  {
    to: '/audit',
    label: msg`Audit`,
    icon: History,
    shownIf: { may: 'GET /api/audit' },
  },
  { to: '/notifications', label: msg`Notifications`, icon: Bell },
  { to: '/settings', label: msg`Settings`, icon: Settings },
];

/** Destinations that the member's role allows. */
export function useDestinations(): readonly Destination[] {
  const may = usePermissions();
  return destinations.filter(({ shownIf }) => {
    if (shownIf === undefined) return true;
    return 'may' in shownIf ? may(shownIf.may) : !may(shownIf.mayNot);
  });
}
