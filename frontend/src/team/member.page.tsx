import { t } from '@lingui/core/macro';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { groupBy } from '#domain/kernel/order.js';
import { callLink, chatLink } from '#domain/kernel/values/contact-links.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { Due, PlaceLine } from '../kit/leads/contact-actions.js';
import { allVisitsPath, dueFollowUpsPath, visitRoutePath } from '../kit/leads/figure-links.js';
import {
  ListPreviewCard,
  ListPreviewHeading,
  ListPreviewRow,
} from '../kit/lists/list-preview-card.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { RoleBadge } from '../kit/team/role-badge.js';
import { useTeam } from '../kit/team/team.js';
import { usePermissions } from '../lib/account/session.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { Money, Time, useToday } from '../ui/display/figures.js';
import { dayHeading, durationText, phoneText } from '../ui/display/format.js';
import { WhatsApp } from '../ui/display/icon.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Screen } from '../ui/layout/frame.js';
import { InlineList } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import { MemberHelp } from './member-help.js';
import { MemberStanding } from './member-standing.js';

/** Rows of each card, which links to the whole list. */
const PREVIEW_COUNT = 5;
/** Rows of the card of visits, which is beside two cards. */
const VISIT_COUNT = 10;

/** `/team/{memberId}`: work of a member, for members who see everybody's. */
export default function MemberPage(): ReactNode {
  const { memberId = '' } = useParams();
  const may = usePermissions();
  const team = useTeam();
  const back = { to: '/dashboard', label: t`Back to Dashboard` };
  if (!may('GET /api/needs-help'))
    return (
      <AccessDeniedPage pageTitle={t`Team member`} back={back} title={t`Access Denied`}>
        {t`Only administrators can see the work of others.`}
      </AccessDeniedPage>
    );
  const member = team.data?.members.find((each) => each.memberId === memberId);
  // keyed by member, so that another member's figures never show as placeholder
  if (member) return <MemberWork key={memberId} member={member} back={back} />;
  return (
    <Screen back={back} title={t`Team member`}>
      <QueryStates
        query={team}
        failed={t`Failed to load team members`}
        label={t`Loading team members`}
        skeleton={<SkeletonRows count={4} />}
      >
        {() => (
          <EmptyState title={t`Not in the team`}>{t`This member is not in the team.`}</EmptyState>
        )}
      </QueryStates>
    </Screen>
  );
}

function MemberWork({
  member: { memberId, name, role, phone },
  back,
}: {
  member: TeamMember;
  back: { to: string; label: string };
}): ReactNode {
  const today = useToday();
  const followUps = useListQuery('/api/follow-ups', { member: memberId });
  const visits = useListQuery('/api/visits', { tab: 'completed', member: memberId });
  const completed = visits.items.flatMap((visit) => (visit.tab === 'completed' ? visit : []));
  const [lastVisit] = completed;
  return (
    <Screen
      back={back}
      title={name}
      className="md:[&_h1]:text-title-1"
      subtitle={
        <>
          <RoleBadge role={role} />
          {phone && <span className="meta num">{phoneText(phone)}</span>}
        </>
      }
      actions={
        phone && (
          <span className="flex gap-1.5 max-md:order-last max-md:w-full max-md:px-3 max-md:*:flex-1">
            <ButtonLink icon={Phone} href={callLink(phone)}>
              {t`Call`}
            </ButtonLink>
            <ButtonLink icon={WhatsApp} href={chatLink(phone, '')} target="_blank" rel="noreferrer">
              {t`WhatsApp`}
            </ButtonLink>
          </span>
        )
      }
    >
      <MemberStanding memberId={memberId} />
      <div className="mt-3 grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <div className="stack gap-3">
          <MemberHelp memberId={memberId} />
          <ListPreviewCard
            title={t`Follow-ups`}
            listPath={dueFollowUpsPath(memberId)}
            query={followUps}
            failed={t`Failed to load follow-ups`}
            emptyText={t`Nothing is planned.`}
          >
            {followUps.items.slice(0, PREVIEW_COUNT).map((followUp) => (
              <ListPreviewRow
                key={followUp.followUpId}
                to={`/leads/${followUp.leadId}`}
                name={followUp.leadName}
                end={<Due day={followUp.dueOn} />}
              >
                <InlineList
                  items={[
                    followUp.quotedPaise ? (
                      <Money as="plain" paise={followUp.quotedPaise} />
                    ) : (
                      translated(followUp.status)
                    ),
                    <PlaceLine lead={followUp} />,
                  ]}
                />
              </ListPreviewRow>
            ))}
          </ListPreviewCard>
        </div>
        <ListPreviewCard
          title={t`Site Visits`}
          listPath={allVisitsPath(memberId)}
          otherLink={
            lastVisit && (
              <Link to={visitRoutePath(memberId, lastVisit.day)} className="link label">
                {lastVisit.day === today ? t`Today on the map` : t`Last day on the map`}
              </Link>
            )
          }
          query={visits}
          failed={t`Failed to load visits`}
          emptyText={t`No visit yet.`}
        >
          {[...groupBy(completed.slice(0, VISIT_COUNT), ({ day }) => day)].flatMap(
            ([day, visitsOfDay]) => [
              <ListPreviewHeading key={day}>{dayHeading(day, today)}</ListPreviewHeading>,
              ...visitsOfDay.map((visit) => (
                <ListPreviewRow
                  key={visit.visitId}
                  to={`/leads/${visit.leadId}`}
                  name={visit.leadName}
                  end={
                    <span className="num">
                      <Time at={visit.startedAt} as="clock" />
                    </span>
                  }
                >
                  <InlineList items={[durationText(visit.durationMinutes), visit.notes]} />
                </ListPreviewRow>
              )),
            ],
          )}
        </ListPreviewCard>
      </div>
    </Screen>
  );
}
