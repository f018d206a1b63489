import { CalendarClock, UserRoundPlus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { AlertCounts } from '#domain/leads/lead.views.js';
import { counted } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Popover } from '../ui/popover.js';
import { ErrorState } from '../ui/states.js';
import { Row } from '../ui/surface.js';

interface AlertsPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  counts: AlertCounts;
  failed: boolean;
  onRetry: () => void;
}

/** What the bell counts, each leading to its list. */
export default function AlertsPanel({ anchor, open, onClose, counts, failed, onRetry }: AlertsPanelProps): ReactNode {
  return (
    <Popover label="Alerts" anchor={anchor} open={open} onClose={onClose}>
      {failed ? (
        <ErrorState title="Failed to load alerts" retry="Try Again" onRetry={onRetry} />
      ) : counts.newLeads + counts.dueFollowUps === 0 ? (
        <p className="muted px-4 pt-1 pb-4">Nothing new since you last looked.</p>
      ) : (
        <ul className="rows" onClick={onClose}>
          {counts.newLeads > 0 && (
            <Row
              to="/leads"
              start={<Icon of={UserRoundPlus} className="text-ink-2" />}
              title={counted(counts.newLeads, 'new lead')}
              meta="Assigned to you"
            />
          )}
          {counts.dueFollowUps > 0 && (
            <Row
              to="/leads?sort=next-follow-up"
              start={<Icon of={CalendarClock} className="text-ink-2" />}
              title={counted(counts.dueFollowUps, 'follow-up')}
              meta="Due today or overdue"
            />
          )}
        </ul>
      )}
    </Popover>
  );
}
