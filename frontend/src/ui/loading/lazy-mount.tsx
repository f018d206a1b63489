import { t } from '@lingui/core/macro';
import {
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Boundary } from '../feedback/boundary.js';
import { findArrival, isServerReached } from './code.js';
import { toast } from '../feedback/toast.js';

interface FetchedProps {
  /** Shown while the code loads. */
  placeholder?: ReactNode;
  onFailed: () => void;
  children: ReactNode;
}

function WithFetchedCode({ placeholder, onFailed, children }: FetchedProps): ReactNode {
  const closeWithError = (): void => {
    toast({
      tone: 'bad',
      text: t`This could not be loaded.`,
      action: { label: t`Reload`, onSelect: () => location.reload() },
    });
    onFailed();
  };
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const handleFailure = async (error: unknown, retry: () => void): Promise<void> => {
    const arrival = findArrival(error);
    if (!arrival || (await isServerReached())) return closeWithError();
    toast({
      tone: 'bad',
      text: t`No network. This part is not on this phone yet. It opens when the network is back.`,
      action: { label: t`Cancel`, onSelect: onFailed },
    });
    const result = await arrival;
    if (!isMounted.current) return;
    if (result === 'arrived') retry();
    else closeWithError();
  };
  return (
    <Boundary failed={placeholder} onFailed={(error, retry) => void handleFailure(error, retry)}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </Boundary>
  );
}

/**
 * Mounts a `lazyPart` when first needed and keeps it mounted, so that it can animate out. Offline
 * it waits for the network; if loading fails, it is closed by `onClose`.
 */
export function LazyMount({
  when,
  placeholder,
  children,
}: {
  when: boolean;
  /** Shown while the code loads. */
  placeholder?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [isNeeded, setIsNeeded] = useState(when);
  const [failed, setFailed] = useState(false);
  if (when !== isNeeded && (when || failed)) {
    setIsNeeded(when);
    setFailed(false);
  }
  const close = isValidElement<Partial<DialogState>>(children) ? children.props.onClose : undefined;
  const closeFailed = (): void => {
    setFailed(true);
    close?.();
  };
  return isNeeded && !failed ? (
    <WithFetchedCode placeholder={placeholder} onFailed={closeFailed}>
      {children}
    </WithFetchedCode>
  ) : null;
}

/** Button whose menu is loaded at the first press, then opens. */
export function MenuOnPress({
  button,
  children,
}: {
  button: ReactElement<{ onClick?: () => void }>;
  children: ReactNode;
}): ReactNode {
  const [isPressed, setPressed] = useState(false);
  const unpressedButton = cloneElement(button, { onClick: () => setPressed(true) });
  return isPressed ? (
    <WithFetchedCode placeholder={unpressedButton} onFailed={() => setPressed(false)}>
      {children}
    </WithFetchedCode>
  ) : (
    unpressedButton
  );
}

export interface DialogState {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * State of a dialog about one of several items. Kept outside their rows, so that a removed row does
 * not close it.
 */
export function useDialogOf<Item>(): {
  readonly item: Item | undefined;
  readonly openFor: (item: Item) => void;
  readonly dialog: DialogState;
} {
  // keeps the item while the dialog closes
  const [shown, setShown] = useState<{ readonly item: Item; readonly open: boolean }>();
  return {
    item: shown?.item,
    // stable, because rows are memoized
    openFor: useCallback((item: Item) => setShown({ item, open: true }), []),
    dialog: {
      open: shown?.open === true,
      onClose: () => setShown(shown && { ...shown, open: false }),
    },
  };
}
