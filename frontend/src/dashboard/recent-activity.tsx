import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import type { Activity } from '#domain/leads/lead.views.js';
import { notedParts } from '../kit/leads/noted-text.js';
import { NewStatus } from '../kit/leads/status-badge.js';
import { personName } from '../kit/team/person-name.js';
import { useMe } from '../lib/account/session.js';
import { Link } from '../ui/buttons/link.js';
import { Avatar } from '../ui/display/avatar.js';
import { Money, Time } from '../ui/display/figures.js';
import { EmptyState } from '../ui/feedback/states.js';
import { AnimatedList } from '../ui/layout/animated-list.js';
import { Card } from '../ui/layout/surface.js';
import { groupActivities } from './activity-groups.js';

/** Newest notes and steps: own ones, or those of all members. */
export function RecentActivity({
  activity,
  highlighted,
}: {
  activity: readonly Activity[];
  highlighted: ReadonlySet<string>;
}): ReactNode {
  const { account, role } = useMe();
  const showsAllMembers = role !== null && seesEverything(role);
  return (
    <Card title={showsAllMembers ? t`Recent Activity` : t`Your Recent Activity`}>
      {activity.length === 0 ? (
        <EmptyState title={t`No activities yet`} level={3}>
          {t`Notes on leads show here.`}
        </EmptyState>
      ) : (
        <AnimatedList
          items={groupActivities(activity)}
          keyOf={({ newest }) => newest.entryId}
          highlighted={highlighted}
          className="pb-2"
        >
          {({ newest: { leadId, leadName, by, at }, entries }) => {
            const isOwn = by.id === account.id;
            return (
              <Link to={`/leads/${leadId}`} className="flex gap-3 px-4 py-2 hover:bg-hover">
                <Avatar name={personName(by)} isMe={isOwn} size="s" />
                <span className="grow">
                  <span className="row between gap-3">
                    <span className="label truncate min-w-0" title={leadName}>
                      {showsAllMembers ? (
                        <Headline
                          actor={isOwn ? t`You` : firstNameOf(by)}
                          lead={<b>{leadName}</b>}
                          noted={entries[0]!.noted}
                        />
                      ) : (
                        <b>{leadName}</b>
                      )}
                    </span>
                    <span className="meta num flex-none">
                      <Time at={at} />
                    </span>
                  </span>
                  {entries.map(({ entryId, noted }) => (
                    <Entry key={entryId} noted={noted} />
                  ))}
                  {!showsAllMembers && !isOwn && (
                    <span className="meta block truncate min-w-0">{personName(by)}</span>
                  )}
                </span>
              </Link>
            );
          }}
        </AnimatedList>
      )}
    </Card>
  );
}

const firstNameOf = (person: Activity['by']): string =>
  person.name.split(' ')[0] || personName(person);

/** Step of a member with a lead, in a few words: `Asha visited Deepa Singh`. */
function Headline({
  actor,
  lead,
  noted,
}: {
  actor: string;
  lead: ReactNode;
  noted: Activity['noted'];
}): ReactNode {
  const quoted = (
    <Trans>
      {actor} quoted {lead}
    </Trans>
  );
  switch (noted.type) {
    case 'LeadCreated':
      return (
        <Trans>
          {actor} added {lead}
        </Trans>
      );
    case 'NoteAdded':
      return (
        <Trans>
          {actor} wrote about {lead}
        </Trans>
      );
    case 'VisitRecorded':
      return (
        <Trans>
          {actor} visited {lead}
        </Trans>
      );
    case 'QuotationUploaded':
      return quoted;
    case 'LeadStatusChanged':
      return noted.to === 'Quoted' ? (
        quoted
      ) : (
        <Trans>
          {actor} updated {lead}
        </Trans>
      );
    case 'LeadConverted':
      return (
        <Trans>
          {actor} won {lead}
        </Trans>
      );
    case 'LeadLost':
      return (
        <Trans>
          {actor} lost {lead}
        </Trans>
      );
    case 'FollowUpCompleted':
      return (
        <Trans>
          {actor} followed up with {lead}
        </Trans>
      );
    case 'FollowUpCancelled':
      return (
        <Trans>
          {actor} cancelled a visit to {lead}
        </Trans>
      );
  }
}

/** Line of an entry: the status that it set, its note, and its money. */
function Entry({ noted }: { noted: Activity['noted'] }): ReactNode {
  const { text, status } = notedParts(noted);
  const amount = 'amountPaise' in noted && noted.amountPaise !== undefined && (
    <Money as="plain" paise={noted.amountPaise} className="label font-medium flex-none" />
  );
  return (
    (text || status || amount) && (
      <span className="row between gap-3">
        <span className="row min-w-0">
          {status && (
            <span className="min-w-0 md:flex-none">
              <NewStatus
                status={status}
                isOnlyChange={noted.type === 'LeadStatusChanged' || noted.type === 'LeadConverted'}
              />
            </span>
          )}
          {status && text && <span className="dot-sep" />}
          {text && (
            // is cut before the status wraps
            <span className="meta truncate min-w-0 shrink-[999] text-ink-2" title={text}>
              {text}
            </span>
          )}
        </span>
        {amount}
      </span>
    )
  );
}
