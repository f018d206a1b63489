import { t } from '@lingui/core/macro';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { RoleBadge } from '../shared/role-badge.js';
import { useMe } from '../lib/session.js';
import { Avatar } from '../ui/avatar.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Logo } from '../ui/logo.js';
import { i18n } from '../words/i18n.js';
import { Liveness } from './liveness.js';
import { usePlaces } from './navigation.js';
import { ThemeButton } from './theme-button.js';

/** Whose organization this is, where one can go, who I am. Icons only between 768 and 1023 px. */
export function Sidebar({ onSignOut }: { onSignOut: () => void }): ReactNode {
  const { account, organization, role } = useMe();
  return (
    <aside className="side" aria-label={t`Main`}>
      <div className="brand">
        <Logo />
        <span className="org clamp2">{organization?.name ?? 'Fieldtrace'}</span>
      </div>
      <nav aria-label={t`Sections`} className="side-nav">
        {usePlaces().map((place) => (
          <NavLink key={place.to} to={place.to} className="nav" title={i18n._(place.label)}>
            <Icon of={place.icon} />
            <span className="nt">{i18n._(place.label)}</span>
          </NavLink>
        ))}
      </nav>
      <div className="side-live">
        <Liveness />
        <ThemeButton />
      </div>
      <div className="me">
        <Avatar name={account.name} me />
        <div className="grow min-w-0">
          <div className="label medium trunc" title={account.name}>
            {account.name}
          </div>
          {role && (
            <div className="mt-0.5">
              <RoleBadge role={role} />
            </div>
          )}
        </div>
        <IconButton label={t`Sign out`} icon={LogOut} onClick={onSignOut} />
      </div>
    </aside>
  );
}
