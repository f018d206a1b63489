import { Fragment, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { Card, type CardProps } from './surface.js';

interface DescriptionListProps {
  /** Facts: name, content, and the content's class. */
  of: readonly (readonly [name: string, said: ReactNode, className?: string])[];
  label?: string;
  className?: string;
}

/** List of facts, one per line. */
export function DescriptionList({ of, label, className }: DescriptionListProps): ReactNode {
  return (
    <dl
      className={classes(
        'grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-4 gap-y-2.5 text-label',
        className,
      )}
      aria-label={label}
    >
      {of.map(([name, said, ofSaid]) => (
        <Fragment key={name}>
          <dt className="text-ink-3">{name}</dt>
          <dd className={classes('min-w-0 text-pretty', ofSaid)}>{said}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export const DescriptionCard = ({
  title,
  of,
}: Pick<CardProps, 'title'> & Pick<DescriptionListProps, 'of'>): ReactNode => (
  <Card title={title} bodyClassName="pt-3">
    <DescriptionList of={of} />
  </Card>
);
