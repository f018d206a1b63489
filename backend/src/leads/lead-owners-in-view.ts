import { Views } from '#platform/read-side/read-store/views.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable } from '@nestjs/common';
import { LeadOwners } from '../auth/lead-owners.js';

@Injectable()
export class LeadOwnersInView extends LeadOwners {
  constructor(private readonly views: Views) {
    super();
  }

  async ownerOf(organizationId: string, leadId: string): Promise<string | undefined> {
    return (await this.views.one<LeadListItem>(leadList, organizationId, leadId))?.assignedTo;
  }
}
