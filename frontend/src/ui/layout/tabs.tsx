import { Tabs as Base } from '@base-ui/react/tabs';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { grouped } from '../display/format.js';

interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Number, or "1,000+"; undefined while unknown. */
  count?: number | string;
  glyph?: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValue: (value: Value) => void;
}

interface TabViewProps<Value extends string> extends TabsProps<Value> {
  /** Search and filters above the tabs. */
  tools?: ReactNode;
  /** Controls at the end of the tabs' row. */
  end?: ReactNode;
  /** Content that the tabs filter. */
  children: ReactNode;
}

const toolsClass = classes(
  'flex flex-col gap-3 max-md:gap-1.5 [&_.search]:min-w-0 [&_.search]:flex-[1_1_14rem] max-md:[&_.search]:basis-42 lg:[&_.search]:max-w-88',
  // beside the filters the search has no room for its placeholder
  'md:max-lg:[&_.search]:basis-full',
  // all controls of a row have the same height
  'md:[&_:is(.chip,.btn)]:min-h-[max(var(--spacing-control),2.5rem)]',
);
const stripClass =
  'relative flex gap-4 overflow-x-auto md:gap-5 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';
/** Part of the tab before the chosen one that stays visible. */
const PREVIOUS_TAB_PX = 16;

/** From edge to edge of a phone, where a tab that continues beyond the edge fades out. */
const fadedClass = classes(
  '-mx-gutter px-gutter',
  'max-md:[mask-image:linear-gradient(to_right,transparent,#000_var(--spacing-gutter),#000_calc(100%-var(--spacing-gutter)),transparent)]',
);
const tabClass = classes(
  'group relative inline-flex min-h-tap items-center gap-1.5 text-(length:--text-label) font-medium whitespace-nowrap text-ink-2',
  'hover:text-ink aria-selected:text-ink',
);
const countClass = classes(
  'text-(length:--text-meta) font-regular text-ink-3 tabular-nums',
  'group-aria-selected:font-medium group-aria-selected:text-accent-ink',
);
const lineClass = classes(
  'absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent',
  'transition-[translate,width] duration-(--ft-base) ease-out',
);

/** Tabs with counts. The line moves to the chosen tab. */
export function TabView<Value extends string>({
  label,
  tabs,
  value,
  onValue,
  tools,
  end,
  children,
}: TabViewProps<Value>): ReactNode {
  const stripRef = useRef<HTMLDivElement>(null);
  const counts = tabs.map(({ count }) => count ?? '').join();
  useLayoutEffect(() => {
    const strip = stripRef.current;
    const chosen = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!strip || !chosen) return;
    const isHidden =
      chosen.offsetLeft < strip.scrollLeft ||
      chosen.offsetLeft + chosen.offsetWidth > strip.scrollLeft + strip.clientWidth;
    if (isHidden) strip.scrollTo({ left: chosen.offsetLeft - PREVIOUS_TAB_PX });
    // an arriving count widens its tab
  }, [value, counts]);
  const [toolsAreaClass, contentClass] = tools ? [toolsClass, 'mt-1.5 md:mt-3'] : [];
  // a single tab filters nothing
  if (tabs.length < 2)
    return (
      <>
        <div className={toolsAreaClass}>{tools}</div>
        <div className={contentClass}>{children}</div>
      </>
    );
  const edgeClass = tools ? fadedClass : '';
  const strip = (
    <Base.List
      className={classes(stripClass, end ? 'grow' : classes('shadow-line-b', edgeClass))}
      aria-label={label}
      activateOnFocus
      ref={stripRef}
    >
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
          {tab.glyph}
          <span>{tab.label}</span>
          {tab.count !== undefined && (
            <span className={countClass}>
              {typeof tab.count === 'number' ? grouped(tab.count) : tab.count}
            </span>
          )}
        </Base.Tab>
      ))}
      <Base.Indicator className={lineClass} />
    </Base.List>
  );
  return (
    <Base.Root value={value} onValueChange={onValue}>
      <div className={toolsAreaClass}>
        {tools}
        {/* always around the strip, whose focus a move would lose */}
        <div className={end ? classes('flex items-end shadow-line-b', edgeClass) : undefined}>
          {strip}
          {end && <span className="ml-4 flex flex-none items-center gap-2 pb-1">{end}</span>}
        </div>
      </div>
      <Base.Panel value={value} tabIndex={-1} className={classes('outline-none', contentClass)}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
