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
  listPath,
  otherLink,
  query,
  failed,
  emptyText,
  children,
}: {
  className?: string;
  title: string;
  /** Address of the whole list. */
  listPath: string;
  /** Another link, before the one to all. */
  otherLink?: ReactNode;
  query: ReturnType<typeof useListQuery>;
  failed: string;
  /** Text in place of the rows if there are none. */
  emptyText: string;
  children: readonly ReactNode[];
}): ReactNode {
  return (
    <Card
      className={className ?? ''}
      title={title}
      headerEnd={
        <span className="flex flex-wrap justify-end gap-x-4">
          {otherLink}
          <Link to={listPath} className="link label">
            {t`Show all`}
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
            <p className="card-b pt-1.5 label text-ink-2">{emptyText}</p>
          ) : (
            <ul className="rows pb-2">{children}</ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

/** Title of the rows below it, such as their day. */
export const ListPreviewHeading = ({ children }: { children: string }): ReactNode => (
  <li className="meta px-4 pt-2.5 font-medium text-ink-2 [&+li]:shadow-none!">{children}</li>
);

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
