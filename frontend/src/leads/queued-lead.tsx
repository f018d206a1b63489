import { CircleAlert, CircleArrowUp } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOnline } from '../lib/network.js';
import { useMe } from '../lib/session.js';
import { useZone } from '../ui/figures.js';
import { Icon } from '../ui/icon.js';
import { cardOf, type QueuedLeadCommand, stateOfCapture } from '../shared/queued-commands.js';
import { PlaceLine } from '../shared/contact-actions.js';

// nothing is refused on most days
const ResubmitDialog = lazy(async () => ({ default: (await import('../shared/resubmit-dialog.js')).ResubmitDialog }));

/** A lead that is not sent yet: dashed, with where it is on its way. */
export function QueuedLead({ item }: { item: QueuedLeadCommand }): ReactNode {
  const me = useMe();
  const online = useOnline();
  const [resubmitting, setResubmitting] = useState(false);
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
          <button type="button" className="link label min-h-tap flex-none px-1" onClick={() => setResubmitting(true)}>
            Look
          </button>
        </div>
      )}
      {resubmitting && item.state !== 'sent' && (
        <Suspense fallback={null}>
          <ResubmitDialog item={item} onClose={() => setResubmitting(false)} />
        </Suspense>
      )}
    </li>
  );
}
