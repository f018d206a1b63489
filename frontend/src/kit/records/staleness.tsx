import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNetwork } from '../../lib/server/network.js';
import { useZone } from '../../ui/display/figures.js';
import { agoText, clockText, dayIn } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';

/** Age of an answer: "11:42 am", or days ago. */
function ageOf(at: number, zone: string): string {
  const date = new Date(at);
  return dayIn(zone, date) === dayIn(zone, new Date())
    ? clockText(date, zone)
    : agoText(date, new Date(), zone);
}

interface StalenessProps {
  /** Builds a sentence like "Showing leads from 11:42 am". */
  describe: (age: string) => string;
  failed: boolean;
  at: number;
}

/** Age of an answer that could not be refreshed. */
export function Staleness({ describe, failed, at }: StalenessProps): ReactNode {
  const isOld = useNetwork(({ online, slowSince = 0 }) => !online || at < slowSince);
  const zone = useZone();
  if ((!isOld && !failed) || at === 0) return null;
  return (
    <p className="meta row mb-2 gap-1.5 text-ink-2" role="status">
      <Icon icon={History} size="s" />
      {describe(ageOf(at, zone))}
    </p>
  );
}
