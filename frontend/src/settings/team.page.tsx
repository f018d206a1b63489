import { t } from '@lingui/core/macro';
import { Ellipsis, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useIsPhone } from '../browser/media.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { TeamLink, useTeamChat } from '../kit/team/invite-code.js';
import { useTeam } from '../kit/team/team.js';
import { renewSession, useMe } from '../lib/account/session.js';
import { IconButton } from '../ui/buttons/button.js';
import { CopyButton } from '../ui/buttons/copy-button.js';
import { WhatsApp } from '../ui/display/icon.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { Invitations, InviteMemberButton } from './invitations.js';
import { Members } from './members.js';

/** `/settings/team`, for admins: members, roles, and who may join. */
export default function TeamPage(): ReactNode {
  const team = useTeam();
  return (
    <>
      <section
        aria-label={t`Invite code`}
        className="card flex flex-wrap items-center gap-2 py-2.5 pr-2.5 pl-4"
      >
        <InviteCodeRow />
        <InviteMemberButton />
      </section>
      <QueryStates
        query={team}
        failed={t`Failed to load team members`}
        label={t`Loading team`}
        skeleton={<SkeletonCards count={3} />}
      >
        {({ members }) => <Members members={members} />}
      </QueryStates>
      <Invitations />
    </>
  );
}

/** Invite code of the organization, with ways to pass it on and to replace it. */
function InviteCodeRow(): ReactNode {
  const { organization } = useMe();
  const isPhone = useIsPhone();
  const chat = useTeamChat();
  const [isChanging, setChanging] = useState(false);
  const code = organization?.inviteCode;
  if (!code) return <p className="label grow text-ink-2">{t`Invite code not available`}</p>;
  return (
    <>
      <span className="min-w-0 grow">
        <span className="meta block" id="invite-code">
          {t`Invite code`}
        </span>
        <output aria-labelledby="invite-code" className="t3 num tracking-[0.08em] select-all">
          {code}
        </output>
      </span>
      <CopyButton text={code} />
      {!isPhone && <TeamLink kind="plain" />}
      <LazyMenu
        trigger={<IconButton icon={Ellipsis} label={t`Manage the invite code`} />}
        entries={[
          ...(isPhone && chat
            ? [
                {
                  label: t`Send to my team`,
                  icon: WhatsApp,
                  onSelect: () => void window.open(chat, '_blank', 'noreferrer'),
                },
              ]
            : []),
          { label: t`Change Code`, icon: RefreshCw, onSelect: () => setChanging(true) },
        ]}
      />
      <ConfirmCommand
        command="RotateInviteCode"
        data={{}}
        open={isChanging}
        onClose={() => setChanging(false)}
        title={t`Change the invite code?`}
        text={t`Nobody can join with the code of now any more. Members stay, and links of pending invitations stay good.`}
        confirmLabel={t`Change Code`}
        cancelLabel={t`Keep code`}
        failed={t`Failed to change the invite code`}
        done={t`Invite code changed`}
        onDone={() => renewSession().then(() => setChanging(false))}
      >
        <p className="label text-ink-2">
          {t`Colleagues join with it at once, as sales. It changes when somebody leaves.`}
        </p>
      </ConfirmCommand>
    </>
  );
}
