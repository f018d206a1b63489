import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Bold text as WhatsApp finds it: stars between other signs than letters, no blank inside them. */
const BOLD = /(^|[^\p{L}\p{N}*])\*(\S(?:[^*\n]*\S)?)\*(?![\p{L}\p{N}])/u;
/** Parts that `split` yields per match: the text, the sign before the stars, and the bold text. */
const PARTS_EACH = 3;

/**
 * Message as its reader sees it in WhatsApp: text between stars is bold. A long one scrolls.
 * @param label accessible name
 */
export function MessagePreview({ label, text }: { label: string; text: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const measure = (): void => {
      const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
      setScrolls(scrollHeight > clientHeight);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [text]);
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      // keys scroll it only with the focus inside
      tabIndex={scrolls ? 0 : undefined}
      className="label max-h-44 min-w-0 grow overflow-y-auto rounded-card rounded-tr-tick bg-accent-soft px-3 py-2.5 whitespace-pre-line wrap-anywhere"
    >
      {text
        .split(BOLD)
        .map((part, index) =>
          index % PARTS_EACH === PARTS_EACH - 1 ? <b key={index}>{part}</b> : part,
        )}
    </div>
  );
}
