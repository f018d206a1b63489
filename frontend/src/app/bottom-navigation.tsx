import { Menu as MenuIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Icon } from '../ui/icon.js';
import { useMe } from '../lib/session.js';
import { additions, places } from './navigation.js';

/** The phone's way around: places left and right of what is added most. */
export function BottomNavigation({ onMenu, menuOpen }: { onMenu: () => void; menuOpen: boolean }): ReactNode {
  const { organization } = useMe();
  const atThumb = places.filter((place) => place.atThumb);
  const left = atThumb.slice(0, 2);
  const right = atThumb.slice(2);
  return (
    <nav className="bottomnav" aria-label="Sections">
      {left.map((place) => (
        <Tab key={place.to} {...place} />
      ))}
      {organization && <QuickAdd />}
      {right.map((place) => (
        <Tab key={place.to} {...place} />
      ))}
      <button type="button" onClick={onMenu} aria-haspopup="dialog" aria-expanded={menuOpen}>
        <Icon of={MenuIcon} />
        Menu
      </button>
    </nav>
  );
}

function Tab({ to, label, icon }: (typeof places)[number]): ReactNode {
  return (
    <NavLink to={to} end>
      <Icon of={icon} />
      {label}
    </NavLink>
  );
}

/** What is added most, one tap away from every top-level screen. */
function QuickAdd(): ReactNode {
  return additions.map((addition) => (
    <Link key={addition.to} to={addition.to} aria-label={`Add ${addition.label}`}>
      <span className="add">
        <Icon of={Plus} />
      </span>
    </Link>
  ));
}
