import type { ReactElement, ReactNode } from 'react';
import { Menu } from '../ui/menu.js';
import { i18n } from '../words/i18n.js';
import { additions } from './navigation.js';

/** It was pressed to be fetched, so it opens. */
export default function QuickAddMenu({ trigger }: { trigger: ReactElement<Record<string, unknown>> }): ReactNode {
  return (
    <Menu
      defaultOpen
      side="top"
      align="center"
      trigger={trigger}
      entries={additions.map(({ to, label, icon }) => ({ kind: 'link', to, label: i18n._(label), icon }))}
    />
  );
}
