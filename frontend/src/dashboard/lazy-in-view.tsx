import { type ReactNode, useEffect, useRef, useState } from 'react';

interface LazyInViewProps {
  /** Holds its place, in its size. */
  before: ReactNode;
  children: ReactNode;
}

/** Its edge alone at the bottom of a first screen brings nothing. */
const wellInside = '0px 0px -120px';

/** What is large and lies below the first screen is fetched when somebody comes to it. */
export function LazyInView({ before, children }: LazyInViewProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true), { rootMargin: wellInside });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);
  return near ? children : <div ref={place}>{before}</div>;
}
