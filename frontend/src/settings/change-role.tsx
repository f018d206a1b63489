import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type Role, roles } from '#domain/kernel/policy.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { roleNames } from '../shared/role-badge.js';
import { useCommand } from '../shared/use-command.js';
import { Button } from '../ui/button.js';
import { RadioCards } from '../ui/choice.js';
import { Dialog } from '../ui/dialog.js';
import { FieldError } from '../ui/field.js';
import { i18n, type Names } from '../words/i18n.js';

/** What each role may do, in a line. */
const roleMeanings: Names<Role> = {
  sales: msg`Own leads, visits and bills`,
  admin: msg`Everything, and the team and the settings`,
  designer: msg`All leads, and offers`,
  marketing: msg`All leads and customers`,
  finance: msg`All leads, customers and their payments`,
};

/** What is chosen counts at once, on every device of the member. */
export function ChangeRole({ member, open, onClose }: { member: TeamMember; open: boolean; onClose: () => void }): ReactNode {
  const { memberId, name, role } = member;
  const { send, busy, disabled, message } = useCommand('ChangeMemberRole', {
    failed: t`Failed to update team member role`,
    done: t`Team member role updated successfully`,
    onDone: onClose,
    open,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Change role`}
      description={t`${name}. It counts at once, on every device.`}
      dismissible={!busy}
      foot={
        <Button onClick={onClose} disabled={busy}>
          {t`Cancel`}
        </Button>
      }
    >
      <RadioCards
        label={t`Role`}
        name="role"
        options={roles.map((value) => ({ value, label: i18n._(roleNames[value]), meta: i18n._(roleMeanings[value]), disabled: busy || disabled }))}
        value={role}
        onValue={(chosen) => send({ memberId, role: chosen })}
      />
      {message && <FieldError>{message}</FieldError>}
    </Dialog>
  );
}
