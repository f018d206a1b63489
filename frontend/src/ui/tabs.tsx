import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.js';
import { grouped } from './format.js';

interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** A number, or "1,000+"; undefined while it is not known. */
  count?: number | string;
  glyph?: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValue: (value: Value) => void;
  /** The id of what they filter: an element with `role="tabpanel"`. */
  controls?: string;
  className?: string;
}

/** Filters by state, with counts. The line travels to the chosen one. */
export function Tabs<Value extends string>({ label, tabs, value, onValue, controls, className }: TabsProps<Value>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const strip = list.current;
    if (!strip || !line.current) return undefined;
    const place = (): void => {
      const chosen = strip.querySelector<HTMLElement>('[aria-selected="true"]');
      if (!chosen || !line.current) return;
      line.current.style.transform = `translateX(${chosen.offsetLeft}px) scaleX(${chosen.offsetWidth / 100})`;
      const hidden = chosen.offsetLeft < strip.scrollLeft || chosen.offsetLeft + chosen.offsetWidth > strip.scrollLeft + strip.clientWidth;
      if (hidden) strip.scrollTo({ left: chosen.offsetLeft - 16 });
    };
    place();
    const watch = new ResizeObserver(place);
    for (const tab of strip.children) watch.observe(tab);
    return () => watch.disconnect();
  }, [value, tabs.length]);

  const move = (event: KeyboardEvent): void => {
    // from where the focus is: what was chosen by the arrow before may not have come back yet
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const at = all.findIndex((tab) => tab === event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    onValue(next.value);
    all[tabs.indexOf(next)]?.focus();
  };

  return (
    <div className={classes('tabs', className)} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className="tab"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onValue(tab.value)}
        >
          {tab.glyph}
          {tab.label}
          {tab.count !== undefined && <span className="n">{typeof tab.count === 'number' ? grouped(tab.count) : tab.count}</span>}
        </button>
      ))}
      <span className="tab-line" ref={line} aria-hidden="true" />
    </div>
  );
}
