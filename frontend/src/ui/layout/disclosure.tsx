import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../classes.js';
import { Icon } from '../display/icon.js';

interface DisclosureProps {
  summary: string;
  children: ReactNode;
}

/** Part of a page that one press expands. Its content is mounted while it is open. */
export function Disclosure({ summary, children }: DisclosureProps): ReactNode {
  return (
    <Details
      className="btn btn-ghost -ml-2 w-fit px-2 py-1.5 text-left whitespace-normal"
      summary={
        <>
          <Icon icon={ChevronRight} size="s" className="group-open:rotate-90" />
          {summary}
        </>
      }
    >
      <div className="pt-2">{children}</div>
    </Details>
  );
}

/** Row of a card that one press expands. */
export function DisclosureRow({
  summary,
  hint,
  children,
}: DisclosureProps & { hint: string }): ReactNode {
  return (
    <Details
      className="list-row is-link"
      summary={
        <>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{summary}</span>
            <span className="meta block">{hint}</span>
          </span>
          <Icon icon={ChevronRight} size="s" className="text-ink-3 group-open:rotate-90" />
        </>
      }
    >
      <div className="px-4 pt-1 pb-4">{children}</div>
    </Details>
  );
}

function Details({
  className,
  summary,
  children,
}: {
  className: string;
  summary: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group text-label"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary
        className={classes(
          'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
          className,
        )}
      >
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
