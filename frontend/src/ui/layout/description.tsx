import { Fragment, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { Card, type CardProps } from './surface.js';

interface DescriptionListProps {
  /** Facts: name, content, and the content's class. */
  items: readonly (readonly [name: string, content: ReactNode, className?: string])[];
  label?: string;
  className?: string;
}

/** List of facts, one per line. */
export function DescriptionList({ items, label, className }: DescriptionListProps): ReactNode {
  return (
    <dl
      className={classes(
        'grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2.5 text-label',
        className,
      )}
      aria-label={label}
    >
      {items.map(([name, content, contentClass]) => (
        <Fragment key={name}>
          <dt className="min-w-[min(5.5rem,100%)] text-ink-3">{name}</dt>
          <dd className={classes('min-w-0 text-pretty', contentClass)}>{content}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export const DescriptionCard = ({
  title,
  items,
}: Pick<CardProps, 'title'> & Pick<DescriptionListProps, 'items'>): ReactNode => (
  <Card title={title} bodyClassName="pt-3">
    <DescriptionList items={items} />
  </Card>
);
