import { msg, t } from '@lingui/core/macro';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Role, roles } from '#domain/kernel/policy.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { renewSession, useMe } from '../lib/account/session.js';
import { useHistoryEntries } from '../kit/history/history-menu.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { RoleBadge, roleNames } from '../kit/team/role-badge.js';
import { useMemberOptions } from '../kit/team/team.js';
import { useCommand } from '../kit/commands/use-command.js';
import { memberPage } from '../kit/leads/figure-links.js';
import { Link } from '../ui/buttons/link.js';
import { Avatar } from '../ui/display/avatar.js';
import { Badge } from '../ui/display/badge.js';
import { Button, IconButton } from '../ui/buttons/button.js';
import { RadioCards } from '../ui/inputs/choice.js';
import { Combobox } from '../ui/inputs/combobox.js';
import { ConfirmDialog, Dialog } from '../ui/overlays/dialog.js';
import { Field, FieldError } from '../ui/inputs/field.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, phoneText } from '../ui/display/format.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { type DialogState, useDialogAbout } from '../ui/loading/lazy-mount.js';
import { Card } from '../ui/layout/surface.js';
import { toast } from '../ui/feedback/toast.js';
import { i18n, type Names } from '../words/i18n.js';

type Asked = { readonly what: 'role' | 'removal'; readonly member: TeamMember };

/** Members in the order of joining. The own row has no action that changes it. */
export function Members({ members }: { members: readonly TeamMember[] }): ReactNode {
  const { about, ask: confirm, dialog } = useDialogAbout<Asked>();
  return (
    <Card title={t`Members (${members.length})`}>
      <ul className="rows pb-1" aria-label={t`Members (${members.length})`}>
        {members.map((member) => (
          <MemberRow
            key={member.memberId}
            member={member}
            onAsk={(what) => confirm({ what, member })}
          />
        ))}
      </ul>
      {about?.what === 'role' && (
        <ChangeRole key={about.member.memberId} member={about.member} {...dialog} />
      )}
      {about?.what === 'removal' && (
        <RemoveMember key={about.member.memberId} member={about.member} {...dialog} />
      )}
    </Card>
  );
}

function MemberRow({
  member,
  onAsk,
}: {
  member: TeamMember;
  onAsk: (what: Asked['what']) => void;
}): ReactNode {
  const { account } = useMe();
  const today = useToday();
  const zone = useZone();
  const { memberId, name, role, joinedAt, phone, requestedRole } = member;
  const isMe = memberId === account.id;
  const history = useHistoryEntries(`/settings/team/${memberId}`);
  return (
    <li className="list-row flex-wrap">
      <Avatar name={name} me={isMe} />
      <span className="grow min-w-0">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">
          <Link to={memberPage(memberId)} className="hover:underline">
            {name}
          </Link>{' '}
          {isMe && <span className="meta">{t`(you)`}</span>}
        </span>
        {phone && <span className="meta num block">{phoneText(phone)}</span>}
        <span className="meta block">{t`Joined ${dayText(dayIn(zone, new Date(joinedAt)), today)}`}</span>
      </span>
      <span className="flex flex-none items-center gap-1">
        <RoleBadge role={role} />
        {(!isMe || history.length > 0) && (
          <LazyMenu
            trigger={<IconButton icon={Ellipsis} label={t`Manage ${name}`} />}
            entries={[
              ...(isMe ? [] : [{ label: t`Change Role`, onSelect: () => onAsk('role') }]),
              ...history,
              ...(isMe
                ? []
                : [{ label: t`Remove from Team`, danger: true, onSelect: () => onAsk('removal') }]),
            ]}
          />
        )}
      </span>
      {requestedRole && !isMe && (
        <RequestedRole memberId={memberId} name={name} role={requestedRole} />
      )}
    </li>
  );
}

/** Grants the role that a member requested. An admin role is confirmed first. */
function RequestedRole({
  memberId,
  name,
  role,
}: Pick<TeamMember, 'memberId' | 'name' | 'role'>): ReactNode {
  const [asking, setAsking] = useState(false);
  const { send, busy, disabled } = useCommand('ChangeMemberRole', {
    failed: t`Failed to update team member role`,
    done: t`Team member role updated successfully`,
    onFailed: (text) => {
      setAsking(false);
      toast({ tone: 'bad', text });
    },
  });
  const changeRole = (): void => send({ memberId, role });
  const roleName = i18n._(roleNames[role]);
  return (
    <span className="flex w-full items-center gap-2 pl-12">
      <span className="grow">
        <Badge tone="info">{t`Asked for ${roleName}`}</Badge>
      </span>
      <Button
        kind="soft"
        busy={busy}
        disabled={disabled}
        onClick={role === 'admin' ? () => setAsking(true) : changeRole}
        aria-label={t`Make ${name} ${roleName}`}
      >
        {t`Make ${roleName}`}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Make ${name} an administrator?`}
        text={t`They may then do everything, and manage the team and the settings. It counts at once, on every device.`}
        confirm={t`Make Administrator`}
        cancelLabel={t`Cancel`}
        onConfirm={changeRole}
        busy={busy}
        disabled={disabled}
      />
    </span>
  );
}

type OfMember = DialogState & { readonly member: TeamMember };

/** Rights of each role, in one line. */
const roleMeanings: Names<Role> = {
  sales: msg`Own leads, visits and bills`,
  admin: msg`Everything, and the team and the settings`,
  designer: msg`All leads, and offers`,
  marketing: msg`All leads and customers`,
  finance: msg`All leads, customers and their payments`,
};

/** Changes a role, effective at once on all devices. */
function ChangeRole({ member, open, onClose }: OfMember): ReactNode {
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
      foot={<Button onClick={onClose}>{t`Cancel`}</Button>}
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

/** Removes a member at once; the admin chooses who gets their leads. */
function RemoveMember({ member: { memberId, name }, open, onClose }: OfMember): ReactNode {
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
      cancelLabel={t`Keep member`}
      failed={t`Failed to remove team member`}
      done={t`Team member removed successfully`}
      onDone={() => renewSession().then(onClose)}
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
