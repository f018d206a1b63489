import { Suspense, useState, type ReactNode } from 'react';

/** A `lazy` part that is fetched when it is first needed, and stays from then on, so that it can close with its movement. */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }): ReactNode {
  const [needed, setNeeded] = useState(when);
  if (when && !needed) setNeeded(true);
  return needed ? <Suspense fallback={null}>{children}</Suspense> : null;
}
