import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

interface LazyInViewProps {
  /** Same size as the part. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Leaves out the lowest 120 px of the screen, so that the top edge alone loads nothing. */
const VIEW_MARGIN = '0px 0px -120px';

/** Loads a large `lazy` part once 120 px of its place are in view. */
export function LazyInView({ placeholder, children }: LazyInViewProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (inView || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setInView(true),
      { rootMargin: VIEW_MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [inView]);
  return inView ? (
    <Suspense fallback={placeholder}>{children}</Suspense>
  ) : (
    <div ref={place}>{placeholder}</div>
  );
}
