import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import {
  type Location,
  type OrganizationDetails,
  evolveOrganization,
} from '#domain/organizations/organization.js';
import { firstQuotationSettings } from '#domain/quotations/quotation-settings.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type OrganizationDocument = OrganizationDetails & {
  readonly organizationId: string;
  readonly slug: string;
  readonly inviteCode: string;
  readonly locations: readonly Location[];
  readonly revision: number;
};

/** Details of an organization for its members, who are in `team`. */
export const organizationView: PerStream<OrganizationEvent, OrganizationDocument> = {
  name: 'organization',
  version: 2,
  events: organizationEvents,
  indexes: [],
  fold(organization, event) {
    const before = organization ? toState(organization) : ({ phase: 'unknown' } as const);
    const after = evolveOrganization(before, event);
    if (after.phase !== 'founded') return undefined;
    const { details, slug, inviteCode, locations } = after;
    return {
      ...details,
      organizationId: parseStream(event.stream).id,
      slug,
      inviteCode,
      locations,
      revision: event.revision,
    };
  },
};

/** State of a document. Parts that the document does not show are empty. */
function toState({
  organizationId: _,
  revision: __,
  slug,
  inviteCode,
  locations,
  ...details
}: OrganizationDocument) {
  return {
    phase: 'founded',
    slug,
    inviteCode,
    formerCodes: [],
    locations,
    details,
    quotationSettings: firstQuotationSettings,
    members: new Map(),
    removed: new Set<string>(),
    left: new Set<string>(),
    invitations: [],
    invited: new Map(),
    acceptances: new Map(),
    formerAdmins: new Map(),
    auditLinks: [],
  } as const;
}
