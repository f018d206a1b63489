import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { renewSession, useMe } from '../lib/account/session.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { InviteCode } from '../kit/team/invite-code.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { StepActions } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { stepClass, stepActionsClass, StepPage } from './step-page.js';

/** Creates an organization, then shows its invite code. A link may prefill the name. */
export default function CreateOrganizationPage(): ReactNode {
  const me = useMe();
  const [query] = useSearchParams();
  const [isFounded, setFounded] = useState(false);
  const form = useCommandForm('FoundOrganization', {
    draft: 'found-organization',
    newIdField: 'organizationId',
    values: { name: query.get('name') ?? '' },
    untypedFields: {},
    failed: t`Failed to create organization`,
    onDone: async () => {
      await renewSession();
      setFounded(true);
    },
  });
  if (isFounded && me.organization) {
    return (
      <FoundedOrganization
        name={me.organization.name}
        code={me.organization.inviteCode}
        verified={me.verification.verified}
      />
    );
  }
  return (
    <StepPage
      title={t`Create Organization`}
      description={t`You become its admin. Your colleagues join with a code that you get next.`}
      form={form}
      submitLabel={t`Create Organization`}
    >
      <FormField
        form={form}
        name="name"
        label={t`Organization name`}
        placeholder={t`Suryodaya Solar & Interiors`}
        autoComplete="organization"
        autoFocus
      />
    </StepPage>
  );
}

function FoundedOrganization({
  name,
  code,
  verified,
}: {
  name: string;
  code: string;
  verified: boolean;
}): ReactNode {
  return (
    <Screen title={t`Organization created`}>
      <div className={stepClass}>
        <p className="text-ink-2">
          {verified ? (
            <Trans>
              <b className="font-strong text-ink">{name}</b> is ready. Share this code with your
              team; whoever enters it joins.
            </Trans>
          ) : (
            <Trans>
              <b className="font-strong text-ink">{name}</b> is ready. Share this code with your
              team; whoever enters it joins, as soon as you have verified your WhatsApp number.
            </Trans>
          )}
        </p>
        <InviteCode code={code} />
        <StepActions className={stepActionsClass}>
          <ButtonLink kind="primary" size="lg" to="/dashboard">
            {t`Continue to Dashboard`}
          </ButtonLink>
        </StepActions>
      </div>
    </Screen>
  );
}
