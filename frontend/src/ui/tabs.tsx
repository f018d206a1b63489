import { Tabs as Base } from '@base-ui/react/tabs';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
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
}

interface TabbedProps<Value extends string> extends TabsProps<Value> {
  /** Over the tabs: search and filters of the same list. */
  tools?: ReactNode;
  /** What they filter. */
  children: ReactNode;
}

/** Filters by state, with counts, over what they filter. The line travels to the chosen one. */
export function Tabbed<Value extends string>({ label, tabs, value, onValue, tools, children }: TabbedProps<Value>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // a count that comes makes its tab wider
  const widths = tabs.map(({ count }) => count ?? '').join();
  useLayoutEffect(() => {
    const strip = list.current;
    const chosen = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!strip || !chosen) return;
    const hidden = chosen.offsetLeft < strip.scrollLeft || chosen.offsetLeft + chosen.offsetWidth > strip.scrollLeft + strip.clientWidth;
    if (hidden) strip.scrollTo({ left: chosen.offsetLeft - 16 });
  }, [value, widths]);
  const [above, below] = tools ? ['tools', 'mt-3'] : [];
  // one filters nothing
  if (tabs.length < 2)
    return (
      <>
        <div className={above}>{tools}</div>
        <div className={below}>{children}</div>
      </>
    );
  return (
    <Base.Root value={value} onValueChange={onValue}>
      <div className={above}>
        {tools}
        <Base.List className="tabs" aria-label={label} activateOnFocus ref={list}>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className="tab">
              {tab.glyph}
              {tab.label}
              {tab.count !== undefined && <span className="n">{typeof tab.count === 'number' ? grouped(tab.count) : tab.count}</span>}
            </Base.Tab>
          ))}
          <Base.Indicator className="tab-line" />
        </Base.List>
      </div>
      <Base.Panel value={value} tabIndex={-1} className={classes('outline-none', below)}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
