import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.js';
import { Button } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { Contour } from '../ui/display/contour.js';
import { StepActions } from '../ui/layout/bottom-bar.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { usePageName } from '../ui/layout/frame.js';
import { Link } from '../ui/buttons/link.js';
import { Logo } from '../ui/display/logo.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import { useInstallationFeatures } from './installation-features.js';

/** Page before sign-in: logo on top, contour lines where no text is. */
export function AuthFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-clip">
      <Contour
        className={classes(
          '-right-56 -bottom-72 w-248 opacity-20 [--fade:linear-gradient(to_left,black_30%,transparent_68%)]',
          // a phone's text takes the whole width
          'max-md:hidden',
        )}
      />
      <header className="relative flex items-center justify-between px-gutter py-4">
        <Link to="/" className="row rounded-control">
          <Logo className="size-7.5" />
          <span className="t3">Fieldtrace</span>
        </Link>
        <LanguageSwitch className="-mr-4" />
      </header>
      <main className="relative mx-auto flex w-full max-w-104 flex-1 flex-col px-gutter pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] md:pt-[14vh] short:pt-0 short:pb-0">
        {children}
      </main>
    </div>
  );
}

export interface AuthFormProps {
  title: string;
  /** Text below the title. */
  description?: ReactNode;
  /** Content above the title: the step's number, or the avatar of the organization to join. */
  step?: ReactNode;
  /** Submit function, busy flag and error. */
  form: { readonly submit: () => void; readonly busy: boolean; readonly message?: ReactNode };
  /** Fields with an error, if the form has several. */
  invalidFields?: ComponentProps<typeof FormErrors>['fields'];
  /** Label of the main button. */
  submitLabel: string;
  disabled?: boolean;
  /** Sentence above the buttons. */
  note?: string;
  /** Second button: Back, or Later. */
  secondButton?: ComponentProps<typeof Button>;
  children: ReactNode;
}

/** Step of signing in or up, with its buttons in the thumb zone of a phone. */
export function AuthForm({
  title,
  description,
  step,
  form,
  invalidFields = [],
  submitLabel,
  disabled,
  note,
  secondButton,
  children,
}: AuthFormProps): ReactNode {
  usePageName(title);
  return (
    <ValidatedForm
      className="flex flex-1 flex-col md:flex-none"
      busy={form.busy}
      onSend={form.submit}
    >
      <div className="stack gap-5">
        <div>
          {step && <div className="meta mb-1">{step}</div>}
          <h1 className="t1">{title}</h1>
          {description && <p className="text-ink-2 mt-1.5">{description}</p>}
        </div>
        <FormErrors fields={invalidFields} message={form.message} />
        {children}
      </div>
      <StepActions className="pt-6 md:mt-5 md:flex-wrap md:pt-0">
        {note && <p className="meta mb-1 text-balance md:w-full short:hidden">{note}</p>}
        <Button kind="primary" size="lg" type="submit" busy={form.busy} disabled={disabled}>
          {submitLabel}
        </Button>
        {secondButton && <Button kind="ghost" size="lg" {...secondButton} />}
      </StepActions>
    </ValidatedForm>
  );
}

/** Says where codes are shown while no WhatsApp account is set. */
export function DevInboxHint(): ReactNode {
  const { devInbox } = useInstallationFeatures();
  return devInbox ? (
    <p className="meta">
      <Trans>
        No message leaves this machine.{' '}
        <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
          See the code in the dev inbox
        </a>
      </Trans>
    </p>
  ) : null;
}
