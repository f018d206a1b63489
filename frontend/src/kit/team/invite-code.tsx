import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import { teamLink } from '#domain/organizations/invitation.js';
import { useMe } from '../../lib/account/session.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { CopyButton } from '../../ui/buttons/copy-button.js';
import { WhatsApp } from '../../ui/display/icon.js';

/** Invite code in large letters, with a copy button and a link for the team's chat. */
export function InviteCode({ code }: { code: string }): ReactNode {
  return (
    <div className="stack gap-1.5">
      <span className="label font-medium" id="invite-code">
        {t`Invite code`}
      </span>
      {/* wraps on a narrow phone */}
      <div className="card flex flex-wrap items-center gap-3 py-3 pr-3 pl-5">
        <output
          aria-labelledby="invite-code"
          className="num font-strong flex-auto text-figure tracking-[0.08em] select-all"
        >
          {code}
        </output>
        <CopyButton text={code} />
        <TeamLink />
      </div>
    </div>
  );
}

/** Address of WhatsApp with an invitation to the organization; the sender chooses the chat. */
export function useTeamChat(): string | undefined {
  const { account, organization } = useMe();
  if (!organization?.inviteCode) return undefined;
  const link = teamLink(location.origin, organization.inviteCode);
  return chatLink(
    '',
    t`${account.name} invites you to ${organization.name} on Fieldtrace. Sign up with this link: ${link}`,
  );
}

/** Opens WhatsApp with an invitation to the organization. */
export function TeamLink({ kind = 'whatsapp' }: { kind?: 'whatsapp' | 'plain' }): ReactNode {
  const chat = useTeamChat();
  return (
    chat && (
      <ButtonLink kind={kind} icon={WhatsApp} href={chat} target="_blank" rel="noreferrer">
        {t`Send to my team`}
      </ButtonLink>
    )
  );
}
