import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Problem } from '../lib/server/api.js';
import { useNavigate } from '../lib/navigate.js';
import { renewSession } from '../lib/account/session.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { StepPage } from './step-page.js';

/** Whether the server could not check the code at the moment. */
const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.status === 503;

/** Joins an organization by its invite code. */
export default function JoinOrganizationPage(): ReactNode {
  const navigate = useNavigate();
  const form = useCommandForm('JoinOrganization', {
    draft: 'join-organization',
    values: { inviteCode: '' },
    untypedFields: {},
    failed: (error) =>
      isUnavailable(error)
        ? t`Error looking up organization. Please try again.`
        : t`Failed to join organization`,
    onDone: async (_delivered, _values, _id, isLeft) => {
      await renewSession();
      if (!isLeft) await navigate('/dashboard', { replace: true });
    },
  });
  return (
    <StepPage
      title={t`Join Organization`}
      description={t`Enter the 8-letter code that your admin gave you. You join at once; the admin then gives you your role.`}
      form={form}
      submitLabel={t`Continue`}
    >
      <FormField
        form={form}
        name="inviteCode"
        label={t`Invite code`}
        hint={t`8 letters and digits`}
        className="num uppercase tracking-[0.08em]"
        maxLength={8}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
    </StepPage>
  );
}
