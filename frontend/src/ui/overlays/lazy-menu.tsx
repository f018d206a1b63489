import { cloneElement, type ComponentProps, type ReactNode } from 'react';
import { lazyPart } from '../loading/code.js';
import { MenuOnPress } from '../loading/lazy-mount.js';

const Menu = lazyPart(async () => ({ default: (await import('./menu.js')).Menu }));

/** Menu of rare actions, loaded at the first press. */
export function LazyMenu({
  trigger,
  ...menu
}: Omit<ComponentProps<typeof Menu>, 'defaultOpen'>): ReactNode {
  return (
    <MenuOnPress button={cloneElement(trigger, { 'aria-haspopup': 'menu' })}>
      <Menu {...menu} trigger={trigger} defaultOpen />
    </MenuOnPress>
  );
}
