import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useIsPhone } from '../../browser/media.js';
import { useNetwork } from '../../lib/server/network.js';
import { Button } from '../../ui/buttons/button.js';
import type { TableSelection } from './data-table.js';
import type { ListQuery } from './list-query.js';

const noKeys: ReadonlySet<string> = new Set();

/**
 * Rows that are selected in a table. A selected row that leaves the list is dropped. Nothing is
 * selected while `isUnavailable`: for placeholder rows of other filters, and on a phone, which has
 * no checkboxes.
 * @param keyOf stable between renders, as `nameOf`
 */
export function useRowSelection<Item>(
  {
    items,
    data,
    isPlaceholderData,
  }: Pick<ListQuery, 'data' | 'isPlaceholderData'> & { readonly items: readonly Item[] },
  keyOf: (item: Item) => string,
  nameOf: (item: Item) => string,
) {
  const [selectedKeys, setSelectedKeys] = useState(noKeys);
  const isUnavailable = useIsPhone() || data === undefined || isPlaceholderData;
  const selected = isUnavailable ? [] : items.filter((item) => selectedKeys.has(keyOf(item)));
  if (!isUnavailable && selected.length < selectedKeys.size)
    setSelectedKeys(new Set(selected.map(keyOf)));
  const select = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setSelectedKeys((keysBefore) => {
        const keys = new Set(keysBefore);
        for (const key of changed)
          if (isSelected) keys.add(key);
          else keys.delete(key);
        return keys;
      }),
    [],
  );
  const selection = useMemo(
    (): TableSelection<Item> => ({ selectedKeys, nameOf, onSelect: select }),
    [selectedKeys, nameOf, select],
  );
  return {
    selected,
    isUnavailable,
    selection,
    clear: useCallback(() => setSelectedKeys(noKeys), []),
  };
}

/** Bar with the actions on selected rows. */
export function SelectionBar({
  label,
  count,
  onClear,
  children,
}: {
  label: string;
  /** Number of selected rows with their noun: "3 leads". */
  count: string;
  onClear: () => void;
  children: ReactNode;
}): ReactNode {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="card sticky top-2 z-(--ft-z-sticky) mb-2 flex flex-wrap items-center gap-2 px-3 py-2 shadow-float"
    >
      <span className="label font-medium num" role="status">
        {t`${count} chosen`}
      </span>
      {isOffline && (
        <span className="label text-ink-2" role="status">
          {t`No network.`}
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {children}
        <Button kind="ghost" icon={X} onClick={onClear}>
          {t`Clear`}
        </Button>
      </span>
    </div>
  );
}
