import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from '../../ui/buttons/link.js';
import { QueryStates, SkeletonRows } from '../../ui/feedback/states.js';
import { Card } from '../../ui/layout/surface.js';
import type { useListQuery } from './list-query.js';

/** Card with the first rows of a list, and a link to all. */
export function ListPreviewCard({
  className,
  title,
  all,
  allText = t`Show all`,
  beside,
  query,
  failed,
  none,
  children,
}: {
  className?: string;
  title: string;
  /** Address of the whole list. */
  all: string;
  /** Text of the link, if `all` opens another kind of screen. */
  allText?: string;
  /** Another link, before the one to all. */
  beside?: ReactNode;
  query: ReturnType<typeof useListQuery>;
  failed: string;
  /** Text in place of the rows if there are none. */
  none: string;
  children: readonly ReactNode[];
}): ReactNode {
  return (
    <Card
      className={className ?? ''}
      title={title}
      head={
        <span className="flex flex-wrap justify-end gap-x-4">
          {beside}
          <Link to={all} className="link label">
            {allText}
          </Link>
        </span>
      }
    >
      <QueryStates
        inCard
        query={query}
        failed={failed}
        label={t`Loading`}
        skeleton={<SkeletonRows count={3} />}
      >
        {() =>
          children.length === 0 ? (
            <p className="card-b pt-1.5 label text-ink-2">{none}</p>
          ) : (
            <ul className="rows pb-2">{children}</ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

export function ListPreviewRow({
  to,
  name,
  end,
  children,
}: {
  to: string;
  name: string;
  end: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <li>
      <Link to={to} className="list-row is-link">
        <span className="grow min-w-0">
          <span className="label font-medium line-clamp-2 wrap-anywhere">{name}</span>
          <span className="meta line-clamp-1 wrap-anywhere">{children}</span>
        </span>
        <span className="meta flex-none">{end}</span>
      </Link>
    </li>
  );
}
