import { useEffect, useMemo, useRef } from 'react';
import { keyOf } from '../lib/drafts.js';

interface Opened<Form> {
  form: Form;
  isClosed: boolean;
  /** The one that was opened after it for the same draft. */
  next: Opened<Form> | undefined;
}

/** By the key of their draft. Each is held by its screen, and by what may still be undone in it. */
const opened = new Map<string, WeakRef<Opened<never>>>();

/**
 * Undo is pressed later: its form may be closed by then, or open anew with what was typed since.
 * What it puts back goes to the one that was opened last for the same draft, so that neither
 * overwrites the other.
 */
export function useLatestForm<Form>(
  draft: string,
  form: Form,
): { readonly form: () => Form; readonly isClosed: () => boolean } {
  const own = useRef<Opened<Form>>({ form, isClosed: false, next: undefined }).current;
  own.form = form;
  const key = useMemo(() => keyOf(draft), [draft]);
  useEffect(() => {
    const before = opened.get(key)?.deref() as Opened<Form> | undefined;
    if (before && before !== own) before.next = own;
    opened.set(key, new WeakRef(own as Opened<never>));
    own.isClosed = false;
    return () => {
      own.isClosed = true;
    };
  }, [key, own]);
  return {
    form: () => {
      let last = own;
      while (last.isClosed && last.next) last = last.next;
      return last.form;
    },
    isClosed: () => own.isClosed,
  };
}
