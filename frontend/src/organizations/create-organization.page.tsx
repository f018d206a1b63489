import { useState, type ReactNode } from 'react';
import { refreshSession, useMe } from '../lib/session.js';
import { FormField } from '../shared/command-dialog.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { Input } from '../ui/input.js';
import { InviteCode } from './invite-code.js';
import { StepActions } from './step-actions.js';
import { StepPage } from './step-page.js';

/** A name, and then the code that colleagues join with. */
export default function CreateOrganizationPage(): ReactNode {
  const me = useMe();
  const [founded, setFounded] = useState(false);
  const form = useCommandForm('FoundOrganization', {
    draft: 'found-organization',
    makes: 'organizationId',
    values: { name: '' },
    about: {},
    failed: 'Failed to create organization',
    onDone: async () => {
      await refreshSession();
      setFounded(true);
    },
  });
  if (founded && me.organization) {
    return <Founded name={me.organization.name} code={me.organization.inviteCode} verified={me.verification.verified} />;
  }
  return (
    <StepPage
      title="Create Organization"
      says="You become its admin. Your colleagues join with a code that you get next."
      form={form}
      act="Create Organization"
    >
      <FormField
        form={form}
        name="name"
        label="Organization name"
        as={Input}
        placeholder="Suryodaya Solar & Interiors"
        autoComplete="organization"
        autoFocus
      />
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
