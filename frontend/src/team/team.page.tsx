import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AsOfLink } from '../kit/history/as-of-link.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { answerOf } from '../kit/records/answer.js';
import { usePastAnswer } from '../kit/records/past-answer.js';
import { useIsPast } from '../kit/records/past-day.js';
import { RoleBadge } from '../kit/team/role-badge.js';
import { usePermissions } from '../lib/account/session.js';
import { Avatar } from '../ui/display/avatar.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Screen } from '../ui/layout/frame.js';
import { Row } from '../ui/layout/surface.js';

const backToAudit = () => ({ to: '/audit', label: t`Back to the audit` });

/** `/team`: members now or as of a past day, with their histories, for auditors. */
export default function TeamPage(): ReactNode {
  const may = usePermissions();
  const isPast = useIsPast();
  if (!may('GET /api/history/:kind/:id'))
    return (
      <AccessDeniedPage pageTitle={t`Team`} title={t`Access Denied`}>
        {t`The past is for administrators and finance.`}
      </AccessDeniedPage>
    );
  return (
    <Screen
      title={t`Team`}
      back={isPast ? undefined : backToAudit()}
      actions={<AsOfLink />}
      pageClassName="md:max-w-180!"
    >
      <Team />
    </Screen>
  );
}

function Team(): ReactNode {
  const pastAnswer = usePastAnswer('/api/team', {});
  const team = useQuery(
    pastAnswer ?? answerOf('/api/team', ['team', 'people', 'role-requests'], {}),
  );
  const today = useToday();
  const zone = useZone();
  return (
    <QueryStates
      query={team}
      failed={t`Failed to load team members`}
      label={t`Loading team`}
      skeleton={<SkeletonRows count={6} />}
    >
      {({ members }) =>
        members.length === 0 ? (
          <EmptyState title={t`Nobody was a member on this day`} />
        ) : (
          <ul className="card rows" aria-label={t`Members (${members.length})`}>
            {members.map(({ memberId, name, role, joinedAt }) => (
              <Row
                key={memberId}
                to={`/settings/team/${memberId}/history`}
                start={<Avatar name={name} />}
                title={name || t`a former member`}
                meta={t`Joined ${dayText(dayIn(zone, new Date(joinedAt)), today)}`}
                end={<RoleBadge role={role} />}
              />
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}
