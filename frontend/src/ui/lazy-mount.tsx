import { t } from '@lingui/core/macro';
import { Component, type ReactNode, Suspense, useCallback, useState } from 'react';
import { toast } from './toast.js';

/** A `lazy` part that is fetched when it is first needed, and stays from then on, so that it can close with its movement. */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }): ReactNode {
  const [needed, setNeeded] = useState(when);
  if (when && !needed) setNeeded(true);
  return needed ? (
    <Fetched>
      <Suspense fallback={null}>{children}</Suspense>
    </Fetched>
  ) : null;
}

/** Around a part that may fail to be fetched: the page that it belongs to stays. */
class Fetched extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = (): { readonly hasFailed: boolean } => ({ hasFailed: true });

  override componentDidCatch(error: unknown): void {
    // for the console of whoever looks into it; it holds no personal data
    reportError(error);
    // React remembers what it could not fetch: only a page that is loaded anew asks again
    toast({ tone: 'bad', text: t`This could not be loaded.`, action: { label: t`Reload`, onSelect: () => location.reload() } });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
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
