import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Combobox } from '../../ui/inputs/combobox.js';
import { Field } from '../../ui/inputs/field.js';
import { i18n } from '../../words/i18n.js';
import { roleNames } from './role-badge.js';
import { useMemberOptions } from './team.js';
import type { CommandForm } from '../forms/use-command-form.js';

interface MemberFieldProps<Values> {
  form: CommandForm<Values>;
  /** Label of the option for nobody; without it a member is required. */
  nobody?: string;
}

/** Field `assignedTo`: the assignee, chosen among the members. */
export function MemberField<Values extends { readonly assignedTo: string }>({
  form,
  nobody,
}: MemberFieldProps<Values>): ReactNode {
  const members = useMemberOptions().map((member) => ({
    ...member,
    meta: i18n._(roleNames[member.role]),
  }));
  const options = nobody === undefined ? members : [{ value: '', label: nobody }, ...members];
  const chosen = form.watch('assignedTo');
  return (
    <Field label={t`Owner`} optional={nobody !== undefined} error={form.error('assignedTo')}>
      <Combobox
        label={t`Owner`}
        options={options}
        value={options.find((option) => option.value === chosen)}
        onValue={(option) => form.set('assignedTo', option.value)}
      />
    </Field>
  );
}
