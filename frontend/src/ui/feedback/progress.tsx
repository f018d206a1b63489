import type { ReactNode } from 'react';

/** Progress bar, from 0 to 100. */
export function Progress({ label, percent }: { label: string; percent: number }): ReactNode {
  return (
    <div className="stack gap-2">
      <div className="row between label">
        <span className="min-w-0 break-words">{label}</span>
        <span className="num text-ink-2">{Math.round(percent)}%</span>
      </div>
      <div
        className="h-2 overflow-hidden rounded-full bg-press"
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(percent)}
      >
        <span
          className="block h-full rounded-[inherit] bg-accent"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
