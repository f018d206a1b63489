import { compareNames } from '#domain/kernel/order.js';
import { refuse } from '#domain/kernel/refusal.js';
import { pickShownFields } from '#domain/kernel/views.js';
import { statusAt } from '#domain/organizations/invitation.js';
import {
  type InvitationItem,
  type Invitations,
  type OrganizationShown,
  invitationItem,
  organizationShown,
} from '#domain/organizations/organization.views.js';
import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import {
  type InvitationDocument,
  invitations,
} from '#projections/organizations/invitations.projection.js';
import {
  type OrganizationDocument,
  organizationView,
} from '#projections/organizations/organization.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';

export class GetOrganization extends Query<OrganizationShown> {
  constructor(readonly asker: Asker) {
    super();
  }
}

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(private readonly views: Views) {}

  async execute({ asker: { organizationId } }: GetOrganization): Promise<OrganizationShown> {
    const document = await this.views.getOne<OrganizationDocument>(
      organizationView,
      '',
      organizationId,
    );
    if (!document) return refuse('organization-not-found');
    return {
      ...pickShownFields(organizationShown, document),
      locations: document.locations.toSorted((one, other) => compareNames(one.name, other.name)),
    };
  }
}

export class ListInvitations extends Query<Invitations> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/** Invitations per read; all are answered together. */
const INVITATIONS_PAGE_SIZE = 500;

@QueryHandler(ListInvitations)
export class ListInvitationsHandler implements IQueryHandler<ListInvitations> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker: { organizationId } }: ListInvitations): Promise<Invitations> {
    const documents: InvitationDocument[] = [];
    const viewQuery = { sort: ['-invitedAt'], limit: INVITATIONS_PAGE_SIZE };
    for await (const page of this.views.readPages<InvitationDocument>(
      invitations,
      organizationId,
      viewQuery,
    ))
      documents.push(...page.documents);
    const person = await this.names.load(documents.map(({ invitedBy }) => invitedBy));
    const now = this.clock.now();
    const items = documents.map((invitation): InvitationItem => ({
      ...pickShownFields(invitationItem, invitation),
      status: statusAt(now, invitation),
      invitedBy: person(invitation.invitedBy),
    }));
    return { items };
  }
}
