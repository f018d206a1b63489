import { plural, t } from '@lingui/core/macro';
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { useToday } from '../../ui/display/figures.js';
import { listFormat } from '../../ui/display/format.js';
import { Icon } from '../../ui/display/icon.js';
import { intlLocale } from '../../words/i18n.js';
import { typeName } from '../texts/type-names.js';
import type { EventGroup } from './event-groups.js';
import { eventSentence } from './event-sentences.js';

interface MoreEventsProps extends Omit<ComponentProps<'button'>, 'onToggle'> {
  group: EventGroup<HistoryEvent>;
  isOpen: boolean;
  onToggle: () => void;
  /** Whether only the tooltip names the kinds, because the place is narrow. */
  isShort?: boolean;
}

/** Button that shows or hides the other events of a group, and names their types. */
export function MoreEvents({
  group: { shownEvent, otherEvents },
  isOpen,
  onToggle,
  isShort = false,
  className,
  ...others
}: MoreEventsProps): ReactNode {
  const today = useToday();
  const count = plural(otherEvents.length, { one: '# more', other: '# more' });
  const names = new Set(
    otherEvents.flatMap(({ type, damaged }) => (damaged ? [] : (typeName(type) ?? []))),
  );
  const namesText = listFormat(intlLocale(), { type: 'unit' }).format(names);
  const closedText = names.size > 0 ? `${count}: ${namesText}` : count;
  const text = isOpen ? t`Fewer` : closedText;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${text}. ${eventSentence(shownEvent, today)}`}
      title={namesText}
      onClick={onToggle}
      className={classes(
        'meta inline-flex hover:underline min-h-8 max-w-full items-center gap-1 px-1 focus-visible:-outline-offset-2 max-md:min-h-tap',
        className,
      )}
      {...others}
    >
      <Icon icon={isOpen ? ChevronDown : ChevronRight} size="s" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        {isShort && !isOpen ? count : text}
      </span>
    </button>
  );
}

/** Button that expands or collapses all groups, so that the browser can find every event. */
export const ExpandAll = ({
  isExpanded,
  onExpanded,
}: {
  isExpanded: boolean;
  onExpanded: (isExpanded: boolean) => void;
}): ReactNode => (
  <Button
    kind="ghost"
    className="no-print"
    icon={isExpanded ? ChevronsDownUp : ChevronsUpDown}
    onClick={() => onExpanded(!isExpanded)}
  >
    {isExpanded ? t`Fold all` : t`Unfold all`}
  </Button>
);
