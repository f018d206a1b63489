import type { ReactNode } from 'react';
import { useLead } from './lead-queries.js';
import StatusDialog from './status-dialog.js';

/** Change status from a list: what the dialog needs beside the card is fetched. */
export default function StatusOfLead({ leadId, open, onClose }: { leadId: string; open: boolean; onClose: () => void }): ReactNode {
  const lead = useLead(leadId, { enabled: open });
  return lead.data && <StatusDialog lead={lead.data} open={open} onClose={onClose} />;
}
