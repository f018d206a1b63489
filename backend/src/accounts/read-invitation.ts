import type { InvitationRead } from '#domain/accounts/account.views.js';
import type { ReadInvitationForm } from '#domain/accounts/signing-in.forms.js';
import { statusAt } from '#domain/organizations/invitation.js';
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
import { Injectable } from '@nestjs/common';
import { PersonNames } from '../auth/people/names.js';
import { People } from '../auth/people/people.js';
import { signInProblem } from './signing-in.problems.js';

/** Invitations per read; an organization sends some tens in a week. */
const INVITATIONS_PAGE_SIZE = 500;

/**
 * Names the organization of an invite code before the sign-up, and the sender of the number's
 * invitation. Answers only for valid codes: anybody who has one could join and read the same.
 */
@Injectable()
export class ReadInvitation {
  constructor(
    private readonly people: People,
    private readonly names: PersonNames,
    private readonly views: Views,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem if the code is unknown, or no admin of its organization has a verified number
   */
  async read({ inviteCode, phone }: ReadInvitationForm): Promise<InvitationRead> {
    const { people, views, names } = this;
    const id = await people.findOrganizationByInviteCode(inviteCode);
    const organization =
      id !== undefined && (await people.hasVerifiedAdmin(id))
        ? await views.getOne<OrganizationDocument>(organizationView, '', id)
        : undefined;
    if (!organization) throw signInProblem('invite-code-unknown', 'inviteCode');
    const { organizationId, name } = organization;
    const invitation = phone && (await this.findPending(organizationId, phone));
    // A former code is valid only for numbers that were invited.
    if (!invitation && inviteCode !== organization.inviteCode)
      throw signInProblem('invite-code-unknown', 'inviteCode');
    if (!invitation) return { organization: name };
    const { invitedBy, role } = invitation;
    const person = await names.load([invitedBy]);
    return { organization: name, invitedBy: person(invitedBy).name, role };
  }

  private async findPending(
    organizationId: string,
    phone: string,
  ): Promise<InvitationDocument | undefined> {
    const now = this.clock.now();
    const query = { sort: ['-invitedAt'], limit: INVITATIONS_PAGE_SIZE };
    for await (const { documents } of this.views.readPages<InvitationDocument>(
      invitations,
      organizationId,
      query,
    )) {
      const pending = documents.find(
        (invitation) => invitation.phone === phone && statusAt(now, invitation) === 'pending',
      );
      if (pending) return pending;
    }
    return undefined;
  }
}
