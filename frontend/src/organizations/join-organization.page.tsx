import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { organizationCommands } from '#domain/organizations/organization.commands.js';
import { Field } from '../ui/field.js';
import { Input } from '../ui/input.js';
import { joinOrganization } from './founding.js';
import { StepPage } from './step-page.js';

/** One field: the code that a colleague gave. */
export default function JoinOrganizationPage(): ReactNode {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(organizationCommands.JoinOrganization.data), defaultValues: { inviteCode: '' } });
  return (
    <StepPage
      title="Join Organization"
      says="Enter the 8-letter code that your admin gave you. You join at once; the admin then gives you your role."
      form={form}
      field="inviteCode"
      act="Continue"
      failed="Failed to join organization"
      onSubmit={async ({ inviteCode: code }) => {
        await joinOrganization(code);
        void navigate('/dashboard', { replace: true });
      }}
    >
      <Field label="Invite code" error={form.formState.errors.inviteCode?.message} hint="8 letters and digits">
        <Input
          className="num uppercase tracking-[0.08em]"
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...form.register('inviteCode', {
            onChange: (event: { target: HTMLInputElement }) => void (event.target.value = event.target.value.toUpperCase()),
          })}
        />
      </Field>
    </StepPage>
  );
}
