import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNetwork } from '../lib/network.js';
import { useZone } from '../ui/figures.js';
import { agoText, clockText, dayIn } from '../ui/format.js';
import { Icon } from '../ui/icon.js';

/** When what is shown was last the server's word: "11:42 am", or how many days ago. */
function ageOf(at: number, zone: string): string {
  const then = new Date(at);
  return dayIn(zone, then) === dayIn(zone, new Date())
    ? clockText(then, zone)
    : agoText(then, new Date(), zone);
}

interface StalenessProps {
  /** "Showing leads from 11:42 am", with how old it is. */
  says: (age: string) => string;
  failed: boolean;
  at: number;
}

/** Says how old an answer is that could not be asked for again, or is being asked for in vain. */
export function Staleness({ says, failed, at }: StalenessProps): ReactNode {
  const isOld = useNetwork(({ online, slowSince = 0 }) => !online || at < slowSince);
  const zone = useZone();
  if ((!isOld && !failed) || at === 0) return null;
  return (
    <p className="meta row mb-2 gap-1.5 text-ink-2" role="status">
      <Icon of={History} size="s" />
      {says(ageOf(at, zone))}
    </p>
  );
}
