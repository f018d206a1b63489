import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { streamName } from '#platform/event-log/subject.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable } from '@nestjs/common';

/**
 * Finds owners in the leads' streams. Views lag, so a former owner would keep access to files and
 * rooms for a while. If the log is unavailable, the view is used.
 */
@Injectable()
export class LeadOwners {
  constructor(
    private readonly folded: FoldedStreams,
    private readonly views: Views,
  ) {}

  /** Owner of a lead; undefined if the lead is gone. */
  async findOwner(organizationId: string, leadId: string): Promise<string | undefined> {
    try {
      const { state } = await this.folded.load(
        leadAggregate,
        streamName('lead', organizationId, leadId),
      );
      return state.phase === 'open' ? state.assignedTo : undefined;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return (await this.views.getOne<LeadListItem>(leadList, organizationId, leadId))?.assignedTo;
    }
  }
}
