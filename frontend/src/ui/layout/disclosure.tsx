import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  summary: string;
  children: ReactNode;
}

/** Part of a page that one press expands. Its content is mounted while it is open. */
export function Disclosure({ summary, children }: DisclosureProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-label" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link min-h-8 w-fit cursor-pointer py-1 max-md:min-h-tap max-md:py-2.5">
        {summary}
      </summary>
      {isOpen && <div className="pt-2">{children}</div>}
    </details>
  );
}
