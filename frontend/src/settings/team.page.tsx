import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useTeam } from '../shared/team.js';
import { ErrorState, Loading, SkeletonCards } from '../ui/states.js';
import { InviteCodeCard } from './invite-code-card.js';
import { Invitations } from './invitations.js';
import { Members } from './members.js';

/** `/settings/team`, for admins: who is in the organization with which role, and who may come in. */
export default function TeamPage(): ReactNode {
  const { data, error, refetch } = useTeam();
  if (error && !data)
    return (
      <div className="card">
        <ErrorState title={t`Failed to load team members`} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <>
      <InviteCodeCard />
      <Invitations />
      <Loading when={!data} label={t`Loading team`} skeleton={<SkeletonCards count={3} />}>
        {() => data && <Members members={data.members} />}
      </Loading>
    </>
  );
}
