import { t } from '@lingui/core/macro';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Link } from '../../ui/buttons/link.js';
import { Card } from '../../ui/layout/surface.js';

interface ChartCardProps {
  className?: string;
  /** Question that the chart answers. */
  title: string;
  /** Days of the figures, beside the conclusion. */
  period?: string;
  /** Conclusion, in one sentence that the drawing shows: the largest text of the card. */
  summary: ReactNode;
  /** Legend of more than one series, unless the conclusion has their colors. */
  series?: readonly { readonly name: string; readonly color: string }[];
  chart: ReactNode;
  /** Name of the table; default is the title. */
  label?: string;
  heads: readonly string[];
  /** Rows of the table: the name, then its figures. */
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** Card with a chart that can be switched to a table. */
export function ChartCard({
  title,
  period,
  summary,
  series = [],
  chart,
  className,
  label = title,
  heads,
  rows,
}: ChartCardProps): ReactNode {
  const [isTable, setTable] = useState(false);
  const headerEnd = (
    <Button
      kind="ghost"
      icon={isTable ? ChartColumn : Table2}
      className="-my-1.5 -mr-3 px-3"
      aria-pressed={isTable}
      aria-label={t`${title} as a table`}
      onClick={() => setTable(!isTable)}
    >
      {isTable ? t`Chart` : t`Table`}
    </Button>
  );
  return (
    <Card
      title={<span className="meta font-medium text-ink-2">{title}</span>}
      headerEnd={headerEnd}
      bodyClassName="flex flex-1 flex-col pt-0"
      className={classes('flex flex-col', className)}
    >
      {/* the drawing begins near the title, so the legend takes no line of its own */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-title-3 font-medium">{summary}</p>
        {period && <p className="meta num">{period}</p>}
        {series.length > 0 && !isTable && (
          <p className="meta flex gap-4" aria-hidden="true">
            {series.map(({ name, color }) => (
              <span key={name}>
                <SeriesColor color={color} />
                {name}
              </span>
            ))}
          </p>
        )}
      </div>
      {isTable ? (
        <FigureTable label={label} heads={heads} rows={rows} />
      ) : (
        <div className="mt-2 flex flex-1 flex-col">{chart}</div>
      )}
    </Card>
  );
}

/** Color of a series, before its name or figure. */
export const SeriesColor = ({ color }: { color: string }): ReactNode => (
  <span
    className="mr-1.5 inline-block size-2.5 rounded-[3px]"
    style={{ background: color }}
    aria-hidden="true"
  />
);

/** the name stays visible while figures scroll */
const nameCellClass = 'sticky left-0 bg-surface py-1.5 text-left shadow-line-b';
const figureCellClass = 'py-1.5 pl-3 text-right tabular-nums shadow-line-b';

/** Table of the chart's figures, in the chart's height. A cut-off row shows that there is more. */
function FigureTable({
  label,
  heads,
  rows,
}: Required<Pick<ChartCardProps, 'label' | 'heads' | 'rows'>>): ReactNode {
  return (
    <div className="mt-2 max-h-58 overflow-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="text-(length:--text-label)">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={classes(
                  index === 0 ? nameCellClass : figureCellClass,
                  'text-(length:--text-meta) font-medium text-ink-3',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row" className={classes(nameCellClass, 'font-regular')}>
                {name}
              </th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]} className={figureCellClass}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Figure that links to the list of counted records. */
export function Figure({
  to,
  label,
  children,
}: {
  to: string;
  label: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} className="link num" aria-label={label}>
      {children}
    </Link>
  );
}
