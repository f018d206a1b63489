import { msg, t } from '@lingui/core/macro';
import { MapPinned, Menu as MenuIcon, Plus, ReceiptText, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/display/icon.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { NavLink } from '../../ui/buttons/link.js';
import { useMe } from '../../lib/account/session.js';
import { i18n } from '../../words/i18n.js';
import { destinations } from './navigation.js';

/** Forms that open from every screen. */
const additions = [
  { to: '/leads/new', label: msg`Lead`, icon: UserRoundPlus },
  { to: '/visits/new', label: msg`Site Visit`, icon: MapPinned },
  { to: '/bills/new', label: msg`Bill`, icon: ReceiptText },
];

/** Limits the text size by the width of the screen, so that large text fits its column. */
const tabClass =
  'flex min-w-0 flex-col items-center justify-center gap-1 text-center text-[min(var(--text-meta),3.6vw)]/[1.3] font-medium text-ink-2 focus-visible:-outline-offset-2 aria-[current]:text-accent-ink';

/** Navigation of a phone, with the Add button in the middle. */
export function BottomNavigation({
  onMenu,
  menuOpen,
}: {
  onMenu: () => void;
  menuOpen: boolean;
}): ReactNode {
  const { organization } = useMe();
  const tabs = destinations
    .flatMap(({ bottomBarPlace: place, ...tab }) => (place === undefined ? [] : { ...tab, place }))
    .toSorted((one, other) => one.place - other.place)
    .map((tab) => <Tab key={tab.to} {...tab} />);
  return (
    <nav
      className="bottomnav fixed inset-x-0 bottom-0 z-(--ft-z-nav) grid min-h-bottomnav auto-cols-[minmax(0,1fr)] grid-flow-col bg-surface px-1 pb-[env(safe-area-inset-bottom)] shadow-bar md:hidden"
      aria-label={t`Sections`}
    >
      {tabs.slice(0, 2)}
      {organization && <QuickAdd />}
      {tabs.slice(2)}
      <button
        type="button"
        className={tabClass}
        onClick={onMenu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
      >
        <Icon icon={MenuIcon} className="size-5.5" />
        {t`Menu`}
      </button>
    </nav>
  );
}

function Tab({
  to,
  label,
  icon,
}: Pick<(typeof destinations)[number], 'to' | 'label' | 'icon'>): ReactNode {
  return (
    <NavLink to={to} end className={tabClass}>
      <Icon icon={icon} className="size-5.5" />
      {i18n._(label)}
    </NavLink>
  );
}

function QuickAdd(): ReactNode {
  const button = (
    <button type="button" className={tabClass} aria-label={t`Add`}>
      <span className="grid h-11 w-13 max-w-full place-items-center rounded-[0.875rem] bg-accent text-on-accent">
        <Icon icon={Plus} className="size-5.5" />
      </span>
    </button>
  );
  return (
    <LazyMenu
      side="top"
      align="center"
      trigger={button}
      entries={additions.map(({ to, label, icon }) => ({
        kind: 'link',
        to,
        label: i18n._(label),
        icon,
      }))}
    />
  );
}
