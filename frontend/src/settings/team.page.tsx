import { t } from '@lingui/core/macro';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { renewSession, useMe } from '../lib/account/session.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { InviteCode } from '../kit/team/invite-code.js';
import { useTeam } from '../kit/team/team.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { Invitations } from './invitations.js';
import { Members } from './members.js';

/** `/settings/team`, for admins: members, roles, and who may join. */
export default function TeamPage(): ReactNode {
  const team = useTeam();
  return (
    <>
      <InviteCodeCard />
      <Invitations />
      <QueryStates
        query={team}
        failed={t`Failed to load team members`}
        label={t`Loading team`}
        skeleton={<SkeletonCards count={3} />}
      >
        {({ members }) => <Members members={members} />}
      </QueryStates>
    </>
  );
}

/** Invite code of the organization, with a button to replace it. */
function InviteCodeCard(): ReactNode {
  const { organization } = useMe();
  if (!organization?.inviteCode)
    return <p className="card card-b text-ink-2">{t`Invite code not available`}</p>;
  return (
    <section aria-label={t`Invite code`} className="stack gap-2">
      <InviteCode code={organization.inviteCode} />
      <div className="row wrap between">
        <p className="meta">{t`Colleagues join with it at once, as sales. It changes when somebody leaves.`}</p>
        <DialogButton
          kind="ghost"
          className="px-3 -ml-3"
          icon={RefreshCw}
          dialog={(state) => (
            <ConfirmCommand
              command="RotateInviteCode"
              data={{}}
              {...state}
              title={t`Change the invite code?`}
              text={t`Nobody can join with the code of now any more. Members stay, and links of pending invitations stay good.`}
              confirm={t`Change Code`}
              cancelLabel={t`Keep code`}
              failed={t`Failed to change the invite code`}
              done={t`Invite code changed`}
              onDone={() => renewSession().then(state.onClose)}
            />
          )}
        >
          {t`Change Code`}
        </DialogButton>
      </div>
    </section>
  );
}
