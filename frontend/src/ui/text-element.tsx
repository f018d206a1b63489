import { Children, type ReactNode } from 'react';

/**
 * Puts each text among children into an element of its own. A browser's translation replaces text
 * nodes, and React could then neither remove one nor put something before it.
 */
export const textElements = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? <span>{child}</span> : child,
  );
