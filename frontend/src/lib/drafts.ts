import { useCallback, useEffect, useRef, useState } from 'react';
import { database } from './database.js';
import { identity, scopeOf } from './identity.js';

const writeAfter = 250;
const keyOf = (form: string): string => `${scopeOf(identity())}|${form}`;

async function read<Draft>(form: string): Promise<Draft | undefined> {
  try {
    return (await (await database()).get('drafts', keyOf(form)))?.draft as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** What was typed into a form and not saved, kept on this device until it is saved or thrown away, or the person signs out. */
export function useDraft<Draft>(form: string): {
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

  const write = useCallback(async () => {
    const value = unwritten.current;
    unwritten.current = undefined;
    if (value === undefined) return;
    const before = drops.current;
    try {
      await (await database()).put('drafts', { key: keyOf(form), draft: value, at: Date.now() });
      if (drops.current === before) setKept(true);
    } catch {
      setKept(false);
    }
  }, [form]);

  useEffect(() => {
    let open = true;
    void read<Draft>(form).then((found) => {
      if (!open) return;
      setDraft(found ?? null);
      setKept(found !== undefined);
    });
    return () => {
      open = false;
      clearTimeout(timer.current);
      timer.current = undefined;
      void write();
    };
  }, [form, write]);

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    unwritten.current = undefined;
  }, []);

  const keep = useCallback(
    (value: Draft) => {
      if (handedOver.current) return;
      unwritten.current = value;
      if (timer.current !== undefined) return;
      // At once, because a tab may be closed at any moment; what comes right after it is written together.
      void write();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void write();
      }, writeAfter);
    },
    [write],
  );

  const drop = useCallback(() => {
    forget();
    handedOver.current = false;
    drops.current += 1;
    setKept(false);
    database()
      .then((db) => db.delete('drafts', keyOf(form)))
      .catch(() => undefined);
  }, [form, forget]);

  const handOver = useCallback(() => {
    forget();
    handedOver.current = true;
    return keyOf(form);
  }, [form, forget]);
  const takeBack = useCallback(
    (value: Draft) => {
      handedOver.current = false;
      keep(value);
    },
    [keep],
  );

  return { draft, kept, keep, drop, handOver, takeBack };
}
