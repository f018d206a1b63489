import { plural, t } from '@lingui/core/macro';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/classes.js';
import { Icon } from '../../ui/display/icon.js';

interface MoreEventsProps extends Omit<ComponentProps<'button'>, 'onToggle'> {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Button that shows or hides the further events of a run. */
export function MoreEvents({
  count,
  isOpen,
  onToggle,
  className,
  ...others
}: MoreEventsProps): ReactNode {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={classes(
        'link meta inline-flex min-h-8 items-center gap-1 whitespace-nowrap px-1 focus-visible:-outline-offset-2 max-md:min-h-tap',
        className,
      )}
      {...others}
    >
      <Icon icon={isOpen ? ChevronDown : ChevronRight} size="s" />
      {isOpen ? t`Fewer` : plural(count, { one: '# more', other: '# more' })}
    </button>
  );
}
