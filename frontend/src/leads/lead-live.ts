import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { forgetLead } from '../lib/records/device-cache.js';
import { identity } from '../lib/account/identity.js';
import { refetchAndHighlight, onViewChange } from '../lib/live/live-changes.js';
import { isEntryBy } from './entry-author.js';

// pushed leads update the rows; the counts of the tabs need a refetch
onViewChange('lead-list', 'leads', {
  ...refetchAndHighlight,
  apply: ({ id, removed }) => {
    if (removed) forgetLead(id);
    return false;
  },
});
onViewChange('lead-detail', 'leads', { apply: () => true });
onViewChange('lead-timeline', 'leads', {
  apply: ({ document }) => document !== undefined,
  idsToHighlight: ({ document }) => {
    const entry = document as TimelineEntry;
    return isEntryBy(entry, identity().accountId) ? [] : [entry.entryId];
  },
});
