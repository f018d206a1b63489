import { Trans } from '@lingui/react/macro';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/network.js';
import { useZone } from '../ui/figures.js';
import { agoText, clockText, dayIn } from '../ui/format.js';
import { Icon } from '../ui/icon.js';

/** When what is shown was last the server's word: "11:42 am", or how many days ago. */
function ageOf(at: number, zone: string | undefined): string {
  const then = new Date(at);
  return dayIn(zone, then) === dayIn(zone, new Date()) ? clockText(then, zone) : agoText(then, new Date(), zone);
}

/** Over what could not be asked for again: how old it is. */
export function Staleness({ what, failed, at }: { what: string; failed: boolean; at: number }): ReactNode {
  const online = useOnline();
  const zone = useZone();
  if ((online && !failed) || at === 0) return null;
  return (
    <p className="meta row mb-2 gap-1.5 text-ink-2" role="status">
      <Icon of={History} size="s" />
      <Trans>
        Showing {what} from {ageOf(at, zone)}
      </Trans>
    </p>
  );
}
