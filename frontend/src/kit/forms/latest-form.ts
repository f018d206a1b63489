import { useEffect, useMemo, useRef } from 'react';
import { keyOf } from '../../lib/drafts/drafts.js';

interface Opened<Form> {
  form: Form;
  isClosed: boolean;
  /** Form opened later for the same draft. */
  next: Opened<Form> | undefined;
}

/** Open forms by draft key. Weak: a screen or a pending undo keeps its form alive. */
const opened = new Map<string, WeakRef<Opened<never>>>();

/**
 * Finds the newest form of a draft. A late undo goes to it, so that neither form overwrites the
 * other.
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
