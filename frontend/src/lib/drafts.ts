import { useCallback, useEffect, useRef, useState } from 'react';
import { claimSlot, closes, type Slot, unlocked } from './draft-slots.js';
import { draftStore, hasNewFile } from './draft-store.js';
import { identity, scopeOf } from './identity.js';
import { announceDraft, onDraftChange, type ReadDraft, readDraft } from './kept-drafts.js';

const writeAfter = 250;
/** Key of a form's draft, for this account in this organization. */
export const keyOf = (form: string): string => `${scopeOf(identity())}|${form}`;

/** Drafts that are one text. */
export const readText: ReadDraft<string> = (stored) => (typeof stored === 'string' ? stored : '');

interface DraftOptions<Draft> {
  readonly read: ReadDraft<Draft>;
  /** Adds what was typed before the stored draft was read. Left out: it takes the place of that. */
  readonly merge?: (stored: Draft, typed: Draft) => Draft;
  /**
   * All tabs write one draft, because there is one such thing: this is told what another tab has
   * made of it. Otherwise each tab has its own.
   */
  readonly shared?: ((draft: Draft | undefined) => void) | undefined;
}

/**
 * Draft of a form: kept on this device until it is sent or discarded, also when the session ends.
 */
export function useDraft<Draft>(
  form: string,
  { read: make, merge, shared }: DraftOptions<Draft>,
): {
  /** Undefined while it is being read; null: there is none. */
  readonly draft: Draft | null | undefined;
  readonly kept: boolean;
  readonly keep: (draft: Draft) => void;
  readonly drop: () => void;
  /**
   * Stops autosave and returns the key of the draft, which the outbox deletes in its own
   * transaction; undefined where the form does not show it.
   */
  readonly handOver: () => string | undefined;
  /** Resumes autosave. Resolves once the draft is stored. */
  readonly takeBack: (draft: Draft) => Promise<void>;
} {
  const [draft, setDraft] = useState<Draft | null>();
  const [kept, setKept] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<Draft>(undefined);
  const handedOver = useRef(false);
  /**
   * How often it was thrown away: what was written before that is not kept any more, though it may
   * arrive later.
   */
  const drops = useRef(0);
  const slot = useRef<Promise<Slot>>(undefined);
  const key = useRef<string>(undefined);
  const told = useRef({ shared, make, merge });
  told.current = { shared, make, merge };
  /** First reading of the stored draft; undefined after that has failed. */
  const reading = useRef<Promise<Draft | undefined>>(undefined);
  const readAgain = useRef<() => Promise<undefined>>(undefined);
  const isRead = useRef(false);
  /**
   * Stored draft that the form does not show, read too late for that: it outlives what is typed,
   * sent or dropped.
   */
  const unseen = useRef<Draft>(undefined);
  /** Text that was typed while the stored draft was being read. */
  const isEarly = useRef(false);
  /** Ids of the files that lie beside the draft already. */
  const stored = useRef<Set<string>>(new Set());
  const isShared = shared !== undefined;

  const write = useCallback(async () => {
    const value = unwritten.current;
    unwritten.current = undefined;
    if (value === undefined || !slot.current) return;
    const before = drops.current;
    const wasEarly = isEarly.current;
    isEarly.current = false;
    try {
      const at = (await slot.current).key;
      const shown =
        wasEarly && !isRead.current ? await (reading.current ?? readAgain.current?.()) : undefined;
      // dropped or sent while it was being read
      if (wasEarly && (drops.current !== before || handedOver.current)) return;
      const found = unseen.current ?? shown;
      await draftStore.put(
        at,
        found === undefined ? value : (told.current.merge?.(found, value) ?? value),
        stored.current,
      );
      announceDraft(at);
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
    isRead.current = false;
    unseen.current = undefined;
    const readStored = async (): Promise<Draft | undefined> => {
      key.current = (await claimed).key;
      const found = await readDraft(key.current, told.current.make);
      stored.current = new Set(found?.stored);
      isRead.current = true;
      return found?.draft;
    };
    const readUnseen = async (): Promise<undefined> => {
      unseen.current = await readStored();
    };
    reading.current = readStored().then((found) => {
      const isShown = !handedOver.current;
      if (!isShown) unseen.current = found;
      if (open) {
        setDraft((isShown ? found : undefined) ?? null);
        setKept(isShown && found !== undefined);
      }
      return found;
    });
    readAgain.current = readUnseen;
    // the form can be typed in; the next write reads again what it adds to
    reading.current.catch(() => {
      reading.current = undefined;
      if (open) setDraft(null);
    });
    const unlisten = onDraftChange((at, elsewhere) => {
      if (!elsewhere || !told.current.shared || at !== first || handedOver.current) return;
      const takeOver = async (): Promise<void> => {
        const found = await readDraft(at, told.current.make);
        if (!open || handedOver.current) return;
        stored.current = new Set(found?.stored);
        unseen.current = undefined;
        setKept(found !== undefined);
        told.current.shared?.(found?.draft);
      };
      void takeOver().catch(() => undefined);
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

  const stopWriting = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    unwritten.current = undefined;
  };
  const keep = (value: Draft): Promise<void> => {
    if (handedOver.current) return Promise.resolve();
    unwritten.current = value;
    if (!isRead.current) isEarly.current = true;
    // A text that waits is written while the page is closed; a blob takes longer than that.
    if (timer.current !== undefined && !hasNewFile(value, stored.current)) return Promise.resolve();
    // At once, because a tab may be closed at any moment; what comes right after it is written
    // together.
    const written = write();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void write();
    }, writeAfter);
    return written;
  };

  const drop = (): void => {
    stopWriting();
    handedOver.current = false;
    drops.current += 1;
    setKept(false);
    // before it is read, nothing of this form is stored
    if (!isRead.current) return;
    const [before, files] = [unseen.current, stored.current];
    // its files go with a draft: the next one is written whole
    if (before === undefined) stored.current = new Set();
    void slot.current
      ?.then(async ({ key: at }) => {
        await (before === undefined ? draftStore.delete(at) : draftStore.put(at, before, files));
        announceDraft(at);
      })
      .catch(() => undefined);
  };

  const handOver = (): string | undefined => {
    stopWriting();
    handedOver.current = true;
    if (!isRead.current || unseen.current !== undefined) return undefined;
    stored.current = new Set();
    return key.current;
  };
  const takeBack = (value: Draft): Promise<void> => {
    stopWriting();
    handedOver.current = false;
    return keep(value);
  };

  return { draft, kept, keep: (value) => void keep(value), drop, handOver, takeBack };
}
