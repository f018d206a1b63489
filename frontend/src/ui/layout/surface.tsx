import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode, useId } from 'react';
import { Boundary } from '../feedback/boundary.js';
import { Button } from '../buttons/button.js';
import { classes } from '../classes.js';
import { Link } from '../buttons/link.js';

export interface CardProps {
  title: ReactNode;
  /** Actions or a total, beside the title. */
  headerEnd?: ReactNode;
  /** Classes of the body; left out: the content reaches the edges. */
  bodyClassName?: string;
  className?: string;
  children: ReactNode;
}

/** Titled part of a page. */
export function Card({
  title,
  headerEnd,
  bodyClassName,
  className,
  children,
}: CardProps): ReactNode {
  const id = useId();
  return (
    <section className={classes('card', className)} aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-1">
        {/* with larger text its end stands below it */}
        <h2 className="t3 min-w-min flex-1" id={id}>
          {title}
        </h2>
        {headerEnd}
      </div>
      <Boundary failed={(_error, retry) => <CardFailed onRetry={retry} />}>
        {bodyClassName === undefined ? (
          children
        ) : (
          <div className={classes('card-b', bodyClassName)}>{children}</div>
        )}
      </Boundary>
    </section>
  );
}

/** Error of a failed card; the rest of the page stays. */
function CardFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <div className="card-b stack gap-3" role="alert">
      <p className="label">{t`This part could not be shown.`}</p>
      <Button className="self-start" onClick={onRetry}>
        {t`Retry`}
      </Button>
    </div>
  );
}

/**
 * Items in a line with dots between them; empty ones are dropped. Where the line wraps, a dot stays
 * with the item before it.
 */
export const InlineList = ({ items }: { items: readonly ReactNode[] }): ReactNode =>
  items.filter(Boolean).map((content, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          <span className="dot-end" />
          <wbr />
        </>
      )}
      {content}
    </Fragment>
  ));

/** Actions at the bottom of a card, in thumb size. */
export function CardFooter({
  children,
  className,
}: {
  children: ReactNode;
  className?: string;
}): ReactNode {
  return (
    <div
      className={classes(
        'flex items-center gap-0.5 pt-0.5 pr-1.5 pb-1 pl-4 [&_.btn-icon]:size-tap',
        className,
      )}
    >
      {children}
    </div>
  );
}

interface RowProps {
  /** Address that the row links to. */
  to?: string;
  /** Leading element: an avatar, an icon. */
  start?: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  /** Trailing element: a figure, a badge. */
  end?: ReactNode;
}

/** List row, 56 px high on a phone, 44 px on a laptop: name first, figure last. */
export function Row({ to, start, title, meta, end }: RowProps): ReactNode {
  const content = (
    <>
      {start}
      <span className="grow min-w-0">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{title}</span>
        {meta !== undefined && <span className="meta block">{meta}</span>}
      </span>
      {end !== undefined && <span className="flex flex-none items-center gap-2">{end}</span>}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className="list-row">{content}</div>
      ) : (
        <Link to={to} className="list-row is-link">
          {content}
        </Link>
      )}
    </li>
  );
}
