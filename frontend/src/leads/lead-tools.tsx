import { ArrowDownUp, ChevronDown, ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { LeadList } from '#domain/leads/lead.views.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { Button, IconButton } from '../ui/button.js';
import { Chip, ChipGroup } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { counted } from '../ui/format.js';
import { SearchField } from '../ui/input.js';
import { Menu } from '../ui/menu.js';
import { Tabs } from '../ui/tabs.js';
import { isFiltered, type LeadFilters } from './filters.js';
import { StatusGlyph } from './status-badge.js';
import { sortNames, sortOptions, statuses, typeNames, typeOptions } from './words.js';

interface LeadToolsProps {
  filters: LeadFilters;
  onChange: (changes: Partial<LeadFilters>) => void;
  counts: LeadList['counts'] | undefined;
  total: number | undefined;
  /** Whose leads can be filtered; undefined for who sees only their own. */
  members: readonly TeamMember[] | undefined;
  meId: string;
}

const allTypes = [{ value: 'All' as const, label: 'All' }, ...typeOptions];
/** How long typing pauses before it is searched, in milliseconds. */
const pause = 250;

/** Search, type, sort, assignee, and the tabs with what each would show. */
export function LeadTools({ filters, onChange, counts, total, members, meId }: LeadToolsProps): ReactNode {
  const [open, setOpen] = useState(false);
  const others = { type: filters.type !== 'All', assignee: filters.assignedTo !== undefined };
  return (
    <div className="lead-tools">
      <div className="row">
        <Search q={filters.q} onSearch={(q) => onChange({ q })} />
        <span className="row max-md:hidden">
          <Menu
            align="start"
            trigger={
              <Chip icon={ListFilter} endIcon={ChevronDown}>
                Type: {filters.type === 'All' ? 'All' : typeNames[filters.type]}
              </Chip>
            }
            entries={[
              {
                kind: 'choice',
                label: 'Type of lead',
                value: filters.type,
                options: allTypes,
                onValue: (type) => onChange({ type: type as LeadFilters['type'] }),
              },
            ]}
          />
          <Menu
            align="start"
            trigger={
              <Chip icon={ArrowDownUp} endIcon={ChevronDown}>
                {sortNames[filters.sort]}
              </Chip>
            }
            entries={[
              {
                kind: 'choice',
                label: 'Sort by',
                value: filters.sort,
                options: sortOptions,
                onValue: (sort) => onChange({ sort: sort as LeadFilters['sort'] }),
              },
            ]}
          />
          {members && (
            <span className="w-52">
              <Field label={<span className="vh">Assigned to</span>} className="is-bare">
                <Assignee filters={filters} onChange={onChange} members={members} meId={meId} />
              </Field>
            </span>
          )}
        </span>
        <IconButton
          label={others.type || others.assignee ? 'Type filter and sort, filtered' : 'Type filter and sort'}
          icon={ListFilter}
          kind={others.type || others.assignee ? 'soft' : 'plain'}
          className="lead-filter-btn md:hidden"
          onClick={() => setOpen(true)}
        />
      </div>
      <Tabs
        label="Status"
        controls="leads-list"
        value={filters.status}
        onValue={(status) => onChange({ status })}
        tabs={[
          { value: 'All' as const, label: 'All', count: counts?.All },
          ...statuses.map((status) => ({ value: status, label: status, count: counts?.[status], glyph: <StatusGlyph status={status} /> })),
        ]}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filter and sort"
        foot={
          <>
            <Button kind="primary" size="lg" onClick={() => setOpen(false)}>
              {total === undefined ? 'Show leads' : `Show ${counted(total, 'lead')}`}
            </Button>
            {isFiltered(filters) && (
              <Button size="lg" onClick={() => onChange({ type: 'All', assignedTo: undefined, sort: 'created', status: 'All', q: '' })}>
                Reset
              </Button>
            )}
          </>
        }
      >
        <ChipGroup label="Type of lead" name="filter-type" options={allTypes} value={filters.type} onValue={(type) => onChange({ type })} />
        <ChipGroup label="Sort by" name="filter-sort" options={sortOptions} value={filters.sort} onValue={(sort) => onChange({ sort })} />
        {members && (
          <Field label="Assigned to">
            <Assignee filters={filters} onChange={onChange} members={members} meId={meId} />
          </Field>
        )}
      </Dialog>
    </div>
  );
}

function Assignee({
  filters,
  onChange,
  members,
  meId,
}: Pick<LeadToolsProps, 'filters' | 'onChange' | 'meId'> & { members: readonly TeamMember[] }): ReactNode {
  const everyone = { value: '', label: 'Everyone' };
  const options = [everyone, ...members.map(({ memberId, name }) => ({ value: memberId, label: memberId === meId ? `${name} (you)` : name }))];
  return (
    <Combobox
      label="Assigned to"
      options={options}
      value={options.find(({ value }) => value === (filters.assignedTo ?? ''))}
      onValue={({ value }) => onChange({ assignedTo: value || undefined })}
    />
  );
}

/** What is typed shows at once; it is searched when typing pauses. */
function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }): ReactNode {
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => onSearch(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, q, onSearch]);
  return <SearchField label="Search leads" placeholder="Name, phone, city or site" value={text} onValue={setText} maxLength={120} shortcut="/" />;
}
