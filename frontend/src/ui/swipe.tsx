import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.js';
import { Icon, type IconType } from './icon.js';

const looks = {
  plain: 'bg-press text-ink',
  whatsapp: 'bg-whatsapp text-on-whatsapp',
  accent: 'bg-accent text-on-accent',
};

interface SwipeAction {
  label: string;
  icon: IconType;
  look: keyof typeof looks;
  /** A link, as for a call; else something that is done. */
  href?: string;
  onSelect?: () => void;
}

interface SwipeProps {
  /**
   * They lie beyond the card's right edge, in this order. Each must be reachable on the card or in
   * its menu too.
   */
  actions: readonly SwipeAction[];
  children: ReactNode;
}

/**
 * A page that has moved so far since is being read further, in pixels. Word of a scroll that ended
 * before may come late.
 */
const slop = 10;

const side = classes(
  'swipe flex h-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain scroll-smooth rounded-[inherit]',
  // what lies outside is cut off
  '[scrollbar-width:none] motion-reduce:scroll-auto [&_:focus-visible]:-outline-offset-2',
);
/**
 * A closed one is no place to stop at: where the window changed, the browser would open every card
 * of a list by itself.
 */
const under = 'swipe-under flex flex-none snap-end inert:invisible inert:snap-align-none';

/**
 * A card beside which actions lie, for the thumb: swiped to the left it shows them, and it closes
 * again by a swipe back, a tap elsewhere or a scroll of the page. The browser moves it, as a strip
 * that snaps. They are hidden from keyboards and screen readers, who find the same on the card
 * itself.
 */
export function Swipe({ actions, children }: SwipeProps): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => strip.current?.scrollTo({ left: 0 });

  useEffect(() => {
    if (!open) return undefined;
    const stood = scrollY;
    const pressed = ({ target }: Event): void => {
      if (!strip.current?.contains(target as Node)) close();
    };
    const scrolled = (): void => {
      if (Math.abs(scrollY - stood) > slop) close();
    };
    document.addEventListener('pointerdown', pressed);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', pressed);
      removeEventListener('scroll', scrolled);
    };
  }, [open]);

  return (
    <div
      className={side}
      ref={strip}
      onScroll={() => setOpen((strip.current?.scrollLeft ?? 0) > 0)}
    >
      <div
        className="min-w-0 flex-[0_0_100%] snap-start"
        // a tap on an open one closes it; a key is a press of what is on it
        onClickCapture={(event) => {
          if (event.detail === 0 || !open) return;
          close();
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {children}
      </div>
      <div className={under} aria-hidden="true" inert={!open}>
        {actions.map(({ label, icon, look, href, onSelect }) => {
          const parts = (
            <>
              <Icon of={icon} />
              {label}
            </>
          );
          const common = {
            tabIndex: -1,
            className: classes(
              'flex w-16 flex-col items-center justify-center gap-1 text-center text-(length:--text-micro) font-medium',
              looks[look],
            ),
            onClick: () => {
              close();
              onSelect?.();
            },
          };
          return href === undefined ? (
            <button key={label} type="button" {...common}>
              {parts}
            </button>
          ) : (
            <a
              key={label}
              href={href}
              {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
              {...common}
            >
              {parts}
            </a>
          );
        })}
      </div>
    </div>
  );
}
