import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { IconButton } from '../ui/button.js';
import { MenuOnPress } from '../ui/lazy-mount.js';
import type { MenuEntry } from '../ui/menu.js';

// a list itself does not need it
const Menu = lazy(async () => ({ default: (await import('../ui/menu.js')).Menu }));

/** What is rare about one card, behind a button. Its menu is fetched when it is first pressed, and opens then. */
export function MoreButton({ label, entries }: { label: string; entries: readonly MenuEntry[] }): ReactNode {
  return (
    <MenuOnPress button={<IconButton icon={Ellipsis} label={label} aria-haspopup="menu" />}>
      <Menu defaultOpen trigger={<IconButton icon={Ellipsis} label={label} />} entries={entries} />
    </MenuOnPress>
  );
}
