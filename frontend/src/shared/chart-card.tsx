import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import './chart-card.css';

interface ChartCardProps {
  className?: string;
  /** The question that it answers. */
  title: string;
  /** Its point, in a sentence. */
  point: string;
  series?: readonly { readonly name: string; readonly className: string }[];
  chart: ReactNode;
  table: ReactNode;
}

/** A drawing, or the same figures as a table. */
export function ChartCard({ title, point, series = [], chart, table, className }: ChartCardProps): ReactNode {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={classes('card', className)} aria-labelledby={id}>
      <div className="card-h">
        <h2 className="t3" id={id}>
          {title}
        </h2>
        <Button kind="ghost" className="-mr-3 px-3" aria-pressed={asTable} aria-label={t`${title} as a table`} onClick={() => setAsTable(!asTable)}>
          {asTable ? t`Chart` : t`Table`}
        </Button>
      </div>
      <div className="card-b pt-0">
        <p className="meta">{point}</p>
        {asTable ? (
          table
        ) : (
          <>
            {series.length > 0 && (
              <p className="chart-keys meta" aria-hidden="true">
                {series.map(({ name, className }) => (
                  <span key={name} className={className}>
                    {name}
                  </span>
                ))}
              </p>
            )}
            <div className="mt-2">{chart}</div>
          </>
        )}
      </div>
    </section>
  );
}

/** The same figures as in the drawing. It scrolls in itself, so that the page keeps its height. */
export function FigureTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }): ReactNode {
  return (
    <div className="chart-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A number leads to the list that makes it up. */
export function Figure({ to, label, children }: { to: string; label: string; children: ReactNode }): ReactNode {
  return (
    <Link to={to} className="link num" aria-label={label}>
      {children}
    </Link>
  );
}
