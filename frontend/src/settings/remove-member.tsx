import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { refreshSession, useMe } from '../lib/session.js';
import { ConfirmCommand } from '../shared/confirm-command.js';
import { useMemberOptions } from '../shared/team.js';
import { Combobox } from '../ui/combobox.js';
import { Field } from '../ui/field.js';

/** A member goes at once, on every device; their leads go to whom the admin chooses. */
export function RemoveMember({ member: { memberId, name }, open, onClose }: { member: TeamMember; open: boolean; onClose: () => void }): ReactNode {
  const { account } = useMe();
  const [leadsTo, setLeadsTo] = useState(account.id);
  const others = useMemberOptions().filter(({ value }) => value !== memberId);
  return (
    <ConfirmCommand
      command="RemoveMember"
      data={{ memberId, leadsTo }}
      open={open}
      onClose={onClose}
      title={t`Are you sure you want to remove this team member?`}
      text={t`${name} loses access at once, on every device. The invite code changes, because they know it. Links of pending invitations stay good.`}
      confirm={t`Remove Member`}
      keep={t`Keep member`}
      failed={t`Failed to remove team member`}
      done={t`Team member removed successfully`}
      onDone={() => refreshSession().then(onClose)}
    >
      <Field label={t`Their leads go to`}>
        <Combobox
          label={t`Their leads go to`}
          options={others}
          value={others.find(({ value }) => value === leadsTo)}
          onValue={({ value }) => setLeadsTo(value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
