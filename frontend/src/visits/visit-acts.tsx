import type { ReactNode } from 'react';

/** What can be done at a step of a visit: buttons that share the width. */
export const VisitActs = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="flex w-full flex-wrap gap-2 *:flex-auto">{children}</div>
);
