import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useDraft } from '../../lib/drafts/drafts.js';
import { newId } from '../../lib/server/api.js';
import { changedFieldNames, pick } from './field-values.js';
import {
  mergeDrafts,
  readDraft,
  type Shapes,
  type StoredDraft,
  shownTextOf,
  type TextsOf,
  withoutSavedValues,
} from './stored-draft.js';

export interface FormDraftOptions<Values> {
  /** Name of the draft, which is deleted when it is sent or discarded. */
  readonly draft: string;
  /** Id of the new record, if a refused command is resubmitted. */
  readonly knownId?: string | undefined;
  /** Fields whose default is today's date. A draft stores them even if untouched. */
  readonly datedFields?: readonly (keyof Values & string)[];
  /** Typed and initial values of a refused command, used unless the form has a draft. */
  readonly reopened?: Pick<StoredDraft<Values>, 'typed' | 'over'> | undefined;
  /** Shapes of stored values that are not text, switches, lists of texts or files. */
  readonly shapes?: Shapes<Values>;
  /** Most files of the form. Merged drafts keep the last ones. */
  readonly maxFiles?: number;
  /** Set if all tabs share one draft. Otherwise each tab has its own. */
  readonly shared?: boolean;
}

export type FormDraft<Values> = ReturnType<typeof useFormDraft<Values & object>>;

/**
 * Stored draft of a form: saved while a person types, filled in when the form opens again.
 * @param values current initial values
 * @param isEdit drops typed values that the record already has
 * @param textsOf texts that a person typed into a field
 */
