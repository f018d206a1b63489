import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { toast } from '../../ui/feedback/toast.js';
import { OutboxSheet } from './outbox-chip.js';
import { refusalReason, queuedTitle } from './queued-commands.js';

/** Announces refusals on every screen. The outbox chip exists on top-level screens only. */
export default function RefusalToasts(): ReactNode {
  const { pathname, search } = useLocation();
  const currentPath = pathname + search;
  // page that shows the sheet; a form that is opened from it is another page
  const [sheetPath, setSheetPath] = useState<string>();
  useToastRefusals(() => setSheetPath(currentPath));
  return <OutboxSheet open={sheetPath === currentPath} onClose={() => setSheetPath(undefined)} />;
}

/** Time in which an open form removes its refused command from the outbox and shows the refusal. */
const FORM_REACTION_MS = 500;

/** Shows a toast for each refusal that arrives after its form was left. */
function useToastRefusals(onShow: () => void): void {
  const { items, scope } = useOutboxState();
  const announced = useRef<{ readonly scope: string; readonly ids: ReadonlySet<string> }>(
    undefined,
  );
  const openSheet = useEffectEvent(onShow);
  useEffect(() => {
    if (scope === undefined) return undefined;
    const refusedItems = items.filter(({ state }) => state === 'refused');
    const current = { scope, ids: new Set(refusedItems.map(({ commandId }) => commandId)) };
    // refusals from before this session are only shown by the chip
    if (announced.current?.scope !== scope) announced.current = current;
    const timer = setTimeout(() => {
      const unannounced = refusedItems.filter(
        ({ commandId }) => !announced.current?.ids.has(commandId),
      );
      announced.current = current;
      for (const item of unannounced) {
        const [title, why] = [queuedTitle(item), item.problem ? refusalReason(item.problem) : ''];
        toast({
          tone: 'bad',
          text: t`${title} was not sent. ${why}`,
          action: { label: t`Show`, onSelect: () => openSheet() },
        });
      }
    }, FORM_REACTION_MS);
    return () => clearTimeout(timer);
  }, [items, scope]);
}
