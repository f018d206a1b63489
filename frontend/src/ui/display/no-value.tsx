import type { ReactNode } from 'react';

/** Dash in a table cell without a value; `children` say to screen readers what is missing. */
export const NoValue = ({ children }: { children: string }): ReactNode => (
  <span className="meta">
    <span aria-hidden="true" title={children}>
      –
    </span>
    <span className="sr-only">{children}</span>
  </span>
);
