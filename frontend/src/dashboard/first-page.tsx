import { msg, t } from '@lingui/core/macro';
import { Activity, CalendarClock, HandHelping, IndianRupee, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ShowSampleData } from '../kit/leads/sample-data.js';
import { Icon } from '../ui/display/icon.js';
import { i18n, type Names } from '../words/i18n.js';

type Part = 'money' | 'help' | 'day' | 'live';
const texts: Names<Part> = {
  money: msg`Money quoted, won and still to collect`,
  help: msg`Quotes and leads that wait too long`,
  day: msg`Who is called and visited today`,
  live: msg`Each note and visit as it happens`,
};
const icons: Readonly<Record<Part, LucideIcon>> = {
  money: IndianRupee,
  help: HandHelping,
  day: CalendarClock,
  live: Activity,
};
/** Parts of the dashboard in their order. */
const parts: readonly Part[] = ['money', 'help', 'day', 'live'];

/** Dashboard of a new organization's admin: its parts in words, instead of zeros. */
export default function FirstPage(): ReactNode {
  const titleId = useId();
  return (
    <div className="stack gap-3">
      {/* sample data directly below the first steps */}
      <div className="card overflow-clip">
        <ShowSampleData />
      </div>
      <section aria-labelledby={titleId} className="px-4 pt-1">
        <h2 id={titleId} className="meta font-medium">
          {t`What this page will show`}
        </h2>
        <ul className="grid gap-x-4 md:grid-cols-2">
          {parts.map((part) => (
            <li key={part} className="flex min-h-6 items-center gap-2">
              <Icon icon={icons[part]} size="s" className="text-ink-3" />
              <span className="meta">{i18n._(texts[part])}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
