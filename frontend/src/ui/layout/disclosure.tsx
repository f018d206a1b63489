import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../classes.js';
import { Icon } from '../display/icon.js';

interface DisclosureProps {
  summary: string;
  /** Whether the summary looks like a button, because it is an action of its own. */
  isButton?: boolean;
  children: ReactNode;
}

/** Part of a page that one press expands. Its content is mounted while it is open. */
export function Disclosure({ summary, isButton = false, children }: DisclosureProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group text-label"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary
        className={classes(
          'btn w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden',
          isButton ? 'btn-plain' : 'btn-ghost -ml-2 px-2',
        )}
      >
        <Icon icon={ChevronRight} size="s" className="group-open:rotate-90" />
        {summary}
      </summary>
      {isOpen && <div className="pt-2">{children}</div>}
    </details>
  );
}
