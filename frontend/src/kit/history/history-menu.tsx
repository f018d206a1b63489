import { t } from '@lingui/core/macro';
import { Ellipsis, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePermissions } from '../../lib/account/session.js';
import { IconButton } from '../../ui/buttons/button.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import type { MenuEntry } from '../../ui/overlays/menu.js';

/** Menu entry that opens a record's history, for members who may see it. */
export function useHistoryEntries(record: string): readonly MenuEntry[] {
  const may = usePermissions();
  return may('GET /api/history/:kind/:id')
    ? [{ kind: 'link', label: t`History`, icon: History, to: `${record}/history` }]
    : [];
}

interface HistoryMenuProps {
  record: string;
  /** Other rare actions, after the history. */
  more?: readonly MenuEntry[];
}

/** Menu of a record's rare actions. */
export function HistoryMenu({ record, more = [] }: HistoryMenuProps): ReactNode {
  const entries = [...useHistoryEntries(record), ...more];
  return (
    entries.length > 0 && (
      <LazyMenu
        trigger={<IconButton icon={Ellipsis} label={t`More`} />}
        align="end"
        entries={entries}
      />
    )
  );
}
