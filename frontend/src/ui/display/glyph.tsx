import type { ReactNode } from 'react';

/** Progress as a fill, readable without colour. */
export type Fill = 'ring' | 'third' | 'two-thirds' | 'full' | 'crossed';

const fillShapes: Record<Exclude<Fill, 'full'>, ReactNode> = {
  ring: null,
  third: <path d="M8 8V4A4 4 0 0 1 11.38 10.14z" fill="currentColor" />,
  'two-thirds': <path d="M8 8V4A4 4 0 1 1 4.2 9.24z" fill="currentColor" />,
  crossed: (
    <path
      d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    />
  ),
};

/** Glyph in the mark colour of its tone. */
export function Glyph({ fill }: { fill: Fill }): ReactNode {
  return (
    <svg className="g size-4 flex-none text-(--m)" viewBox="0 0 16 16" aria-hidden="true">
      {fill === 'full' ? (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path
            d="M4.9 8.2l2.2 2.2 4-4.4"
            fill="none"
            stroke="var(--s, var(--color-surface))"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
          {fillShapes[fill]}
        </>
      )}
    </svg>
  );
}
