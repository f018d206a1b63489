import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

interface LazyInViewProps {
  /** Placeholder of the same size. */
  before: ReactNode;
  children: ReactNode;
}

/** The top edge alone does not start loading. */
const wellInside = '0px 0px -120px';

/** Loads a large `lazy` part when it is scrolled near. */
export function LazyInView({ before, children }: LazyInViewProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return undefined;
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: wellInside },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);
  return near ? <Suspense fallback={before}>{children}</Suspense> : <div ref={place}>{before}</div>;
}
