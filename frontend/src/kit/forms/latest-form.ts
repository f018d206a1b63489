import { useEffect, useMemo, useRef } from 'react';
import { draftKeyOf } from '../../lib/drafts/drafts.js';

interface OpenedForm<Form> {
  form: Form;
  isClosed: boolean;
  /** Form opened later for the same draft. */
  next: OpenedForm<Form> | undefined;
}

/** Open forms by draft key. Weak: a screen or a pending undo keeps its form alive. */
const openedForms = new Map<string, WeakRef<OpenedForm<never>>>();

/**
 * Finds the form that edits a draft now: this one while it is open, else the newest. An undo after
 * this form was closed changes that one, so that they do not overwrite each other's draft.
 */
export function useLatestForm<Form>(
  draft: string,
  form: Form,
): { readonly form: () => Form; readonly isClosed: () => boolean } {
  const own = useRef<OpenedForm<Form>>({ form, isClosed: false, next: undefined }).current;
  own.form = form;
  const key = useMemo(() => draftKeyOf(draft), [draft]);
  useEffect(() => {
    const before = openedForms.get(key)?.deref() as OpenedForm<Form> | undefined;
    if (before && before !== own) before.next = own;
    openedForms.set(key, new WeakRef(own as OpenedForm<never>));
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
