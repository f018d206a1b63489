import type { Projection } from '#platform/read-side/projections/projection.js';
import { billList } from './bills/bill-list.projection.js';
import { numbers } from './accounts/numbers.projection.js';
import { people } from './accounts/people.projection.js';
import { categories } from './catalogue/categories.projection.js';
import { offers, packages, products } from './catalogue/items.projection.js';
import { publicPackages, publicProducts } from './catalogue/public-pages.projection.js';
import { shares } from './catalogue/shares.projection.js';
import { customerDetail } from './customers/customer-detail.projection.js';
import { customerParts } from './customers/customer-parts.projection.js';
import { customerList } from './customers/customer-list.projection.js';
import { leaderboard } from './leads/leaderboard.projection.js';
import { activity } from './leads/activity.projection.js';
import { followUps } from './leads/follow-ups.projection.js';
import { leadDetail } from './leads/lead-detail.projection.js';
import { leadList } from './leads/lead-list.projection.js';
import { leadTimeline } from './leads/lead-timeline.projection.js';
import { alerts } from './notifications/alerts.projection.js';
import { alertsSeen } from './notifications/alerts-seen.projection.js';
import { invitations } from './organizations/invitations.projection.js';
import { organizationZones } from './organizations/organization-zones.projection.js';
import { organizationView } from './organizations/organization.projection.js';
import { roleRequests, team } from './organizations/team.projection.js';
import { quotationDetail } from './quotations/quotation-detail.projection.js';
import { quotationHistory } from './quotations/quotation-history.projection.js';
import { quotationLinks } from './quotations/quotation-links.projection.js';
import { quotationList } from './quotations/quotation-list.projection.js';
import { quotationSettingsView } from './quotations/quotation-settings.projection.js';
import { visits } from './visits/visits.projection.js';

/** All views: projected by the host, and required before a backend answers. */
export const allProjections: readonly Projection[] = [
  people,
  numbers,
  organizationView,
  organizationZones,
  team,
  roleRequests,
  invitations,
  leadList,
  leadDetail,
  leadTimeline,
  followUps,
  visits,
  leaderboard,
  activity,
  customerList,
  customerDetail,
  customerParts,
  alerts,
  alertsSeen,
  billList,
  quotationList,
  quotationDetail,
  quotationHistory,
  quotationLinks,
  quotationSettingsView,
  products,
  packages,
  offers,
  categories,
  shares,
  publicProducts,
  publicPackages,
];
