import { CircleAlert, CircleArrowUp } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOnline } from '../lib/network.js';
import { useMe } from '../lib/session.js';
import { useZone } from '../ui/figures.js';
import { Icon } from '../ui/icon.js';
import { cardOf, type QueuedLeadCommand, stateOfCapture } from './lead-captures.js';
import { PlaceLine } from '../shared/contact-actions.js';

// nothing is mended on most days
const MendDialog = lazy(async () => ({ default: (await import('./mend-dialog.js')).MendDialog }));

/** A lead that is not sent yet: dashed, with where it is on its way. */
export function QueuedLead({ item }: { item: QueuedLeadCommand }): ReactNode {
  const me = useMe();
  const online = useOnline();
  const [mending, setMending] = useState(false);
  const lead = cardOf(item, { id: me.account.id, name: me.account.name }, useZone());
  const refused = item.state === 'refused';
  return (
    <li className="lead-queued">
      <Link to={`/leads/${lead.leadId}`} className="block">
        <span className="row between items-start gap-3">
          <span className="t3 clamp2 text-ink">{lead.name}</span>
          {!refused && (
            <span className="meta medium row flex-none gap-1.5 text-ink-2">
              <Icon of={CircleArrowUp} size="s" />
              {stateOfCapture(item, online)}
            </span>
          )}
        </span>
        <PlaceLine of={lead} className="meta mt-px block" />
      </Link>
      {refused && (
        <div className="row between mt-1">
          <span className="meta medium row items-start gap-1.5 text-danger-ink">
            <Icon of={CircleAlert} size="s" className="mt-0.5" />
            {stateOfCapture(item, online)}
          </span>
          <button type="button" className="link label min-h-tap flex-none px-1" onClick={() => setMending(true)}>
            Look
          </button>
        </div>
      )}
      {mending && item.state !== 'sent' && (
        <Suspense fallback={null}>
          <MendDialog item={item} onClose={() => setMending(false)} />
        </Suspense>
      )}
    </li>
  );
}
