import { msg, t } from '@lingui/core/macro';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { RoleBadge } from '../../kit/team/role-badge.js';
import { useMe } from '../../lib/account/session.js';
import { Avatar } from '../../ui/display/avatar.js';
import { IconButton } from '../../ui/buttons/button.js';
import { Logo } from '../../ui/display/logo.js';
import { SectionLink } from '../../ui/buttons/section-link.js';
import { type Theme, useTheme } from '../../browser/theme.js';
import { i18n, type Names } from '../../words/i18n.js';
import { classes } from '../../ui/classes.js';
import { Liveness } from './liveness.js';
import { useDestinations } from './navigation.js';

export const themeNames: Names<Theme> = { system: msg`System`, light: msg`Light`, dark: msg`Dark` };
const icons = { system: Monitor, light: Sun, dark: Moon };
const themes = ['system', 'light', 'dark'] as const;

/** Organization, navigation and account. Narrow between 768 and 1023 px. */
export function Sidebar({ onSignOut }: { onSignOut: () => void }): ReactNode {
  const { account, role } = useMe();
  return (
    <aside
      className="sticky top-0 -mb-(--ft-below) hidden h-dvh flex-col gap-px overflow-y-auto bg-canvas px-1.5 py-3 shadow-[inset_-1px_0_0_var(--color-line)] [scrollbar-width:none] md:flex lg:px-3"
      aria-label={t`Main`}
    >
      <Brand isInSidebar />
      <nav aria-label={t`Sections`} className="flex flex-col gap-px">
        {useDestinations().map((destination) => (
          <SectionLink
            key={destination.to}
            {...destination}
            label={i18n._(destination.label)}
            isInSidebar
          />
        ))}
      </nav>
      <div className="mt-auto flex flex-col items-center justify-between gap-2 py-2 lg:flex-row lg:px-2">
        <Liveness isInSidebar />
        <ThemeButton />
      </div>
      <div className="flex flex-col items-center gap-1.5 lg:flex-row lg:p-2">
        <Avatar name={account.name} isMe className="mb-1 lg:mr-1 lg:mb-0" />
        <div className="grow max-w-full min-w-0 md:max-lg:text-center">
          <div
            className="label font-medium truncate min-w-0 md:max-lg:line-clamp-2 md:max-lg:text-micro md:max-lg:whitespace-normal md:max-lg:wrap-anywhere"
            title={account.name}
          >
            {account.name}
          </div>
          {role && (
            <div className="mt-0.5 md:max-lg:flex md:max-lg:justify-center">
              <RoleBadge role={role} />
            </div>
          )}
        </div>
        <IconButton
          label={t`Sign out`}
          icon={LogOut}
          className="min-h-tap w-tap lg:min-h-8 lg:w-8"
          onClick={onSignOut}
        />
      </div>
    </aside>
  );
}

/** Organization with its logo. `isInSidebar`: name below the logo while the sidebar is narrow. */
export function Brand({
  isInSidebar = false,
  children,
}: {
  isInSidebar?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { organization } = useMe();
  return (
    <div
      className={classes(
        'flex items-center gap-2.5 px-2 pt-1.5 pb-3.5',
        isInSidebar && 'md:max-lg:flex-col md:max-lg:gap-1 md:max-lg:px-0.5 md:max-lg:pb-2',
      )}
    >
      <Logo className="size-7 flex-none" />
      <span
        className={classes(
          'line-clamp-2 min-w-0 wrap-anywhere grow text-label/[1.15rem] font-strong',
          isInSidebar && 'md:max-lg:text-center md:max-lg:text-micro',
        )}
      >
        {organization?.name ?? 'Fieldtrace'}
      </span>
      {children}
    </div>
  );
}

/** Cycles the theme: system, light, dark. */
function ThemeButton(): ReactNode {
  const { theme, choose } = useTheme();
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const [name, nextName] = [i18n._(themeNames[theme]), i18n._(themeNames[nextTheme])];
  return (
    <IconButton
      label={t`Theme: ${name}. Change to ${nextName}`}
      title={t`Theme: ${name}`}
      icon={icons[theme]}
      className="min-h-tap w-tap lg:min-h-8 lg:w-8"
      onClick={() => choose(nextTheme)}
    />
  );
}
