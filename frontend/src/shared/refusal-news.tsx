import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOutboxState } from '../lib/outbox.js';
import { toast } from '../ui/toast.js';
import { OutboxSheet } from './outbox-chip.js';
import { reasonOf, titleOf } from './queued-commands.js';

/**
 * Says refusals on every screen, and opens the list of what is not sent. The chip stands on
 * top-level screens only.
 */
export default function RefusalNews(): ReactNode {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // a form that the list leads to is not covered by the list
  const [openAt, setOpenAt] = useState<string>();
  useSayRefused(() => setOpenAt(here));
  return <OutboxSheet open={openAt === here} onClose={() => setOpenAt(undefined)} />;
}

/** A form that is still there takes a refusal back within this time, in milliseconds. */
const TAKEN_BACK_MS = 500;

/** Says each refusal that arrives after its form was left. */
function useSayRefused(onLook: () => void): void {
  const { items, scope } = useOutboxState();
  const said = useRef<{ readonly scope: string; readonly ids: ReadonlySet<string> }>(undefined);
  const look = useEffectEvent(onLook);
  useEffect(() => {
    if (scope === undefined) return undefined;
    const refused = items.filter(({ state }) => state === 'refused');
    const saidNow = { scope, ids: new Set(refused.map(({ commandId }) => commandId)) };
    // those from before the app was opened, or this account signed in, stand in the chip
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
