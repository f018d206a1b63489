import { t } from '@lingui/core/macro';
import { Share2, UserPlus, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InvitationItem } from '#domain/organizations/organization.views.js';
import { get } from '../lib/api.js';
import { ConfirmCommand } from '../shared/confirm-command.js';
import { RoleBadge } from '../shared/role-badge.js';
import { IconButton } from '../ui/button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { useToday, useZone } from '../ui/figures.js';
import { dayIn, dayText, phoneText } from '../ui/format.js';
import { useDialogAbout } from '../ui/lazy-mount.js';
import { EmptyState, ErrorState } from '../ui/states.js';
import { Card } from '../ui/surface.js';
import { InviteMember } from './invite-member.js';
import { ShareInvitation, type Shared } from './share-invitation.js';

/** Who was invited and has not come yet. */
export function Invitations(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => get('/api/team/invitations', {}, { signal }),
    meta: { views: ['invitations', 'people'] },
  });
  const { about: shared, ask: share, dialog: sharing } = useDialogAbout<Shared>();
  const { about: cancelled, ask: cancel, dialog: cancelling } = useDialogAbout<InvitationItem>();
  const today = useToday();
  const zone = useZone();
  const pending = data?.items.filter(({ status }) => status === 'pending') ?? [];
  return (
    <Card
      title={t`Pending invitations`}
      head={
        <DialogButton kind="primary" icon={UserPlus} dialog={(state) => <InviteMember {...state} onInvited={share} />}>
          {t`Invite Member`}
        </DialogButton>
      }
    >
      {error && !data ? (
        <ErrorState title={t`Failed to load invitations`} onRetry={() => void refetch()} />
      ) : pending.length === 0 ? (
        data && (
          <EmptyState title={t`No pending invitations`} level={3}>
            {t`Who is invited by number joins with the role that you choose.`}
          </EmptyState>
        )
      ) : (
        <ul className="rows pb-1" aria-label={t`Pending invitations`}>
          {pending.map((invitation) => {
            const { invitationId, name, phone, role, expiresAt, invitedBy } = invitation;
            return (
              <li key={invitationId} className="list-row flex-wrap">
                <span className="grow min-w-0 basis-40">
                  <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{name}</span>
                  <span className="meta num block">{phoneText(phone)}</span>
                  <span className="meta block">{t`by ${invitedBy.name}, expires ${dayText(dayIn(zone, new Date(expiresAt)), today)}`}</span>
                </span>
                <span className="flex flex-none items-center gap-1">
                  <RoleBadge role={role} />
                  <IconButton label={t`Share the invitation of ${name}`} icon={Share2} onClick={() => share(invitation)} />
                  <IconButton label={t`Cancel the invitation of ${name}`} icon={X} onClick={() => cancel(invitation)} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {shared && <ShareInvitation invitation={shared} {...sharing} />}
      {cancelled && (
        <ConfirmCommand
          key={cancelled.invitationId}
          command="CancelInvitation"
          data={{ invitationId: cancelled.invitationId }}
          {...cancelling}
          title={t`Cancel the invitation of ${cancelled.name}?`}
          text={t`Are you sure you want to cancel this invitation?`}
          confirm={t`Cancel Invitation`}
          keep={t`Keep invitation`}
          failed={t`Failed to cancel invitation`}
          done={t`Invitation cancelled successfully`}
        />
      )}
    </Card>
  );
}
