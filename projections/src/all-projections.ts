import type { Projection } from '#platform/read-side/projections/projection.js';
import { people } from './accounts/people.projection.js';
import { customerDetail } from './customers/customer-detail.projection.js';
import { customerParts } from './customers/customer-parts.projection.js';
import { customerList } from './customers/customer-list.projection.js';
import { leaderboard } from './visits/leaderboard.projection.js';
import { activity } from './leads/activity.projection.js';
import { followUps } from './leads/follow-ups.projection.js';
import { leadCounts } from './leads/lead-counts.projection.js';
import { leadDetail } from './leads/lead-detail.projection.js';
import { leadList } from './leads/lead-list.projection.js';
import { leadTimeline } from './leads/lead-timeline.projection.js';
import { alertsSeen } from './notifications/alerts-seen.projection.js';
import { leadAssignments } from './notifications/lead-assignments.projection.js';
import { organizationView } from './organizations/organization.projection.js';
import { roleRequests, team } from './organizations/team.projection.js';
import { visits } from './visits/visits.projection.js';

/** Every view there is: what a projection host folds, and what has to be live before a backend answers. */
export const allProjections: readonly Projection[] = [
  people,
  organizationView,
  team,
  roleRequests,
  leadList,
  leadDetail,
  leadTimeline,
  leadCounts,
  followUps,
  visits,
  leaderboard,
  activity,
  customerList,
  customerDetail,
  customerParts,
  leadAssignments,
  alertsSeen,
];
