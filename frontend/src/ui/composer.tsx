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
/** Each as wide as the others on the phone, its icon alone where that is held flat; quiet with room, but for what is done next. */
const acts = classes(
  'flex gap-1.5 overflow-x-auto pb-2 [scrollbar-width:none] flat:flex-none flat:p-0 md:gap-0.5 md:p-0',
  '[&_.chip]:min-h-11 [&_.chip]:flex-[1_0_auto] [&_.chip]:justify-center [&_.chip]:gap-1.25 [&_.chip]:px-2 [&_.chip]:text-[0.875rem]',
  'flat:[&_.chip]:w-11 flat:[&_.chip]:gap-0 flat:[&_.chip]:text-[0px] md:[&_.chip]:min-h-8 md:[&_.chip]:flex-none md:[&_.chip]:px-2.5',
  '[&_.chip:not(.is-main)]:text-ink md:[&_.chip:not(.is-main)]:bg-transparent md:[&_.chip:not(.is-main)]:shadow-none',
  'md:[&_.chip:not(.is-main,:hover)]:text-ink-2 md:[&_.chip:not(.is-main):hover]:bg-hover',
);
/** The text grows as it is typed; with room the box around all is its edge. */
const line = classes(
  'flex items-end gap-2 flat:min-w-0 flat:flex-1 [&_.btn-icon]:flex-none max-md:[&_.btn-icon]:rounded-full md:[&_.btn-icon]:self-center',
  '[&_textarea]:field-sizing-content [&_textarea]:max-h-36 [&_textarea]:min-h-11 [&_textarea]:resize-none [&_textarea]:rounded-[1.375rem]',
  '[&_textarea]:px-4 [&_textarea]:py-2.5 md:[&_textarea]:rounded-control md:[&_textarea]:border-0 md:[&_textarea]:bg-transparent',
  'md:[&_textarea]:px-2.5 md:[&_textarea]:py-2 md:[&_textarea]:shadow-none md:[&_textarea]:outline-none',
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
        {actions && <div className={acts}>{actions}</div>}
        <div className={line}>{children}</div>
      </div>
    </SentForm>
  );
}
