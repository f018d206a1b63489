import { t } from '@lingui/core/macro';
import { toast } from '../ui/toast.js';

/** Says what was done, and takes it back where somebody presses Undo while that is still said. */
export const sayWithUndo = (text: string, undo: () => void): void => toast({ text, action: { label: t`Undo`, onSelect: undo } });

/** Throws away what was typed into a form. */
export const discardDraft = ({ discard }: { readonly discard: () => () => void }): void => sayWithUndo(t`Draft deleted`, discard());
