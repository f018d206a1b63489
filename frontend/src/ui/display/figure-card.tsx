import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight, RefreshCw } from 'lucide-react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { Link } from '../buttons/link.js';
import { hasFailed } from '../feedback/has-failed.js';
import { Skeleton } from '../feedback/states.js';
import { Money } from './figures.js';
import { grouped } from './format.js';
import { Icon } from './icon.js';

/**
 * Grid of figures. A phone has two columns, or one if the text is large; a last figure without a
 * neighbour fills its row. A wide screen has four columns, or three for exactly three figures.
 */
export const figureGridClass =
  'figures grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 max-md:auto-rows-fr md:grid-cols-4 md:has-[>:nth-child(3):last-child]:grid-cols-3';

/** Three columns of small figures, also on a phone; fewer where the text is large. */
export const smallFigureGridClass =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2 max-md:has-[>:nth-child(4)]:grid-cols-2 md:gap-3';

const FigureSkeleton = (): ReactNode => (
  <div className="card stack gap-2 px-3.5 py-3 md:p-4">
    <Skeleton width="4rem" height="0.875rem" />
    <Skeleton width="5rem" height="2rem" />
  </div>
);

/** Placeholder of a row of figures. */
export const FigureSkeletons = (): ReactNode => (
  <div className={figureGridClass}>
    {[0, 1, 2, 3].map((index) => (
      <FigureSkeleton key={index} />
    ))}
  </div>
);

/** Figure of an answer: a placeholder while it loads, and a dash with a retry if that failed. */
export function QueryFigure<Data>({
  query,
  label,
  children,
}: {
  query: Pick<UseQueryResult, 'isError' | 'errorUpdateCount' | 'isFetching' | 'refetch'> & {
    readonly data: Data | undefined;
  };
  label: string;
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (hasFailed({ ...query, isPlaceholderData: false }))
    return (
      <div className="card flex flex-col items-start px-3.5 py-2.5 md:px-4 md:py-3.5">
        <span className="label text-ink-2">{label}</span>
        <span className="text-title-1 font-strong lg:text-figure" aria-hidden="true">
          –
        </span>
        <span className="meta">{t`Failed to load`}</span>
        <Button
          kind="ghost"
          icon={RefreshCw}
          busy={query.isFetching}
          className="-mx-2"
          onClick={() => void query.refetch()}
        >
          {t`Retry`}
        </Button>
      </div>
    );
  return query.data === undefined ? <FigureSkeleton /> : children(query.data);
}

interface FigureProps {
  to: string;
  label: string;
  value: number;
  /** Whether the value is paise. */
  isMoney?: true;
  note?: ReactNode;
  /** Number of records added in the last seven days, and the address of their list. */
  week?: { readonly to: string; readonly count: number };
}

/** Figure that links to its list. A second link leads to the records added this week. */
export function Figure({ to, label, value, isMoney, note, week }: FigureProps): ReactNode {
  return (
    // the whole card is pressed, except the link to the week
    <div className="card relative flex flex-col px-3.5 py-2.5 has-[a:first-child:hover]:bg-hover md:px-4 md:py-3.5">
      <Link to={to} className="after:absolute after:inset-0">
        <span className="label text-ink-2">
          {label}
          {/* three figures in a row of a phone have no room for it */}
          <Icon
            icon={ChevronRight}
            size="s"
            className="mb-0.5 ml-0.5 hidden text-ink-3 in-[.figures]:inline md:inline"
          />
        </span>
        <span className="block text-title-1 font-strong tabular-nums lg:text-figure">
          {isMoney ? <Money paise={value} as="short" /> : grouped(value)}
        </span>
        {note && <span className="meta block">{note}</span>}
      </Link>
      {week && (
        <Link
          to={week.to}
          // on a phone only the number shows, so it is pressed beyond its text
          className="meta relative z-1 -mx-2 -mb-1.5 min-h-7 self-start rounded-control px-2 py-1 hover:underline max-md:after:absolute max-md:after:-inset-x-2 max-md:after:-inset-y-2 md:-mb-2"
          aria-label={t`${label}, ${grouped(week.count)} this week`}
        >
          <Trans>
            <span className="font-medium num">+{grouped(week.count)}</span>{' '}
            <span className="max-md:sr-only">this week</span>
          </Trans>
        </Link>
      )}
    </div>
  );
}
