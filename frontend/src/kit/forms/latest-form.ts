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
 * this form was closed changes the newest form, so that the two do not overwrite one draft.
 */
export function useLatestForm<Form>(
  draft: string,
  form: Form,
): { readonly form: () => Form; readonly isClosed: () => boolean } {
  const thisForm = useRef<OpenedForm<Form>>({ form, isClosed: false, next: undefined }).current;
  thisForm.form = form;
  const key = useMemo(() => draftKeyOf(draft), [draft]);
  useEffect(() => {
    const previous = openedForms.get(key)?.deref() as OpenedForm<Form> | undefined;
    if (previous && previous !== thisForm) previous.next = thisForm;
    openedForms.set(key, new WeakRef(thisForm as OpenedForm<never>));
    thisForm.isClosed = false;
    return () => {
      thisForm.isClosed = true;
    };
  }, [key, thisForm]);
  return {
    form: () => {
      let latestForm = thisForm;
      while (latestForm.isClosed && latestForm.next) latestForm = latestForm.next;
      return latestForm.form;
    },
    isClosed: () => thisForm.isClosed,
  };
}
