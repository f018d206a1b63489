import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { create } from 'zustand';
import { classes } from '../classes.js';
import { Icon } from '../display/icon.js';

interface ToastContent {
  text: string;
  /** `bad` stays until closed. */
  tone?: 'good' | 'bad';
  /** Button such as Undo, Retry or Show. */
  action?: { label: string; onSelect: () => void };
}

interface ShownToast extends ToastContent {
  id: number;
}

/** Display time. */
const TOAST_MS = 4_000;
/** Display time with a button, which takes longer to read and reach. */
const ACTION_TOAST_MS = 10_000;
/** Least display time after a pause. */
const MIN_REMAINING_MS = 1_000;
const MAX_TOASTS = 3;

const useShownToasts = create<{ toasts: ShownToast[] }>(() => ({ toasts: [] }));
let lastId = 0;

/** Shows the result of an action. At most `MAX_TOASTS` at once; the oldest goes first. */
export function toast(content: ToastContent): void {
  lastId += 1;
  const shownToast = { ...content, id: lastId };
  useShownToasts.setState(({ toasts }) => ({ toasts: [...toasts, shownToast].slice(-MAX_TOASTS) }));
}

function close(id: number): void {
  useShownToasts.setState(({ toasts }) => ({
    toasts: toasts.filter((shownToast) => shownToast.id !== id),
  }));
}

/** Position above the bottom navigation, action bar, composer and running visit */
const regionClass = classes(
  'pointer-events-none fixed inset-x-3 bottom-[calc(var(--toast-floor,0.75rem)+env(safe-area-inset-bottom))] z-(--ft-z-toast) flex flex-col gap-2',
  'max-md:in-[body:has(.bottomnav,.thumb)]:[--toast-floor:5rem] max-md:in-[body:has(.composer)]:[--toast-floor:8rem]',
  // on top while a sheet is open, whose buttons are at the bottom
  'max-md:in-[body:has(.dialog)]:top-[calc(0.75rem+env(safe-area-inset-top))] max-md:in-[body:has(.dialog)]:bottom-auto',
  'in-[body:has(.running-visit)]:mb-13 md:right-6 md:bottom-6 md:left-auto md:w-[min(26rem,calc(100vw-3rem))]',
);

/**
 * Container of all toasts, mounted once in the shell. Always rendered, so that screen readers
 * announce new content.
 */
export function Toasts(): ReactNode {
  const toasts = useShownToasts((state) => state.toasts);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // F6 reaches the button at once; the toast would disappear before Tab does
    const focusOnF6 = (event: KeyboardEvent): void => {
      const button =
        event.key === 'F6'
          ? [...(ref.current?.querySelectorAll('button') ?? [])].at(-1)
          : undefined;
      if (!button) return;
      event.preventDefault();
      button.focus();
    };
    document.addEventListener('keydown', focusOnF6);
    return () => document.removeEventListener('keydown', focusOnF6);
  }, []);
  return (
    <div
      className={regionClass}
      role="region"
      aria-label={t`Notifications`}
      aria-keyshortcuts="F6"
      ref={ref}
    >
      {/* not atomic, or screen readers would repeat all toasts */}
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} aria-atomic="false" className="contents">
          {toasts
            .filter(({ tone }) => (tone === 'bad') === (role === 'alert'))
            .map((shownToast) => (
              <Toast key={shownToast.id} shownToast={shownToast} />
            ))}
        </div>
      ))}
    </div>
  );
}

const buttonClass = 'min-h-9 rounded-badge px-2.5 font-strong text-inverse-accent max-md:min-h-tap';

function Toast({ shownToast }: { shownToast: ShownToast }): ReactNode {
  const isBad = shownToast.tone === 'bad';
  const [isHeld, setHeld] = useState(false);
  const remainingMs = useRef(shownToast.action ? ACTION_TOAST_MS : TOAST_MS);
  useEffect(() => {
    if (isBad || isHeld) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => close(shownToast.id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      // hovering and focus pause the timer
      const shownMs = performance.now() - startedAt;
      remainingMs.current = Math.max(MIN_REMAINING_MS, remainingMs.current - shownMs);
    };
  }, [isBad, isHeld, shownToast.id]);
  return (
    <div
      className={classes(
        'pointer-events-auto flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-3.5',
        'rounded-[0.625rem] bg-inverse text-label text-on-inverse shadow-float transition duration-(--ft-base) ease-out starting:translate-y-1 starting:opacity-0',
      )}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon
        icon={isBad ? CircleAlert : CircleCheck}
        className={isBad ? 'text-inverse-danger' : 'text-inverse-accent'}
      />
      <span className="grow py-1.5">{shownToast.text}</span>
      {shownToast.action && (
        <button
          type="button"
          className={buttonClass}
          onClick={() => {
            shownToast.action?.onSelect();
            close(shownToast.id);
          }}
        >
          {shownToast.action.label}
        </button>
      )}
      {isBad && (
        <button
          type="button"
          className={buttonClass}
          aria-label={t`Close message`}
          onClick={() => close(shownToast.id)}
        >
          <Icon icon={X} size="s" />
        </button>
      )}
    </div>
  );
}
