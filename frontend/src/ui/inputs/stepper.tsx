import { Minus, Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../buttons/button.js';
import { classes } from '../classes.js';
import { useControlAttributes } from './field.js';

interface StepperProps extends ComponentProps<'input'> {
  /** Names of the two buttons. */
  lessLabel: string;
  moreLabel: string;
  onLess: () => void;
  onMore: () => void;
  /** Disables the buttons, for a value that is no number. */
  isFixed?: boolean;
}

const frameClass = classes(
  'flex h-control min-h-control w-fit flex-none items-center rounded-control border border-line-strong bg-surface',
  'has-[input:focus]:border-focus has-[input:focus]:shadow-[0_0_0_1px_var(--color-focus)]',
  'has-[input[aria-invalid=true]]:border-red-mark',
);

/** Number between a button for less and one for more, in one frame. */
export function Stepper({
  lessLabel,
  moreLabel,
  onLess,
  onMore,
  isFixed,
  className,
  ...input
}: StepperProps): ReactNode {
  return (
    <span className={frameClass}>
      <IconButton icon={Minus} label={lessLabel} disabled={isFixed} onClick={onLess} />
      <input
        {...useControlAttributes()}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        {...input}
        className={classes(
          'num h-full min-w-0 border-x border-line bg-transparent px-1 text-center text-[1rem] outline-none',
          className,
        )}
      />
      <IconButton icon={Plus} label={moreLabel} disabled={isFixed} onClick={onMore} />
    </span>
  );
}
