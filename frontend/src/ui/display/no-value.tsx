import type { ReactNode } from 'react';

/** Words in a table cell without a value, quieter than values. */
export const NoValue = ({ children }: { children: string }): ReactNode => (
  <span className="meta">{children}</span>
);
