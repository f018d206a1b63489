import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { Combobox } from '../ui/combobox.js';
import { Field } from '../ui/field.js';
import { useTeam } from './team.js';
import type { CommandForm } from './use-command-form.js';

interface MemberChoiceProps {
  value: string;
  onValue: (memberId: string) => void;
  /** What is chosen where nobody is; left out: somebody is. */
  nobody?: string;
  error?: string | undefined;
}

/** Who does it, among the members. */
export function MemberChoice({ value, onValue, nobody, error }: MemberChoiceProps): ReactNode {
  const { account } = useMe();
  const team = useTeam();
  const members = (team.data?.members ?? []).map(({ memberId, name, role }) => ({
    value: memberId,
    label: memberId === account.id ? t`${name} (you)` : name,
    meta: role,
  }));
  const options = nobody === undefined ? members : [{ value: '', label: nobody }, ...members];
  return (
    <Field label={t`Assigned to`} optional={nobody !== undefined} error={error}>
      <Combobox
        label={t`Assigned to`}
        options={options}
        value={options.find((option) => option.value === value)}
        onValue={(option) => onValue(option.value)}
      />
    </Field>
  );
}

/** The same as the field `assignedTo` of a form. */
export function MemberField<Values extends { readonly assignedTo: string }>({
  form,
  nobody,
}: {
  form: CommandForm<Values>;
  nobody?: string;
}): ReactNode {
  return (
    <MemberChoice
      value={form.watch('assignedTo')}
      onValue={(memberId) => form.set('assignedTo', memberId)}
      nobody={nobody}
      error={form.error('assignedTo')}
    />
  );
}
