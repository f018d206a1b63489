import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { organizationCommands } from '#domain/organizations/organization.commands.js';
import { newId } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { ButtonLink } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Page, TopBar } from '../ui/frame.js';
import { Input } from '../ui/input.js';
import { foundOrganization } from './founding.js';
import { InviteCode } from './invite-code.js';
import { StepActions } from './step-actions.js';
import { StepPage } from './step-page.js';

/** A name, and then the code that colleagues join with. */
export default function CreateOrganizationPage(): ReactNode {
  const me = useMe();
  const [founded, setFounded] = useState(false);
  const [organizationId] = useState(newId);
  const form = useForm({ resolver: zodResolver(organizationCommands.FoundOrganization.data), defaultValues: { organizationId, name: '' } });
  if (founded && me.organization) {
    return <Founded name={me.organization.name} code={me.organization.inviteCode} verified={me.verification.verified} />;
  }
  return (
    <StepPage
      title="Create Organization"
      says="You become its admin. Your colleagues join with a code that you get next."
      form={form}
      field="name"
      act="Create Organization"
      failed="Failed to create organization"
      onSubmit={async ({ name }) => {
        await foundOrganization(organizationId, name);
        setFounded(true);
      }}
    >
      <Field label="Organization name" error={form.formState.errors.name?.message}>
        <Input placeholder="Suryodaya Solar & Interiors" autoComplete="organization" autoFocus {...form.register('name')} />
      </Field>
    </StepPage>
  );
}

function Founded({ name, code, verified }: { name: string; code: string; verified: boolean }): ReactNode {
  return (
    <>
      <TopBar title="Organization created" />
      <Page>
        <div className="onboarding">
          <p className="muted">
            <b className="font-strong text-ink">{name}</b> is ready. Share this code with your team; whoever enters it joins
            {verified ? '.' : ', as soon as you have verified your WhatsApp number.'}
          </p>
          <InviteCode code={code} />
          <StepActions>
            <ButtonLink kind="primary" size="lg" to="/dashboard">
              Continue to Dashboard
            </ButtonLink>
          </StepActions>
        </div>
      </Page>
    </>
  );
}
