import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { Button } from '../ui/button.js';
import { ChipGroup } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { DayFilter } from './day-filter.js';
import { type LeadFilters, leadFilters } from './lead-filters.js';
import { allOr, sortNames, typeNames } from '../shared/labels.js';
import { optionsOf } from '../words/i18n.js';

export interface FilterProps {
  filters: LeadFilters;
  onChange: (changes: Partial<LeadFilters>) => void;
  /** Whose leads can be filtered; undefined for who sees only their own. */
  members: readonly TeamMember[] | undefined;
  meId: string;
}

/** All filters in one sheet, applied at once. */
export default function FilterSheet({
  open,
  onClose,
  total,
  filters,
  onChange,
  members,
  meId,
}: FilterProps & { open: boolean; onClose: () => void; total: number | undefined }): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Filter and sort`}
      foot={
        <>
          <Button kind="primary" size="lg" onClick={onClose}>
            {total === undefined ? t`Show leads` : t`Show ${plural(total, { one: '# lead', other: '# leads' })}`}
          </Button>
          {leadFilters.isFiltered(filters, 'sort') && (
            <Button size="lg" onClick={() => onChange(leadFilters.none)}>
              <Trans>Reset</Trans>
            </Button>
          )}
        </>
      }
    >
      <ChipGroup label={t`Type of lead`} name="filter-type" options={allOr(typeNames)} value={filters.type} onValue={(type) => onChange({ type })} />
      <DayFilter filters={filters} onChange={onChange} />
      {filters.from === '' && (
        <ChipGroup label={t`Sort by`} name="filter-sort" options={optionsOf(sortNames)} value={filters.sort} onValue={(sort) => onChange({ sort })} />
      )}
      {members && (
        <Field label={t`Assigned to`}>
          <Assignee filters={filters} onChange={onChange} members={members} meId={meId} />
        </Field>
      )}
    </Dialog>
  );
}

function Assignee({ filters, onChange, members, meId }: FilterProps & { members: readonly TeamMember[] }): ReactNode {
  const everyone = { value: '', label: t`Everyone` };
  const options = [everyone, ...members.map(({ memberId, name }) => ({ value: memberId, label: memberId === meId ? t`${name} (you)` : name }))];
  return (
    <Combobox
      label={t`Assigned to`}
      options={options}
      value={options.find(({ value }) => value === (filters.assignedTo ?? ''))}
      onValue={({ value }) => onChange({ assignedTo: value || undefined })}
    />
  );
}
