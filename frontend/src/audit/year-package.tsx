import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { findFinancialYear } from '#domain/kernel/values/financial-year.js';
import { yearsAfter } from '#domain/kernel/values/days.js';
import { addressOf } from '../lib/server/api.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { Field } from '../ui/inputs/field.js';
import { Select } from '../ui/inputs/input.js';
import { Card } from '../ui/layout/surface.js';

/** Downloads everything that an auditor keeps of one financial year. */
export function YearPackage({ firstDay }: { firstDay: string }): ReactNode {
  const today = useToday();
  const years = financialYearsBetween(firstDay, today);
  const [year, setYear] = useState(years[0]!);
  return (
    <Card title={t`Package of a year`} className="no-print" bodyClassName="stack gap-3 pt-2">
      <p className="label text-ink-2">
        {t`One ZIP file for your archive: every event of the financial year, its checkpoints, the public keys, the verifier page, and a text that explains them.`}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t`Financial year`} className="w-40">
          <Select
            value={year}
            onChange={({ currentTarget: { value } }) => setYear(value)}
            options={years.map((value) => ({ value, label: value }))}
          />
        </Field>
        <ButtonLink icon={Download} href={addressOf('/api/audit/package.zip', { year })} download>
          {t`Download Package`}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Financial years from one day to another, newest first. */
function financialYearsBetween(from: string, to: string): readonly string[] {
  const firstYear = findFinancialYear(from);
  const years = [findFinancialYear(to)];
  let day = to;
  while (years.at(-1)! > firstYear) {
    day = yearsAfter(day, -1);
    years.push(findFinancialYear(day));
  }
  return years;
}
