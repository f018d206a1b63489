import { CalendarClock, LayoutDashboard, MapPinned, UserRoundPlus, Users } from 'lucide-react';
import type { IconType } from '../ui/icon.js';

interface Place {
  to: string;
  label: string;
  icon: IconType;
  /** In the phone's bottom bar; the rest is in its drawer. */
  atThumb?: true;
}

/** Where one can go from anywhere. Only what exists. */
export const places: readonly Place[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, atThumb: true },
  { to: '/visits', label: 'Site Visits', icon: MapPinned, atThumb: true },
  { to: '/followups', label: 'Follow-ups', icon: CalendarClock },
  { to: '/leads', label: 'Leads', icon: UserRoundPlus, atThumb: true },
  { to: '/customers', label: 'Customers', icon: Users },
];

/** What can be added from anywhere. */
export const additions: readonly { to: string; label: string; icon: IconType }[] = [
  { to: '/leads/new', label: 'Lead', icon: UserRoundPlus },
  { to: '/visits/new', label: 'Site Visit', icon: MapPinned },
];
