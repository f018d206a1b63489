import { t } from '@lingui/core/macro';
import { ArrowDownUp, CalendarDays, ChevronDown, ListFilter, UserRound } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { Chip } from '../ui/choice.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { FilterButton, MenuChip, Search } from '../shared/filtering.js';
import type { FilterProps } from './filter-sheet.js';
import { useToday } from '../ui/figures.js';
import { daysText, leadFilters, type LeadFilters } from './lead-filters.js';
import { allOr, sortNames, typeNames, typeText } from '../shared/labels.js';
import { i18n, optionsOf } from '../words/i18n.js';

// the list itself does not need it
const FilterSheet = lazy(() => import('./filter-sheet.js'));

/** Search, type, sort, days and assignee; on the phone all but the search wait in a sheet. */
export function LeadTools({ filters, onChange, total, members, meId }: FilterProps & { total: number | undefined }): ReactNode {
  const [open, setOpen] = useState(false);
  const today = useToday();
  const hasDays = filters.from !== '';
  const filtered = leadFilters.isFiltered(filters, 'q', 'status', 'sort');
  const assignee = members?.find(({ memberId }) => memberId === filters.assignedTo)?.name;
  return (
    <>
      <div className="row md:max-lg:flex-wrap">
        <Search label={t`Search leads`} placeholder={t`Name, phone, city or site`} q={filters.q} onSearch={(q) => onChange({ q })} />
        <span className="row max-md:hidden">
          <MenuChip
            icon={ListFilter}
            label={t`Type of lead`}
            words={typeText(filters.type)}
            value={filters.type}
            options={allOr(typeNames)}
            onValue={(type) => onChange({ type: type as LeadFilters['type'] })}
          />
          {!hasDays && (
            <MenuChip
              icon={ArrowDownUp}
              label={t`Sort by`}
              words={i18n._(sortNames[filters.sort])}
              value={filters.sort}
              options={optionsOf(sortNames)}
              onValue={(sort) => onChange({ sort: sort as LeadFilters['sort'] })}
            />
          )}
          <Chip icon={CalendarDays} endIcon={ChevronDown} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {daysText(filters, today)}
          </Chip>
          {members && (
            <Chip icon={UserRound} endIcon={ChevronDown} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {assignee ?? t`Everyone`}
            </Chip>
          )}
        </span>
        <FilterButton label={t`Type filter and sort`} filtered={filtered} onOpen={() => setOpen(true)} />
      </div>
      <LazyMount when={open}>
        <FilterSheet open={open} onClose={() => setOpen(false)} total={total} filters={filters} onChange={onChange} members={members} meId={meId} />
      </LazyMount>
    </>
  );
}
