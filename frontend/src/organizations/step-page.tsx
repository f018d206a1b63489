import { t } from '@lingui/core/macro';
import { Building2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMe } from '../lib/account/session.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { noNetworkText } from '../kit/texts/labels.js';
import type { CommandForm } from '../kit/forms/use-command-form.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { StepActions } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';

interface StepPageProps<Values> {
  title: string;
  /** Consequence of the step, in a sentence or two. */
  description: string;
  form: CommandForm<Values>;
  submitLabel: string;
  children: ReactNode;
}

/** Layout of a page with one question. */
export const stepClass =
  'stack max-w-104 min-h-[calc(100dvh-var(--spacing-topbar)-1.5rem)] gap-5 pt-2 md:min-h-0';
export const stepActionsClass = 'pb-[env(safe-area-inset-bottom)] md:mt-2';

/** Page to join or create an organization. A member of an organization has to leave it first. */
export function StepPage<Values>({
  title,
  description,
  form,
  submitLabel,
  children,
}: StepPageProps<Values>): ReactNode {
  const me = useMe();
  // after joining, the person is a member before this page closes
  const [wasMemberAtOpening] = useState(me.organization !== null);
  const back = { to: '/dashboard', label: t`Back to dashboard` };
  if (wasMemberAtOpening && me.organization) {
    const organizationName = me.organization.name;
    return (
      <AccessDeniedPage
        pageTitle={title}
        back={back}
        title={t`You are in an organization already`}
        art={Building2}
      >
        {t`You belong to ${organizationName}. Leave it first in Settings, Profile.`}
      </AccessDeniedPage>
    );
  }
  return (
    <Screen title={title} back={back}>
      <ValidatedForm className={stepClass} busy={form.busy} onSend={() => void form.submit()}>
        <p className="text-ink-2">{description}</p>
        <FormErrors fields={[]} message={form.message ?? (form.needsNetwork && noNetworkText())} />
        {children}
        <StepActions className={stepActionsClass}>
          <Button
            kind="primary"
            size="lg"
            type="submit"
            busy={form.busy}
            disabled={form.needsNetwork}
          >
            {submitLabel}
          </Button>
          <ButtonLink kind="ghost" size="lg" to="/dashboard">
            {t`Back`}
          </ButtonLink>
        </StepActions>
      </ValidatedForm>
    </Screen>
  );
}
