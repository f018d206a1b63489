import { msg, t } from '@lingui/core/macro';
import { Activity, CalendarClock, HandHelping, IndianRupee, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ShowSampleData } from '../kit/leads/sample-data.js';
import { Icon } from '../ui/display/icon.js';
import { Card } from '../ui/layout/surface.js';
import { i18n, type Names } from '../words/i18n.js';

type Part = 'money' | 'day' | 'help' | 'live';
const titles: Names<Part> = {
  money: msg`Money`,
  day: msg`The day`,
  help: msg`Who needs help`,
  live: msg`As it happens`,
};
const texts: Names<Part> = {
  money: msg`What is quoted, won and still to collect.`,
  day: msg`Who is called and visited today, and what is overdue.`,
  help: msg`Quotes without a reply, leads without a follow-up.`,
  live: msg`Each note, visit and quotation, the moment it is made.`,
};
const icons: Readonly<Record<Part, LucideIcon>> = {
  money: IndianRupee,
  day: CalendarClock,
  help: HandHelping,
  live: Activity,
};
/** Parts of the dashboard in their order. */
const parts: readonly Part[] = ['money', 'help', 'day', 'live'];

/** the line to the next part is dashed, because nothing is recorded yet */
const partClass =
  'relative flex gap-3 pb-5 last:pb-0 md:block md:flex-1 md:pr-4 md:pb-0 before:absolute before:border-line-strong before:border-dashed last:before:hidden before:top-11 before:bottom-1 before:left-5 before:border-l-2 md:before:top-5 md:before:right-2 md:before:bottom-auto md:before:left-12 md:before:border-t-2 md:before:border-l-0';

/** Dashboard of a new organization's admin: its parts in words, instead of zeros. */
export default function FirstPage(): ReactNode {
  return (
    <Card title={t`What this page will show`} bodyClassName="stack gap-5 pt-4">
      <ol className="flex flex-col md:flex-row">
        {parts.map((part) => (
          <li key={part} className={partClass}>
            <span className="grid size-10 flex-none place-items-center rounded-full border-2 border-dashed border-line-strong text-ink-2">
              <Icon icon={icons[part]} />
            </span>
            <span className="block md:mt-3">
              <b className="label block font-medium">{i18n._(titles[part])}</b>
              <span className="label block text-ink-2">{i18n._(texts[part])}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="row wrap">
        <ShowSampleData />
      </div>
    </Card>
  );
}
