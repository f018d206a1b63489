import { msg } from '@lingui/core/macro';
import { MapPinned, ReceiptText, UserRoundPlus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Menu } from '../ui/menu.js';
import { i18n } from '../words/i18n.js';

/** What can be added from anywhere. */
const additions = [
  { to: '/leads/new', label: msg`Lead`, icon: UserRoundPlus },
  { to: '/visits/new', label: msg`Site Visit`, icon: MapPinned },
  { to: '/bills/new', label: msg`Bill`, icon: ReceiptText },
];

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
