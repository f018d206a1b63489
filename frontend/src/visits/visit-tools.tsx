import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { useMe } from '../lib/session.js';
import { DayChoice } from '../shared/day-choice.js';
import { FilterButton, Search } from '../shared/filtering.js';
import { useTeam } from '../shared/team.js';
import { counted } from '../shared/nouns.js';
import { Button } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { Combobox } from '../ui/combobox.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { type VisitFilters, visitFilters } from './visit-filters.js';

interface ToolsProps {
  filters: VisitFilters;
  onChange: (changes: Partial<VisitFilters>) => void;
}

/** Search, days and rep. On the phone days and rep wait in a sheet, so that the list begins where the thumb is. */
export function VisitTools({ filters, onChange, count }: ToolsProps & { count: number | string | undefined }): ReactNode {
  const [open, setOpen] = useState(false);
  const filtered = visitFilters.isFiltered(filters, 'tab', 'q');
  const me = useMe();
  const seesAll = me.role !== null && seesEverything(me.role);
  const fields = <Narrow filters={filters} onChange={onChange} seesAll={seesAll} />;
  return (
    <>
      <div className="row gap-2">
        <Search label={t`Search visits`} placeholder={t`Name, phone, city or note`} q={filters.q} onSearch={(q) => onChange({ q })} />
        <FilterButton label={t`Days and sales rep`} filtered={filtered} onOpen={() => setOpen(true)} />
      </div>
      <div className={classes('visit-narrow', seesAll && 'has-rep')}>{fields}</div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Filter visits`}
        foot={
          <>
            <Button kind="primary" size="lg" onClick={() => setOpen(false)}>
              {count === undefined ? t`Show visits` : t`Show ${counted(count, 'visit')}`}
            </Button>
            {filtered && (
              <Button size="lg" onClick={() => onChange({ from: '', to: '', member: undefined })}>
                <Trans>Reset</Trans>
              </Button>
            )}
          </>
        }
      >
        {fields}
      </Dialog>
    </>
  );
}

function Narrow({ filters, onChange, seesAll }: ToolsProps & { seesAll: boolean }): ReactNode {
  const team = useTeam({ enabled: seesAll });
  const everyone = { value: '', label: t`All sales reps` };
  const options = [everyone, ...(team.data?.members ?? []).map(({ memberId, name }) => ({ value: memberId, label: name }))];
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:contents">
        <Field label={t`From`}>
          <DayChoice value={filters.from} max={filters.to || undefined} onDay={(from) => onChange({ from })} />
        </Field>
        <Field label={t`To`}>
          <DayChoice value={filters.to} min={filters.from || undefined} onDay={(to) => onChange({ to })} />
        </Field>
      </div>
      {seesAll && (
        <Field label={t`Sales rep`}>
          <Combobox
            label={t`Sales rep`}
            options={options}
            value={options.find(({ value }) => value === (filters.member ?? ''))}
            onValue={({ value }) => onChange({ member: value || undefined })}
          />
        </Field>
      )}
    </>
  );
}
