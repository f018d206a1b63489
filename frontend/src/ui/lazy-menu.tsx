import { cloneElement, type ComponentProps, type ReactNode } from 'react';
import { lazyPart } from './code.js';
import { MenuOnPress } from './lazy-mount.js';

const Menu = lazyPart(async () => ({ default: (await import('./menu.js')).Menu }));

/** What is rare, behind a button. Its menu is fetched when it is first pressed, and opens then. */
export function LazyMenu({ trigger, ...menu }: Omit<ComponentProps<typeof Menu>, 'defaultOpen'>): ReactNode {
  return (
    <MenuOnPress button={cloneElement(trigger, { 'aria-haspopup': 'menu' })}>
      <Menu {...menu} trigger={trigger} defaultOpen />
    </MenuOnPress>
  );
}
