import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { database } from './database.js';
import { claimSlot, closes, type Slot, unlocked } from './draft-slots.js';
import { identity, scopeOf, useIdentity } from './identity.js';
import { invalidate, queryClient } from './query-client.js';

const writeAfter = 250;
/** Under which a form's draft is kept: of this person, in this organization. */
export const keyOf = (form: string): string => `${scopeOf(identity())}|${form}`;

async function read<Draft>(key: string): Promise<Draft | undefined> {
  try {
    return (await (await database()).get('drafts', key))?.draft as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** Told of each draft that is written or dropped: here, and in the other tabs. */
type Listener = (key: string, elsewhere: boolean) => void;
const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-drafts');
channel?.addEventListener('message', ({ data }: MessageEvent<string>) => tell(data, true));
function tell(key: string, elsewhere: boolean): void {
  void invalidate(({ queryKey }) => queryKey[0] === 'draft' && queryKey[1] === key);
  for (const listener of listeners) listener(key, elsewhere);
}
function changed(key: string): void {
  tell(key, false);
  channel?.postMessage(key);
}
function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What is kept of a form that all tabs share, whoever has typed it. Undefined where there is none. */
export function useKeptDraft<Draft>(form: string): Draft | undefined {
  const key = `${useIdentity(scopeOf)}|${form}`;
  const { data } = useQuery({ queryKey: ['draft', key], queryFn: async () => (await read<Draft>(key)) ?? null, gcTime: 0 }, queryClient);
  return data ?? undefined;
}

interface DraftOptions<Draft> {
  /** All tabs write one draft, because there is one such thing: this is told what another tab has made of it. Otherwise each tab has its own. */
  readonly shared?: ((draft: Draft | undefined) => void) | undefined;
}

/** Draft of a form: kept on this device until it is sent or discarded, also when the session ends. */
export function useDraft<Draft>(
  form: string,
  { shared }: DraftOptions<Draft> = {},
): {
  /** Undefined while it is being read; null: there is none. */
  readonly draft: Draft | null | undefined;
  readonly kept: boolean;
  readonly keep: (draft: Draft) => void;
  readonly drop: () => void;
  /**
   * Before what was typed is captured: from here on nothing is written until it is dropped or kept anew after a refusal.
   * The key goes with the capture, which takes the draft away in the moment in which it is kept itself.
   */
  readonly handOver: () => string;
  readonly takeBack: (draft: Draft) => void;
} {
  const [draft, setDraft] = useState<Draft | null>();
  const [kept, setKept] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<Draft>(undefined);
  const handedOver = useRef(false);
  /** How often it was thrown away: what was written before that is not kept any more, though it may arrive later. */
  const drops = useRef(0);
  const slot = useRef<Promise<Slot>>(undefined);
  const key = useRef<string>(undefined);
  const told = useRef(shared);
  told.current = shared;
  const isShared = shared !== undefined;

  const write = useCallback(async () => {
    const value = unwritten.current;
    unwritten.current = undefined;
    if (value === undefined || !slot.current) return;
    const before = drops.current;
    try {
      const at = (await slot.current).key;
      const work = (await database()).transaction('drafts', 'readwrite');
      const put = work.store.put({ key: at, draft: value, at: Date.now() });
      // at once: a page that is being left does not hear that it was put, and would commit nothing
      work.commit();
      await Promise.all([put, work.done]);
      changed(at);
      if (drops.current === before) setKept(true);
    } catch {
      setKept(false);
    }
  }, []);

  useEffect(() => {
    let open = true;
    const first = keyOf(form);
    const claimed = isShared ? Promise.resolve(unlocked(first)) : claimSlot(first);
    slot.current = claimed;
    void claimed.then(async (mine) => {
      key.current = mine.key;
      const found = await read<Draft>(mine.key);
      if (!open) return;
      setDraft(found ?? null);
      setKept(found !== undefined);
    });
    const unlisten = onChange((at, elsewhere) => {
      if (!elsewhere || !told.current || at !== first || handedOver.current) return;
      void read<Draft>(at).then((found) => {
        if (!open || handedOver.current) return;
        setKept(found !== undefined);
        told.current?.(found);
      });
    });
    // a page that is left, or a phone that is locked, may not come back
    const leaving = (): void => void write();
    addEventListener('pagehide', leaving);
    document.addEventListener('visibilitychange', leaving);
    return () => {
      open = false;
      removeEventListener('pagehide', leaving);
      document.removeEventListener('visibilitychange', leaving);
      unlisten();
      clearTimeout(timer.current);
      timer.current = undefined;
      closes(
        first,
        write().then(async () => (await claimed).release()),
      );
    };
  }, [form, isShared, write]);

  const forget = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    unwritten.current = undefined;
  };

  const keep = (value: Draft): void => {
    if (handedOver.current) return;
    unwritten.current = value;
    if (timer.current !== undefined) return;
    // At once, because a tab may be closed at any moment; what comes right after it is written together.
    void write();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void write();
    }, writeAfter);
  };

  const drop = (): void => {
    forget();
    handedOver.current = false;
    drops.current += 1;
    setKept(false);
    void slot.current
      ?.then(async ({ key: at }) => {
        await (await database()).delete('drafts', at);
        changed(at);
      })
      .catch(() => undefined);
  };

  const handOver = (): string => {
    forget();
    handedOver.current = true;
    return key.current ?? keyOf(form);
  };
  const takeBack = (value: Draft): void => {
    handedOver.current = false;
    keep(value);
  };

  return { draft, kept, keep, drop, handOver, takeBack };
}
