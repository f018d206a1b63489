import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Inject, Injectable } from '@nestjs/common';
import { LeadOwners } from '../files/lead-owners.js';
import { PARTS, type Parts } from '../parts.js';

@Injectable()
export class LeadOwnersInView extends LeadOwners {
  constructor(@Inject(PARTS) private readonly parts: Parts) {
    super();
  }

  async ownerOf(organizationId: string, leadId: string): Promise<string | undefined> {
    return (await this.parts.views.one<LeadListItem>(leadList, organizationId, leadId))?.assignedTo;
  }
}
