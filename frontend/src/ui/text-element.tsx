import { Children, type ReactNode } from 'react';

/**
 * Wraps each text among children in an element. Browser translation replaces text nodes, which
 * React could not remove afterwards.
 */
export const textElements = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? <span>{child}</span> : child,
  );
