import { ArrowDownUp, CalendarDays, ChevronDown, ListFilter, UserRound } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import type { LeadStatus } from '#domain/leads/lead.commands.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { Chip } from '../ui/choice.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { Tabs } from '../ui/tabs.js';
import { FilterButton, MenuChip, Search } from '../shared/filtering.js';
import type { FilterProps } from './filter-sheet.js';
import { useToday } from '../ui/figures.js';
import { daysText, foundText, type LeadFilters } from './filters.js';
import { StatusGlyph } from '../shared/status-badge.js';
import { allTypes, sortNames, sortOptions, statuses, typeNames } from '../shared/labels.js';

// the list itself does not need it
const FilterSheet = lazy(() => import('./filter-sheet.js'));

interface LeadToolsProps extends FilterProps {
  counts: LeadList['counts'] | undefined;
  total: number | undefined;
}

/** Search, type, sort, assignee, and the tabs with what each would show. */
export function LeadTools({ filters, onChange, counts, total, members, meId }: LeadToolsProps): ReactNode {
  const [open, setOpen] = useState(false);
  const today = useToday();
  const hasDays = filters.from !== '';
  const filtered = filters.type !== 'All' || filters.assignedTo !== undefined || hasDays;
  const countOf = (tab: LeadStatus | 'All'): number | string | undefined => counts && foundText(counts[tab], filters);
  const assignee = members?.find(({ memberId }) => memberId === filters.assignedTo)?.name;
  return (
    <div className="list-tools is-short">
      <div className="row">
        <Search label="Search leads" placeholder="Name, phone, city or site" q={filters.q} onSearch={(q) => onChange({ q })} />
        <span className="row max-md:hidden">
          <MenuChip
            icon={ListFilter}
            label="Type of lead"
            words={`Type: ${filters.type === 'All' ? 'All' : typeNames[filters.type]}`}
            value={filters.type}
            options={allTypes}
            onValue={(type) => onChange({ type: type as LeadFilters['type'] })}
          />
          {!hasDays && (
            <MenuChip
              icon={ArrowDownUp}
              label="Sort by"
              words={sortNames[filters.sort]}
              value={filters.sort}
              options={sortOptions}
              onValue={(sort) => onChange({ sort: sort as LeadFilters['sort'] })}
            />
          )}
          <Chip icon={CalendarDays} endIcon={ChevronDown} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {daysText(filters, today)}
          </Chip>
          {members && (
            <Chip icon={UserRound} endIcon={ChevronDown} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {assignee ?? 'Everyone'}
            </Chip>
          )}
        </span>
        <FilterButton label="Type filter and sort" filtered={filtered} onOpen={() => setOpen(true)} />
      </div>
      <Tabs
        label="Status"
        controls="leads-list"
        value={filters.status}
        onValue={(status) => onChange({ status })}
        tabs={[
          { value: 'All' as const, label: 'All', count: countOf('All') },
          ...statuses.map((status) => ({ value: status, label: status, count: countOf(status), glyph: <StatusGlyph status={status} /> })),
        ]}
      />
      <LazyMount when={open}>
        <FilterSheet open={open} onClose={() => setOpen(false)} total={total} filters={filters} onChange={onChange} members={members} meId={meId} />
      </LazyMount>
    </div>
  );
}
