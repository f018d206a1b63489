import { t } from '@lingui/core/macro';
import { identity } from '../../lib/account/identity.js';
import { keepFocus } from '../../browser/keep-focus.js';
import { toast } from '../../ui/feedback/toast.js';

/** Reverts an action. Returns an error text while that is impossible. */
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

/** Draft that a form has discarded. */
export interface DiscardedDraft {
  /** Fills it in again, and keeps later input. */
  readonly putBack: () => void;
  /** Whether the device has deleted it. */
  readonly isDeleted: Promise<boolean>;
}

/**
 * Discards a draft, with a toast to undo it. A draft that the device cannot delete is filled in
 * again.
 * @param undoOf makes the undo, if that depends on what was typed since
 */
export function discardDraft(
  { discard }: { readonly discard: () => DiscardedDraft },
  done = t`Draft deleted`,
  undoOf = (putBack: () => void): Undo | (() => void) => putBack,
): void {
  const { putBack, isDeleted } = discard();
  const undo = undoOf(putBack);
  void isDeleted.then((isGone) => {
    if (isGone) return toastWithUndo(done, undo);
    undo();
    return toast({ tone: 'bad', text: t`Failed to delete the draft` });
  });
}
