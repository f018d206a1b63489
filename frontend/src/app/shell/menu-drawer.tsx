import { t } from '@lingui/core/macro';
import { LogOut, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { RoleBadge } from '../../kit/team/role-badge.js';
import { useMe } from '../../lib/account/session.js';
import { Avatar } from '../../ui/display/avatar.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { Segment } from '../../ui/inputs/choice.js';
import { Drawer } from '../../ui/overlays/dialog.js';
import { SectionLink } from '../../ui/buttons/section-link.js';
import { useTheme } from '../../browser/theme.js';
import { i18n, optionsOf } from '../../words/i18n.js';
import { Liveness } from './liveness.js';
import { useDestinations } from './navigation.js';
import { Brand, themeNames } from './sidebar.js';

/** Sidebar of a phone. */
export default function MenuDrawer({
  open,
  onClose,
  onSignOut,
}: {
  open: boolean;
  onClose: () => void;
  onSignOut: () => void;
}): ReactNode {
  const { account, role } = useMe();
  const { theme, choose } = useTheme();
  return (
    <Drawer open={open} onClose={onClose} label={t`Menu`}>
      <Brand>
        <IconButton label={t`Close menu`} icon={X} onClick={onClose} className="-mr-2" />
      </Brand>
      <nav aria-label={t`All sections`}>
        {useDestinations().map((destination) => (
          <SectionLink
            key={destination.to}
            {...destination}
            label={i18n._(destination.label)}
            onClick={onClose}
          />
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-3 pt-2">
        <Liveness />
        <div className="stack gap-1.5">
          <span className="meta">{t`Theme`}</span>
          <Segment
            label={t`Theme`}
            options={optionsOf(themeNames)}
            value={theme}
            onValue={choose}
          />
        </div>
        <div className="flex items-center gap-3 border-t border-line pt-3">
          <Avatar name={account.name} isMe />
          <span className="grow min-w-0">
            <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">
              {account.name}
            </span>
            {role && <RoleBadge role={role} />}
          </span>
        </div>
        <Button icon={LogOut} onClick={onSignOut}>
          {t`Sign out`}
        </Button>
      </div>
    </Drawer>
  );
}
