import type { ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { PlaceLine } from '../shared/contact-actions.js';
import { QueuedCard } from '../shared/queued-card.js';
import { cardOf, type QueuedLeadCommand } from '../shared/queued-commands.js';
import { useZone } from '../ui/figures.js';

/** A lead that is not sent yet. */
export function QueuedLead({ item }: { item: QueuedLeadCommand }): ReactNode {
  const me = useMe();
  const lead = cardOf(item, { id: me.account.id, name: me.account.name }, useZone());
  return (
    <QueuedCard item={item} title={lead.name} to={`/leads/${lead.leadId}`}>
      <PlaceLine of={lead} className="meta mt-px block" />
    </QueuedCard>
  );
}
