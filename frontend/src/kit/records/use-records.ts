import { useCallback, useRef, useSyncExternalStore } from 'react';
import { records } from '../../lib/records/device-cache.js';
import type { Ref } from '../../lib/records/record.js';

/** Current records of these keys, without gone, hidden or unknown ones. */
export function useRows(refs: readonly Ref[] | undefined): readonly object[] | undefined {
  return useRecords(useCallback(() => refs?.flatMap((ref) => records.read(ref) ?? []), [refs]));
}

/** Subscribes to a function of the records. */
function useRecords<Row>(read: () => readonly Row[] | undefined): readonly Row[] | undefined {
  const lastRows = useRef<readonly Row[]>(undefined);
  return useSyncExternalStore(records.subscribe, () => {
    const next = read();
    if (next === undefined) return undefined;
    const isSame =
      lastRows.current?.length === next.length &&
      next.every((row, index) => row === lastRows.current?.[index]);
    if (!isSame) lastRows.current = next;
    return lastRows.current;
  });
}
