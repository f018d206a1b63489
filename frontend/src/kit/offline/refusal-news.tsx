import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { toast } from '../../ui/feedback/toast.js';
import { OutboxSheet } from './outbox-chip.js';
import { reasonOf, titleOf } from './queued-commands.js';

/** Announces refusals on every screen. The outbox chip exists on top-level screens only. */
export default function RefusalNews(): ReactNode {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // the sheet stays closed on a form that was opened from it
  const [openAt, setOpenAt] = useState<string>();
  useSayRefused(() => setOpenAt(here));
  return <OutboxSheet open={openAt === here} onClose={() => setOpenAt(undefined)} />;
}

/** An open form takes its refusal back within this time. */
const TAKEN_BACK_MS = 500;

/** Shows a toast for each refusal that arrives after its form was left. */
function useSayRefused(onLook: () => void): void {
  const { items, scope } = useOutboxState();
  const said = useRef<{ readonly scope: string; readonly ids: ReadonlySet<string> }>(undefined);
  const look = useEffectEvent(onLook);
  useEffect(() => {
    if (scope === undefined) return undefined;
    const refused = items.filter(({ state }) => state === 'refused');
    const saidNow = { scope, ids: new Set(refused.map(({ commandId }) => commandId)) };
    // refusals from before this session are only shown by the chip
    if (said.current?.scope !== scope) said.current = saidNow;
    const timer = setTimeout(() => {
      const fresh = refused.filter(({ commandId }) => !said.current?.ids.has(commandId));
      said.current = saidNow;
      for (const item of fresh) {
        const [title, why] = [titleOf(item), item.problem ? reasonOf(item.problem) : ''];
        toast({
          tone: 'bad',
          text: t`${title} was not sent. ${why}`,
          action: { label: t`Look`, onSelect: () => look() },
        });
      }
    }, TAKEN_BACK_MS);
    return () => clearTimeout(timer);
  }, [items, scope]);
}
