import { t } from '@lingui/core/macro';
import { identity } from '../../lib/account/identity.js';
import { keepFocus } from '../../browser/keep-focus.js';
import { toast } from '../../ui/feedback/toast.js';

/** Reverts an action. Returns a text while it cannot. */
export type Undo = () => string | undefined;
/** Undo that waits for the device. */
type AsyncUndo = () => Promise<string | undefined>;

/** Shows a toast with an Undo button. */
export function toastWithUndo(text: string, undo: Undo | AsyncUndo | (() => void)): void {
  showUndoToast({ text }, undo);
  keepFocus();
}

function showUndoToast(
  message: { readonly text: string; readonly tone?: 'bad' },
  undo: Undo | AsyncUndo | (() => void),
): void {
  const { accountId } = identity();
  const onSelect = (): void => {
    // a toast of another session must undo nothing
    if (identity().accountId !== accountId) return;
    void Promise.resolve(undo()).then((problem) => {
      if (problem) showUndoToast({ text: problem, tone: 'bad' }, undo);
    });
    keepFocus();
  };
  toast({ ...message, action: { label: t`Undo`, onSelect } });
}

/** Discards a draft, with a toast to undo it. */
export const discardDraft = ({ discard }: { readonly discard: () => () => void }): void =>
  toastWithUndo(t`Draft deleted`, discard());
