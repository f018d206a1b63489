import { t } from '@lingui/core/macro';
import { identity } from '../lib/identity.js';
import { keepFocus } from '../ui/keep-focus.js';
import { toast } from '../ui/toast.js';

/** Takes back what was done. What it answers says why it cannot be, as long as that is so. */
export type Undo = () => string | undefined;

/** Says what was done, and takes it back where somebody presses Undo while that is still said. */
export function sayWithUndo(text: string, undo: Undo | (() => void)): void {
  sayUndoable({ text }, undo);
  keepFocus();
}

function sayUndoable(
  said: { readonly text: string; readonly tone?: 'bad' },
  undo: Undo | (() => void),
): void {
  const { accountId } = identity();
  const onSelect = (): void => {
    // what was typed goes with who signs out
    if (identity().accountId !== accountId) return;
    const whyNot = undo();
    if (whyNot) sayUndoable({ text: whyNot, tone: 'bad' }, undo);
    keepFocus();
  };
  toast({ ...said, action: { label: t`Undo`, onSelect } });
}

/** Throws away what was typed into a form. */
export const discardDraft = ({ discard }: { readonly discard: () => () => void }): void =>
  sayWithUndo(t`Draft deleted`, discard());