export function useFormDraft<Values extends object>(
  form: UseFormReturn<FieldValues>,
  values: Values,
  options: FormDraftOptions<Values>,
  { isEdit, textsOf }: { readonly isEdit: boolean; readonly textsOf: TextsOf },
) {
  const { datedFields = [], reopened, shapes = {}, maxFiles } = options;
  const merge = (stored: StoredDraft<Values>, typed: StoredDraft<Values>): StoredDraft<Values> =>
    mergeDrafts(stored, typed, { textsOf, maxFiles });
  const { draft, isStored, isUnstored, save, discard, handOver, takeBack } = useDraft<
    StoredDraft<Values>
  >(options.draft, {
    read: (stored, version) => readDraft(stored, version, values, { shapes, textsOf }),
    merge,
    onSharedChange: options.shared
      ? (found) => form.formState.isSubmitting || showDraft(found ?? { id: newId(), typed: {} })
      : undefined,
  });
  // Initial values when the form opened. A record with other values was changed by somebody else.
  const [base, setBase] = useState(values);
  const [id, setId] = useState(() => options.knownId ?? newId());
  const unread = useRef<StoredDraft<Values>['unread']>(undefined);
  const isRestored = useRef(false);
  const isSent = useRef(false);
  // Set from the answer until the form starts over: an upload that ends meanwhile makes no draft.
  const isFinishing = useRef(false);
  // Set while the form fills in fields, which does not count as typing.
  const isFilling = useRef(false);

  const currentValues = (): Values => form.getValues() as Values;
  /** Typed values, and those of dated fields if anything was typed. */
  const valuesOtherThan = (initialValues: Values): Partial<Values> => {
    const changed = changedFieldNames(initialValues, currentValues());
    return pick(currentValues(), changed.length > 0 ? [...changed, ...datedFields] : []);
  };
  const readTyped = (): Partial<Values> => valuesOtherThan(base);
  const draftOf = (typed: Partial<Values>, initialValues: Values): StoredDraft<Values> => {
    const typedFields = Object.keys(typed).filter(
      (field) => !(datedFields as readonly string[]).includes(field),
    );
    return {
      id,
      typed,
      over: pick(initialValues, typedFields),
      ...(unread.current && { unread: unread.current }),
    };
  };
  const currentDraft = (): StoredDraft<Values> => draftOf(readTyped(), base);

  const saveTyped = (initialValues: Values): void => {
    const typed = valuesOtherThan(initialValues);
    if (Object.keys(typed).length > 0 || unread.current) {
      isSent.current = false;
      save(draftOf(typed, initialValues));
    }
    // Form is back at its initial values: delete the draft, but only after it was read.
    else if (isRestored.current) void discard();
  };
  const fill = (initialValues: Values, typed: Partial<Values>): void => {
    isFilling.current = true;
    setBase(initialValues);
    form.reset(initialValues);
    for (const [field, value] of Object.entries(typed))
      form.setValue(field, value as never, { shouldDirty: true });
    isFilling.current = false;
  };
  const showDraft = ({ id, typed, over, ...stored }: StoredDraft<Values>): void => {
    setId(id);
    unread.current = stored.unread;
    fill({ ...values, ...over }, typed);
  };
  const restoreFormerDraft = (former: StoredDraft<Values>, typedNow = readTyped()): void => {
    const merged = merge(former, draftOf(typedNow, base));
    showDraft(merged);
    save(merged);
  };
  const restart = (initialValues: Values, typed: Partial<Values>): void => {
    isFinishing.current = false;
    fill(initialValues, typed);
    saveTyped(initialValues);
  };

  const saveCurrent = useRef<() => void>(undefined);
  saveCurrent.current = () => {
    if (!isFilling.current && !isFinishing.current) saveTyped(base);
  };
  useEffect(() => {
    const subscription = form.watch(() => saveCurrent.current?.());
    return () => subscription.unsubscribe();
  }, [form]);

  return {
    /** Id of the record that the form creates. It stays through all attempts. */
    id,
    renewId: () => setId(newId()),
    base,
    readTyped,
    /** Starts with other initial values, and keeps what is typed. */
    restart,
    /** Merges a former draft into the form, as an undo does. */
    putBack: restoreFormerDraft,
    /** Stores the draft of a form that is closed, and is not watched any more. */
    saveCurrent: () => saveCurrent.current?.(),
    /**
     * Fills in the stored draft once it has been read.
     * @returns whether it did; the new id and values show in the next render
     */
    restore(): boolean {
      if (draft === undefined || isRestored.current) return false;
      isRestored.current = true;
      const stored = draft ?? (reopened && { id, ...reopened });
      const unsavedDraft = stored && isEdit ? withoutSavedValues(stored, values) : stored;
      if (stored && !unsavedDraft) saveTyped(base);
      if (!unsavedDraft) return false;
      const typedBeforeRead = pick(currentValues(), changedFieldNames(base, currentValues()));
      if (Object.keys(typedBeforeRead).length === 0) showDraft(unsavedDraft);
      else restoreFormerDraft(unsavedDraft, typedBeforeRead);
      return true;
    },
    /** Hands the draft to the outbox; undefined if this form does not show the stored one. */
    handOver,
    takeBack(): Promise<boolean> {
      isFinishing.current = false;
      return takeBack(currentDraft());
    },
    /** Deletes the draft of a form that was sent. */
    finish(): void {
      void discard();
      isSent.current = true;
      isFinishing.current = true;
    },
    isSent: () => isSent.current,
    /**
     * Empties the form.
     * @returns its draft, for an undo, and whether the device has deleted it
     */
    discard(): { readonly discarded: StoredDraft<Values>; readonly isDeleted: Promise<boolean> } {
      const discarded = currentDraft();
      unread.current = undefined;
      const isDeleted = discard();
      restart(values, {});
      return { discarded, isDeleted };
    },
    /** Whether the stored draft has been read. */
    isRead: draft !== undefined && (isRestored.current || draft === null),
    isStored,
    isUnstored,
    /** Draft text that this version cannot fill in. */
    unread: unread.current && shownTextOf(unread.current),
    dismissUnread(): void {
      unread.current = undefined;
      restart(base, readTyped());
    },
  };
}
