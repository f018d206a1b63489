import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useTeam } from '../shared/team.js';
import { QueryStates, SkeletonCards } from '../ui/states.js';
import { InviteCodeCard } from './invite-code-card.js';
import { Invitations } from './invitations.js';
import { Members } from './members.js';

/** `/settings/team`, for admins: who is in the organization with which role, and who may come in. */
export default function TeamPage(): ReactNode {
  const team = useTeam();
  return (
    <>
      <InviteCodeCard />
      <Invitations />
      <QueryStates query={team} failed={t`Failed to load team members`} label={t`Loading team`} skeleton={<SkeletonCards count={3} />}>
        {({ members }) => <Members members={members} />}
      </QueryStates>
    </>
  );
}
