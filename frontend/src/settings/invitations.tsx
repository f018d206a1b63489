import { t } from '@lingui/core/macro';
import { Share2, UserPlus, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Role } from '#domain/kernel/policy.js';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import { phone as phoneSchema } from '#domain/kernel/values/phone-number.js';
import { signUpLink } from '#domain/organizations/invitation.js';
import type { InvitationItem } from '#domain/organizations/organization.views.js';
import { serverNow } from '../lib/server/server-clock.js';
import { useMe } from '../lib/account/session.js';
import { answerOf } from '../kit/records/answer.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { CopyButton } from '../ui/buttons/copy-button.js';
import { RoleBadge, roleHints, roleNames } from '../kit/team/role-badge.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { Button, ButtonLink, IconButton } from '../ui/buttons/button.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { Field } from '../ui/inputs/field.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, insideSentence, phoneText } from '../ui/display/format.js';
import { WhatsApp } from '../ui/display/icon.js';
import { MessagePreview } from '../ui/display/message-preview.js';
import { Input, PhoneField, Select } from '../ui/inputs/input.js';
import { type DialogState, useDialogOf } from '../ui/loading/lazy-mount.js';
import { ErrorState } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { toast } from '../ui/feedback/toast.js';
import { i18n, optionsOf } from '../words/i18n.js';
import { storeOptions, useOrganization } from './organization-query.js';

/** Invites a member by number, then offers the link of the invitation. */
export function InviteMemberButton(): ReactNode {
  const {
    item: invitationToShare,
    openFor: openShareDialog,
    dialog: shareDialog,
  } = useDialogOf<SharedInvitation>();
  return (
    <>
      <DialogButton
        kind="primary"
        icon={UserPlus}
        className="max-md:w-full"
        dialog={(state) => <InviteMember {...state} onInvited={openShareDialog} />}
      >
        {t`Invite Member`}
      </DialogButton>
      {invitationToShare && <ShareInvitation invitation={invitationToShare} {...shareDialog} />}
    </>
  );
}

/**
 * Card of open invitations, shown while there are any. Its dialogs stay open when the last
 * invitation disappears.
 */
