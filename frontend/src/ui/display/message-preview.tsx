import type { ReactNode } from 'react';

/** Bold text as WhatsApp finds it: stars between other signs than letters, no blank inside them. */
const BOLD = /(^|[^\p{L}\p{N}*])\*(\S(?:[^*\n]*\S)?)\*(?![\p{L}\p{N}])/u;

/**
 * Message as its reader sees it in WhatsApp: text between stars is bold. A long one scrolls.
 * @param label accessible name
 */
export function MessagePreview({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="label max-h-44 min-w-0 grow overflow-y-auto rounded-card rounded-tr-tick bg-accent-soft px-3 py-2.5 whitespace-pre-line wrap-anywhere"
    >
      {text.split(BOLD).map((part, index) => (index % 3 === 2 ? <b key={index}>{part}</b> : part))}
    </div>
  );
}
