import { Trans } from '@lingui/react/macro';
import type { FormEventHandler, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LanguageSwitch } from '../shared/language-switch.js';
import { Logo } from '../ui/logo.js';
import './accounts.css';
import { useSite } from './site.js';

/** The page of whoever is not signed in yet: the name on top, contour lines where no text is. */
export function AuthFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="auth">
      <div className="contour" aria-hidden="true" />
      <header className="auth-bar">
        <Link to="/" className="row rounded-control">
          <Logo />
          <span className="t3">Fieldtrace</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main className="auth-main">{children}</main>
    </div>
  );
}

/** A step: what is asked above, its buttons in the thumb zone of the phone. */
export function AuthForm({ children, actions, onSubmit }: { children: ReactNode; actions: ReactNode; onSubmit: FormEventHandler }): ReactNode {
  return (
    <form className="auth-form" noValidate onSubmit={onSubmit}>
      <div className="stack gap-5">{children}</div>
      <div className="auth-acts">{actions}</div>
    </form>
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
