import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { signUpLink } from '#domain/organizations/invitation.js';
import type { InvitationItem } from '#domain/organizations/organization.views.js';
import { chatLink } from '#domain/kernel/contact-links.js';
import { useMe } from '../lib/session.js';
import { CopyButton } from '../shared/copy-button.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { phoneText } from '../ui/format.js';
import { WhatsApp } from '../ui/icon.js';
import { Input } from '../ui/input.js';

export type Shared = Pick<InvitationItem, 'name' | 'phone' | 'role'>;

/** The sign-up link of an invitation, to be sent by hand. It only prefills: the role comes with the verified number. */
export function ShareInvitation({ invitation, open, onClose }: { invitation: Shared; open: boolean; onClose: () => void }): ReactNode {
  const { organization, account } = useMe();
  if (!organization) return null;
  const link = signUpLink(location.origin, { ...invitation, inviteCode: organization.inviteCode });
  const text = t`Hello ${invitation.name}, ${account.name} invites you to ${organization.name} on Fieldtrace. Sign up with this link: ${link}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Share invitation`}
      description={t`For ${invitation.name}, ${phoneText(invitation.phone)}. Only this number gets the role, for 7 days.`}
      foot={
        <>
          <ButtonLink kind="whatsapp" icon={WhatsApp} href={chatLink(invitation.phone, text)} target="_blank" rel="noreferrer">
            {t`Share on WhatsApp`}
          </ButtonLink>
          <Button onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      <Field label={t`Sign-up link`}>
        <div className="row">
          <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={link} label={t`Copy Link`} className="flex-none" />
        </div>
      </Field>
    </Dialog>
  );
}
