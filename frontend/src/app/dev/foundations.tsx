import type { ReactNode } from 'react';
import { Money } from '../../ui/figures.js';

const fills = {
  canvas: 'bg-canvas',
  surface: 'bg-surface',
  sunken: 'bg-sunken',
  raised: 'bg-raised',
  press: 'bg-press',
  'line-strong': 'bg-line-strong',
  ink: 'bg-ink',
  'ink-2': 'bg-ink-2',
  'ink-3': 'bg-ink-3',
  accent: 'bg-accent',
  'accent-soft': 'bg-accent-soft',
  wash: 'bg-wash',
};

export function Colours(): ReactNode {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
      {Object.entries(fills).map(([name, fill]) => (
        <div key={name} className="text-meta">
          <div className={`mb-1.5 h-12 rounded-control ring-1 ring-line ring-inset ${fill}`} />
          {name}
        </div>
      ))}
    </div>
  );
}

const sizes: [string, ReactNode][] = [
  ['figure', <Money key="" paise={12_345_650} className="text-figure font-strong" />],
  [
    'title-1',
    <span key="" className="t1">
      Leads
    </span>,
  ],
  [
    'title-2',
    <span key="" className="t2">
      Duplicate Lead Detected
    </span>,
  ],
  [
    'title-3',
    <span key="" className="t3">
      Lead Information
    </span>,
  ],
  ['body', <span key="">Terrace is 96 m², free of shade after 9 am. छत पर छाया नहीं है।</span>],
  [
    'label',
    <span key="" className="label medium">
      Next follow-up
    </span>,
  ],
  [
    'meta',
    <span key="" className="meta">
      Baner Road, Pune · 2 days ago
    </span>,
  ],
];

export function TypeSizes(): ReactNode {
  return (
    <div className="stack gap-3">
      {sizes.map(([name, sample]) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="meta w-36">{name}</span>
          {sample}
        </div>
      ))}
    </div>
  );
}
