import { type ReactNode, Suspense, useCallback, useState } from 'react';

/** A `lazy` part that is fetched when it is first needed, and stays from then on, so that it can close with its movement. */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }): ReactNode {
  const [needed, setNeeded] = useState(when);
  if (when && !needed) setNeeded(true);
  return needed ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** What a dialog is told. */
export interface DialogState {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** For a dialog about one of several, which is not where their buttons are: one that goes meanwhile does not take it along. */
export function useDialogAbout<Item>(): { readonly about: Item | undefined; readonly ask: (item: Item) => void; readonly dialog: DialogState } {
  // while it closes it still shows what it was about
  const [shown, setShown] = useState<{ readonly about: Item; readonly open: boolean }>();
  return {
    about: shown?.about,
    // the same one, for rows that are remembered
    ask: useCallback((about: Item) => setShown({ about, open: true }), []),
    dialog: { open: shown?.open === true, onClose: () => setShown(shown && { ...shown, open: false }) },
  };
}
