import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/kernel/policy.js';
import { phone as phoneSchema } from '#domain/kernel/schema.js';
import { CommandDialog, FormField } from '../shared/command-dialog.js';
import { roleNames } from '../shared/role-badge.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { phoneText } from '../ui/format.js';
import { PhoneField, Select } from '../ui/input.js';
import { toast } from '../ui/toast.js';
import { optionsOf } from '../words/i18n.js';
import { storeOptions, useOrganization } from './organization-query.js';
import type { Shared } from './share-invitation.js';

interface InviteMemberProps {
  open: boolean;
  onClose: () => void;
  onInvited: (invitation: Shared) => void;
}

/** An invitation to a number; it goes out by WhatsApp, and its link can be shared by hand. */
export function InviteMember({ open, onClose, onInvited }: InviteMemberProps): ReactNode {
  const locations = useOrganization().data?.locations ?? [];
  const failed = t`Failed to send invitation`;
  const form = useCommandForm('InviteMember', {
    draft: 'invite-member',
    makes: 'invitationId',
    about: {},
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
  const message = why === undefined || why.startsWith(failed) ? why : t`Failed to send invitation: ${why}`;
  return (
    <CommandDialog form={{ ...form, message }} open={open} onClose={onClose} title={t`Invite team member`} act={t`Send Invitation`}>
      <FormField form={form} name="name" autoComplete="off" />
      <FormField form={form} name="phone" label={t`WhatsApp number`} as={PhoneField} autoComplete="off" />
      <FormField form={form} name="role" label={t`Role`} as={Select} options={optionsOf(roleNames)} />
      {locations.length > 0 && <FormField form={form} name="locationId" label={t`Store location`} as={Select} options={storeOptions(locations)} />}
    </CommandDialog>
  );
}
