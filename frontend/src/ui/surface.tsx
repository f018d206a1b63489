import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './classes.js';

/** A card's title with what can be done about it on the right. */
export function CardHead({ title, children, id }: { title: ReactNode; children?: ReactNode; id?: string }): ReactNode {
  return (
    <div className="card-h">
      <h2 className="t3" id={id}>
        {title}
      </h2>
      {children}
    </div>
  );
}

interface RowProps {
  /** The whole row leads there. */
  to?: string;
  /** What comes first: an avatar, an icon. */
  start?: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  /** The figure, the badge. */
  end?: ReactNode;
  className?: string;
}

/** 56 px on a phone, 44 on a laptop: name first, figure last. */
export function Row({ to, start, title, meta, end, className }: RowProps): ReactNode {
  const inside = (
    <>
      {start}
      <span className="grow min-w-0">
        <span className="label medium clamp2">{title}</span>
        {meta !== undefined && <span className="meta block">{meta}</span>}
      </span>
      {end !== undefined && <span className="flex flex-none items-center gap-2">{end}</span>}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className={classes('list-row', className)}>{inside}</div>
      ) : (
        <Link to={to} className={classes('list-row is-link', className)}>
          {inside}
        </Link>
      )}
    </li>
  );
}