export function Invitations(): ReactNode {
  const { data, error, refetch } = useQuery(
    answerOf('/api/team/invitations', ['invitations', 'people'], {}),
  );
  const {
    item: invitationToShare,
    openFor: openShareDialog,
    dialog: shareDialog,
  } = useDialogOf<SharedInvitation>();
  const {
    item: invitationToCancel,
    openFor: askToCancel,
    dialog: cancelDialog,
  } = useDialogOf<InvitationItem>();
  const today = useToday();
  const zone = useZone();
  // a stored answer may be days old
  const pending =
    data?.items.filter(
      ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > serverNow(),
    ) ?? [];
  const hasFailed = error !== null && !data;
  return (
    <>
      {(pending.length > 0 || hasFailed) && (
        <Card title={t`Pending invitations`}>
          {hasFailed ? (
            <ErrorState
              title={t`Failed to load invitations`}
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <ul className="rows pb-1" aria-label={t`Pending invitations`}>
              {pending.map((invitation) => {
                const { invitationId, name, phone, role, expiresAt, invitedBy } = invitation;
                return (
                  <li key={invitationId} className="list-row flex-wrap">
                    <span className="grow min-w-0 basis-40">
                      <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">
                        {name}
                      </span>
                      <span className="meta num block">{phoneText(phone)}</span>
                      <span className="meta block">{t`by ${invitedBy.name}, expires ${dayText(dayIn(zone, new Date(expiresAt)), today)}`}</span>
                    </span>
                    <span className="flex flex-none items-center gap-1">
                      <RoleBadge role={role} />
                      <IconButton
                        label={t`Share the invitation of ${name}`}
                        icon={Share2}
                        onClick={() => openShareDialog(invitation)}
                      />
                      <IconButton
                        label={t`Cancel the invitation of ${name}`}
                        icon={X}
                        onClick={() => askToCancel(invitation)}
                      />
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
        </Card>
      )}
      {invitationToShare && <ShareInvitation invitation={invitationToShare} {...shareDialog} />}
      {invitationToCancel && (
        <ConfirmCommand
          key={invitationToCancel.invitationId}
          command="CancelInvitation"
          data={{ invitationId: invitationToCancel.invitationId }}
          {...cancelDialog}
          title={t`Cancel the invitation of ${invitationToCancel.name}?`}
          text={t`Are you sure you want to cancel this invitation?`}
          confirmLabel={t`Cancel Invitation`}
          cancelLabel={t`Keep invitation`}
          failed={t`Failed to cancel invitation`}
          done={t`Invitation cancelled successfully`}
        />
      )}
    </>
  );
}

interface InviteMemberProps extends DialogState {
  onInvited: (invitation: SharedInvitation) => void;
}

/** Invites a number by WhatsApp; the link can also be shared by hand. */
export function InviteMember({ open, onClose, onInvited }: InviteMemberProps): ReactNode {
  const locations = useOrganization().data?.locations ?? [];
  const failed = t`Failed to send invitation`;
  const form = useCommandForm('InviteMember', {
    draft: 'invite-member',
    newIdField: 'invitationId',
    untypedFields: {},
    values: { name: '', phone: '', role: 'sales' as Role, locationId: '' },
    failed,
    onDone: (_, { name, phone, role }) => {
      const invited = { name, phone: phoneSchema.parse(phone), role };
      toast({ text: t`Invitation sent to ${phoneText(invited.phone)}` });
      onClose();
      onInvited(invited);
    },
  });
  const { message: why } = form;
  const role = form.watch('role');
  const message =
    why === undefined || why.startsWith(failed) ? why : t`Failed to send invitation: ${why}`;
  return (
    <CommandDialog
      form={{ ...form, message }}
      open={open}
      onClose={onClose}
      title={t`Invite team member`}
      submitLabel={t`Send Invitation`}
      submitIcon={WhatsApp}
      isCancelQuiet
    >
      <FormField form={form} name="name" autoComplete="off" />
      <FormField
        form={form}
        name="phone"
        label={t`WhatsApp number`}
        hint={t`The invitation goes here by WhatsApp.`}
        as={PhoneField}
        autoComplete="off"
      />
      <ChipGroup
        label={t`Role`}
        hint={`${i18n._(roleNames[role])}: ${insideSentence(i18n._(roleHints[role]))}`}
        options={optionsOf(roleNames)}
        columns={3}
        error={form.error('role')}
        {...form.field('role')}
      />
      {locations.length > 0 && (
        <FormField
          form={form}
          name="locationId"
          label={t`Store location`}
          as={Select}
          options={storeOptions(locations)}
        />
      )}
    </CommandDialog>
  );
}

type SharedInvitation = Pick<InvitationItem, 'name' | 'phone' | 'role'>;

/**
 * Sign-up link of an invitation, for sharing by hand. The link only prefills the form: the role
 * belongs to the verified number.
 */
function ShareInvitation({
  invitation,
  open,
  onClose,
}: DialogState & { invitation: SharedInvitation }): ReactNode {
  const { organization, account } = useMe();
  const linkField = useRef<HTMLInputElement>(null);
  if (!organization) return null;
  const link = signUpLink(location.origin, { ...invitation, inviteCode: organization.inviteCode });
  const text = t`Hello ${invitation.name}, ${account.name} invites you to ${organization.name} on Fieldtrace. Sign up with this link: ${link}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Share invitation`}
      description={t`For ${invitation.name}, ${phoneText(invitation.phone)}. Only this number gets the role, for 7 days.`}
      initialFocus={linkField}
      footer={
        <>
          <ButtonLink
            kind="whatsapp"
            icon={WhatsApp}
            href={chatLink(invitation.phone, text)}
            target="_blank"
            rel="noreferrer"
          >
            {t`Share on WhatsApp`}
          </ButtonLink>
          <Button onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      {/* the dialog scrolls, not the preview */}
      <div className="flex-none">
        <MessagePreview label={t`Text that is sent`} text={text} />
      </div>
      <Field label={t`Sign-up link`}>
        <div className="row">
          <Input
            ref={linkField}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={link} label={t`Copy Link`} className="flex-none" />
        </div>
      </Field>
    </Dialog>
  );
}
