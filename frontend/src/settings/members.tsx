import { msg, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { type Role, roles } from '#domain/kernel/policy.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { useIsPhone } from '../browser/media.js';
import { renewSession, useMe } from '../lib/account/session.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { roleNames } from '../kit/team/role-badge.js';
import { useMemberOptions, useTeamWork } from '../kit/team/team.js';
import { useCommand } from '../kit/commands/use-command.js';
import { Button } from '../ui/buttons/button.js';
import { RadioCards } from '../ui/inputs/choice.js';
import { nameWithPhone } from '../kit/team/person-name.js';
import { Combobox } from '../ui/inputs/combobox.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { Field, FieldError } from '../ui/inputs/field.js';
import { type DialogState, useDialogOf } from '../ui/loading/lazy-mount.js';
import { toast } from '../ui/feedback/toast.js';
import { i18n, type Names } from '../words/i18n.js';
import { type MemberChange, MemberRow, MemberTable, sellersFirst } from './member-rows.js';

/** Members with their roles and the work that they have in hand. */
export function Members({ members }: { members: readonly TeamMember[] }): ReactNode {
  const { account } = useMe();
  const isPhone = useIsPhone();
  const { item: requestedChange, openFor: confirm, dialog } = useDialogOf<MemberChange>();
  const work = useTeamWork();
  const workByMember = new Map(work.data?.members.map((each) => [each.memberId, each]));
  const rows = members.map((member) => ({ ...member, work: workByMember.get(member.memberId) }));
  const requests = members.filter(
    ({ memberId, requestedRole }) => requestedRole && memberId !== account.id,
  );
  const label = t`Members (${members.length})`;
  return (
    <section aria-labelledby="members" className="stack gap-2">
      <h2 className="t3" id="members">
        {label}
      </h2>
      {requests.length > 0 && (
        <ul className="card rows" aria-label={t`Requested roles`}>
          {requests.map((member) => (
            <RequestedRoleRow
              key={member.memberId}
              member={member}
              role={member.requestedRole!}
              onAdmin={() => confirm({ change: 'requested-admin', member })}
            />
          ))}
        </ul>
      )}
      {isPhone ? (
        <ul className="card rows" aria-label={label}>
          {rows.toSorted(sellersFirst).map((member) => (
            <MemberRow key={member.memberId} member={member} onAsk={confirm} />
          ))}
        </ul>
      ) : (
        <MemberTable label={label} members={rows} onAsk={confirm} />
      )}
      {requestedChange?.change === 'role' && (
        <ChangeRole
          key={requestedChange.member.memberId}
          member={requestedChange.member}
          {...dialog}
        />
      )}
      {requestedChange?.change === 'requested-admin' && (
        <GrantAdminRole
          key={requestedChange.member.memberId}
          member={requestedChange.member}
          {...dialog}
        />
      )}
      {requestedChange?.change === 'removal' && (
        <RemoveMember
          key={requestedChange.member.memberId}
          member={requestedChange.member}
          {...dialog}
        />
      )}
    </section>
  );
}

/** Grants the role that a member requested. An admin role is confirmed first. */
function RequestedRoleRow({
  member: { memberId, name },
  role,
  onAdmin,
}: {
  member: TeamMember;
  role: Role;
  onAdmin: () => void;
}): ReactNode {
  const { send, busy, disabled } = useCommand('ChangeMemberRole', {
    failed: t`Failed to update team member role`,
    done: t`Team member role updated successfully`,
    onFailed: (text) => toast({ tone: 'bad', text }),
  });
  const roleName = i18n._(roleNames[role]);
  return (
    <li className="list-row">
      <span className="label grow min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="meta">{t`Asked for ${roleName}`}</span>
      </span>
      <Button
        kind="soft"
        busy={busy}
        disabled={disabled}
        onClick={role === 'admin' ? onAdmin : () => send({ memberId, role })}
        aria-label={t`Make ${name} ${roleName}`}
      >
        {t`Make ${roleName}`}
      </Button>
    </li>
  );
}

type MemberDialogProps = DialogState & { readonly member: TeamMember };

/** Rights of each role, in one line. */
const roleMeanings: Names<Role> = {
  sales: msg`Own leads, visits and bills`,
  admin: msg`Everything, and the team and the settings`,
  designer: msg`All leads, and offers`,
  marketing: msg`All leads and customers`,
  finance: msg`All leads, customers and their payments`,
};

/** Changes a role, effective at once on all devices. */
function ChangeRole({ member, open, onClose }: MemberDialogProps): ReactNode {
  const { memberId, role } = member;
  const name = nameWithPhone(member);
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
      footer={<Button onClick={onClose}>{t`Cancel`}</Button>}
    >
      <RadioCards
        label={t`Role`}
        name="role"
        options={roles.map((value) => ({
          value,
          label: i18n._(roleNames[value]),
          meta: i18n._(roleMeanings[value]),
          disabled: busy || disabled,
        }))}
        value={role}
        onValue={(chosen) => send({ memberId, role: chosen })}
      />
      {message && <FieldError>{message}</FieldError>}
    </Dialog>
  );
}

/** Grants the admin role that a member requested. */
const GrantAdminRole = ({
  member: { memberId, name },
  ...dialog
}: MemberDialogProps): ReactNode => (
  <ConfirmCommand
    {...dialog}
    command="ChangeMemberRole"
    data={{ memberId, role: 'admin' }}
    title={t`Make ${name} an administrator?`}
    text={t`They may then do everything, and manage the team and the settings. It counts at once, on every device.`}
    confirmLabel={t`Make Administrator`}
    cancelLabel={t`Cancel`}
    failed={t`Failed to update team member role`}
    done={t`Team member role updated successfully`}
  />
);

/** Removes a member at once; the admin chooses who gets their leads. */
function RemoveMember({ member, open, onClose }: MemberDialogProps): ReactNode {
  const { memberId } = member;
  const name = nameWithPhone(member);
  const { account } = useMe();
  const [leadsTo, setLeadsTo] = useState(account.id);
  const otherMembers = useMemberOptions().filter(({ value }) => value !== memberId);
  return (
    <ConfirmCommand
      command="RemoveMember"
      data={{ memberId, leadsTo }}
      open={open}
      onClose={onClose}
      title={t`Are you sure you want to remove this team member?`}
      text={t`${name} loses access at once, on every device. The invite code changes, because they know it. Links of pending invitations stay good.`}
      confirmLabel={t`Remove Member`}
      cancelLabel={t`Keep member`}
      failed={t`Failed to remove team member`}
      done={t`Team member removed successfully`}
      onDone={() => renewSession().then(onClose)}
    >
      <Field label={t`Their leads go to`}>
        <Combobox
          label={t`Their leads go to`}
          options={otherMembers}
          value={otherMembers.find(({ value }) => value === leadsTo)}
          onValue={({ value }) => setLeadsTo(value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
