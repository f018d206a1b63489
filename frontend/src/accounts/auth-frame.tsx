import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LanguageSwitch } from '../shared/language-switch.js';
import { Button } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { Contour } from '../ui/contour.js';
import { StepActions } from '../ui/bottom-bar.js';
import { usePageName } from '../ui/frame.js';
import { Logo } from '../ui/logo.js';
import { SentForm } from '../ui/sent-form.js';
import { useSite } from './site.js';

/** The page of whoever is not signed in yet: the name on top, contour lines where no text is. */
export function AuthFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-clip">
      <Contour
        className={classes(
          '-right-96 -bottom-56 w-184 opacity-20 [--fade:linear-gradient(to_top,black_20%,transparent_62%)]',
          'md:-right-56 md:-bottom-72 md:w-248 md:[--fade:linear-gradient(to_left,black_30%,transparent_68%)]',
        )}
      />
      <header className="relative flex items-center justify-between px-gutter py-4">
        <Link to="/" className="row rounded-control">
          <Logo className="size-7.5" />
          <span className="t3">Fieldtrace</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main className="relative mx-auto flex w-full max-w-104 flex-1 flex-col px-gutter pt-8 pb-[calc(1rem+env(safe-area-inset-bottom))] md:pt-[14vh]">
        {children}
      </main>
    </div>
  );
}

/** The head of a page without a top bar: sign-in, onboarding. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  usePageName(title);
  return (
    <div>
      <h1 className="t1">{title}</h1>
      {children && <p className="text-ink-2 mt-1.5">{children}</p>}
    </div>
  );
}

interface AuthFormProps {
  /** What its main button does, in its words. */
  act: string;
  busy?: boolean;
  disabled?: boolean;
  /** The second button: Back, or later. */
  second?: ReactNode;
  onSubmit: () => unknown;
  children: ReactNode;
}

/** A step: what is asked above, its buttons in the thumb zone of the phone. */
export function AuthForm({ act, busy = false, disabled, second, onSubmit, children }: AuthFormProps): ReactNode {
  return (
    <SentForm className="flex flex-1 flex-col md:flex-none" busy={busy} onSend={() => void onSubmit()}>
      <div className="stack gap-5">{children}</div>
      <StepActions className="pt-6 md:mt-5 md:pt-0">
        <Button kind="primary" size="lg" type="submit" busy={busy} disabled={disabled}>
          {act}
        </Button>
        {second}
      </StepActions>
    </SentForm>
  );
}

/** While this runs on somebody's own machine, codes go to a page instead of a phone. */
export function DevInboxHint(): ReactNode {
  const { devInbox } = useSite();
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
