import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType } from '../display/icon.js';

const actionClasses = {
  plain: 'bg-press text-ink',
  whatsapp: 'bg-whatsapp text-on-whatsapp',
  accent: 'bg-accent text-on-accent',
};

interface SwipeAction {
  label: string;
  icon: IconType;
  look: keyof typeof actionClasses;
  /** Address of a link, such as a call; left out for an action. */
  href?: string;
  onSelect?: () => void;
}

interface SwipeProps {
  /**
   * Actions beyond the card's right edge. Each must also be reachable on the card or in its menu.
   */
  actions: readonly SwipeAction[];
  children: ReactNode;
}

/** Scroll distance after which an open card closes. Scroll events may arrive late. */
const SCROLL_SLOP_PX = 10;

const sideClass = classes(
  'swipe flex h-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain scroll-smooth rounded-[inherit]',
  // content beyond the card is cut off
  '[scrollbar-width:none] motion-reduce:scroll-auto [&_:focus-visible]:-outline-offset-2',
);
/** on phones only; not a snap point while closed, or a resize would open all cards */
const actionsClass =
  'swipe-under flex flex-none snap-end inert:invisible inert:snap-align-none md:hidden';

/**
 * Card with swipe actions. A swipe left shows them; a swipe back, a tap elsewhere or scrolling
 * hides them. Hidden from keyboards and screen readers, for whom the card has the same actions.
 */
export function Swipe({ actions, children }: SwipeProps): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => strip.current?.scrollTo({ left: 0 });

  useEffect(() => {
    if (!open) return undefined;
    const scrollYAtOpening = scrollY;
    const closeOnPress = ({ target }: Event): void => {
      if (!strip.current?.contains(target as Node)) close();
    };
    const closeOnScroll = (): void => {
      if (Math.abs(scrollY - scrollYAtOpening) > SCROLL_SLOP_PX) close();
    };
    document.addEventListener('pointerdown', closeOnPress);
    addEventListener('scroll', closeOnScroll, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', closeOnPress);
      removeEventListener('scroll', closeOnScroll);
    };
  }, [open]);

  return (
    <div
      className={sideClass}
      ref={strip}
      onScroll={() => setOpen((strip.current?.scrollLeft ?? 0) > 0)}
    >
      <div
        className="min-w-0 flex-[0_0_100%] snap-start"
        // a tap on an open card closes it; a key presses what has the focus
        onClickCapture={(event) => {
          if (event.detail === 0 || !open) return;
          close();
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {children}
      </div>
      <div className={actionsClass} aria-hidden="true" inert={!open}>
        {actions.map(({ label, icon, look, href, onSelect }) => {
          const parts = (
            <>
              <Icon icon={icon} />
              {label}
            </>
          );
          const sharedProps = {
            tabIndex: -1,
            className: classes(
              'flex w-16 flex-col items-center justify-center gap-1 text-center text-(length:--text-micro) font-medium',
              actionClasses[look],
            ),
            onClick: () => {
              close();
              onSelect?.();
            },
          };
          return href === undefined ? (
            <button key={label} type="button" {...sharedProps}>
              {parts}
            </button>
          ) : (
            <a
              key={label}
              href={href}
              {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
              {...sharedProps}
            >
              {parts}
            </a>
          );
        })}
      </div>
    </div>
  );
}
