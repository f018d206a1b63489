import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.js';
import { Icon, type IconType } from './icon.js';

interface SwipeAction {
  label: string;
  icon: IconType;
  look: 'plain' | 'whatsapp' | 'accent';
  /** A link, as for a call; else something that is done. */
  href?: string;
  onSelect?: () => void;
}

interface SwipeProps {
  /** They lie under the card's right edge, in this order. Each must be reachable on the card or in its menu too. */
  actions: readonly SwipeAction[];
  children: ReactNode;
}

/** A finger that has gone so far sideways, and less up or down, swipes; before that it may be scrolling. In pixels. */
const slop = 10;
const actionWidth = 64;
/** Left beyond this part of the way, a card stays open. */
const enough = 0.4;

/**
 * A card under which actions lie, for the thumb: swiped to the left it shows them, and it closes again by a swipe back, a tap
 * elsewhere or a scroll. A finger that goes up or down scrolls the page and moves no card. They are hidden from keyboards and
 * screen readers, who find the same on the card itself.
 */
export function Swipe({ actions, children }: SwipeProps): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const hand = useRef<{ id: number; x: number; y: number; from: number; swiping: boolean }>(undefined);
  const swiped = useRef(false);
  const [open, setOpen] = useState(false);
  const width = actions.length * actionWidth;
  const moveTo = (x: number): void => card.current?.style.setProperty('--swipe', `${x}px`);

  useEffect(() => {
    moveTo(open ? -width : 0);
    if (!open) return undefined;
    const stood = scrollY;
    const pressed = ({ target }: Event): void => {
      if (!card.current?.parentElement?.contains(target as Node)) setOpen(false);
    };
    // word of a scroll that ended before may come late
    const scrolled = (): void => {
      if (Math.abs(scrollY - stood) > slop) setOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', pressed);
      removeEventListener('scroll', scrolled);
    };
  }, [open, width]);

  const down = (event: PointerEvent): void => {
    swiped.current = false;
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    hand.current = { id: event.pointerId, x: event.clientX, y: event.clientY, from: open ? -width : 0, swiping: false };
  };
  const move = (event: PointerEvent): void => {
    const held = hand.current;
    if (!held || held.id !== event.pointerId) return;
    const [across, along] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.swiping) {
      if (Math.abs(along) > slop && Math.abs(along) >= Math.abs(across)) return end();
      if (Math.abs(across) < slop || Math.abs(across) <= Math.abs(along)) return undefined;
      held.swiping = true;
      swiped.current = true;
      card.current?.setPointerCapture(held.id);
      card.current?.classList.add('is-dragged');
    }
    return moveTo(Math.max(-width, Math.min(0, held.from + across)));
  };
  /** Where it is let go decides; taken away by the page's own scrolling, it goes back. */
  function end(at?: number): void {
    const held = hand.current;
    hand.current = undefined;
    card.current?.classList.remove('is-dragged');
    if (!held) return;
    const stays = held.swiping && at !== undefined ? held.from + at - held.x < -width * enough : held.from < 0;
    setOpen(stays);
    moveTo(stays ? -width : 0);
  }

  return (
    <div className={classes('swipe', open && 'is-open')}>
      <div className="swipe-under" aria-hidden="true" inert={!open}>
        {actions.map(({ label, icon, look, href, onSelect }) => {
          const parts = (
            <>
              <Icon of={icon} />
              {label}
            </>
          );
          const act = (): void => {
            setOpen(false);
            onSelect?.();
          };
          return href === undefined ? (
            <button key={label} type="button" tabIndex={-1} className={`swipe-${look}`} onClick={act}>
              {parts}
            </button>
          ) : (
            <a
              key={label}
              tabIndex={-1}
              className={`swipe-${look}`}
              href={href}
              {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
              onClick={act}
            >
              {parts}
            </a>
          );
        })}
      </div>
      <div
        ref={card}
        className="swipe-card"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={(event) => end(event.clientX)}
        onPointerCancel={() => end()}
        // a swipe over a link is no press of it; a key is
        onClickCapture={(event) => {
          if (event.detail === 0 || (!swiped.current && !open)) return;
          swiped.current = false;
          setOpen(false);
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {children}
      </div>
    </div>
  );
}
