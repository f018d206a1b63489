import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { SentForm } from './sent-form.js';

interface ComposerProps {
  label: string;
  /** Chips above the line of text. */
  actions?: ReactNode;
  /** The text and its send button. */
  children: ReactNode;
  onSubmit: () => void;
}

const bar = classes(
  'composer sticky bottom-[var(--ft-below,0px)] z-(--ft-z-sticky) bg-surface px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-bar',
  'md:mx-auto md:w-full md:max-w-[calc(var(--container-measure)+2*var(--spacing-gutter))] md:bg-canvas md:px-gutter md:pt-0 md:pb-5 md:shadow-none',
);
/** On a phone that is held flat: one line, or nothing of the trace is left to read. */
const box = classes(
  'flat:flex flat:items-end flat:gap-1.5 md:flex md:flex-col-reverse md:rounded-card md:bg-surface md:p-1.5 md:shadow-float',
  'md:focus-within:outline-2 md:focus-within:outline-offset-1 md:focus-within:outline-focus',
);

/** The line at the bottom of a record where something is said about it. */
export function Composer({ label, actions, children, onSubmit }: ComposerProps): ReactNode {
  return (
    <SentForm className={bar} aria-label={label} busy={false} onSend={onSubmit}>
      <div className={box}>
        {actions && (
          <div className="acts flex gap-1.5 overflow-x-auto pb-2 [scrollbar-width:none] flat:flex-none flat:p-0 md:gap-0.5 md:p-0">{actions}</div>
        )}
        <div className="flex items-end gap-2 flat:min-w-0 flat:flex-1">{children}</div>
      </div>
    </SentForm>
  );
}
