import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, type FieldValues, useForm } from 'react-hook-form';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { t } from '@lingui/core/macro';
import { same } from '#domain/kernel/equality.js';
import { errorMessage, newId, Problem } from '../../lib/server/api.js';
import { attempt } from '../../lib/server/attempts.js';
import { useDraft } from '../../lib/drafts/drafts.js';
import { useNetwork } from '../../lib/server/network.js';
import { type Delivered, leavesAt } from '../../lib/outbox/outbox.js';
import { useToday } from '../../ui/display/figures.js';
import { toast } from '../../ui/feedback/toast.js';
import { translated } from '../../words/i18n.js';
import { useLatestForm } from './latest-form.js';
import {
  mergeDrafts,
  readDraft,
  type Shapes,
  type StoredDraft,
  textOf,
  unsavedOf,
} from './stored-draft.js';
import {
  changedFieldNames,
  checkInput,
  type FormValues,
  isOptional,
  readForm,
  lengthError,
} from './command-input.js';
import { useIsMounted } from '../commands/use-is-mounted.js';
import {
  deliver,
  type Press,
  type Queued,
  toastDelivered,
  useOnePress,
} from '../commands/use-command.js';

export type { FormValues } from './command-input.js';

type UntypedInput<Name extends CommandName, Values, Made extends string> = Omit<
  CommandInput<Name>,
  keyof Values | Made
> &
  Partial<CommandInput<Name>>;

interface FormOptions<Name extends CommandName, Values, Made extends string> {
  /** Initial values. When they change, untouched fields follow. */
  readonly values: Values & {
    readonly [Field in Exclude<keyof Values, keyof CommandInput<Name> | 'files' | 'beside'>]: never;
  };
  /**
   * Field with the id of the new record. Stays through all attempts, so that a repetition has one
   * effect.
   */
  readonly newIdField?: Made;
  /** Id of the new record, if a refused command is resubmitted. */
  readonly madeId?: string | undefined;
  /** Fields of the command that nobody types. */
  readonly about:
    UntypedInput<Name, Values, Made> | ((values: Values) => UntypedInput<Name, Values, Made>);
  /** Fields that the command makes optional and this form requires. */
  readonly required?: readonly (keyof Values & string)[];
  /** Name of the draft, which is deleted when it is sent or discarded. */
  readonly draft: string;
  /** Fields whose default is today's date. A draft stores them even if untouched. */
  readonly datedFields?: readonly (keyof Values & string)[];
  /** Typed and initial values of a refused command, used unless the form has a draft. */
  readonly reopened?: Pick<StoredDraft<Values>, 'typed' | 'over'> | undefined;
  /** Shapes of stored values that are not text, switches, lists of texts or files. */
  readonly shapes?: Shapes<Values>;
  /** Set if all tabs share one draft. Otherwise each tab has its own. */
  readonly shared?: boolean;
  readonly queued?: Queued | ((values: Values, id: string) => Queued);
  /**
   * Set for an edit: only changed fields are sent. `revision` detects conflicts, which the person
   * resolves; `refresh` fetches the current record.
   */
  readonly edits?: {
    readonly revision?: number;
    readonly refresh?: () => Promise<{ readonly values: Values; readonly revision: number }>;
  };
  /** Text of a failure without a server text. */
  readonly failed: string | ((error?: unknown) => string);
  readonly done?: string;
  /** Called with valid data before sending; false cancels. */
  readonly before?: (data: CommandInput<Name>) => Promise<boolean>;
  /** Sends instead of the plain command. */
  readonly send?:
    | ((
        data: CommandInput<Name>,
        press: Press,
        queued: Queued | undefined,
      ) => Promise<Delivered | undefined>)
    | undefined;
  /**
   * Called before the form is free again. No `delivered`: nothing was sent. `isLeft`: the person
   * has left, so do not navigate.
   */
  readonly onDone?: (
    delivered: Delivered | undefined,
    values: Values,
    id: string,
    isLeft: boolean,
  ) => void | Promise<void>;
  readonly onRefused?: (problem: Problem) => void;
}

export interface CommandForm<Values> {
  readonly field: (
    name: keyof Values & string,
    options?: { readonly setValueAs?: (typed: string) => unknown },
  ) => FieldAttributes;
  readonly error: (name: keyof Values & string) => string | undefined;
  /** Fields with an error, except those being typed. */
  readonly invalidFields: readonly (keyof Values & string)[];
  readonly isOptional: (name: keyof Values & string) => boolean;
  /** Current value; rerenders with each change. */
  readonly watch: <Field extends keyof Values & string>(name: Field) => Values[Field];
  /** All current values; rerenders with each change. */
  readonly watchAll: () => Values;
  readonly get: <Field extends keyof Values & string>(name: Field) => Values[Field];
  /**
   * Sets a value. A late call, such as an undo, reaches the newest form of the draft, or the stored
   * draft.
   */
  readonly set: <Field extends keyof Values & string>(name: Field, value: Values[Field]) => void;
  /** Empties a field and focuses it. */
  readonly clearField: (name: keyof Values & string) => void;
  readonly submit: () => Promise<void>;
  /** Notes that the person leaves while sending: the outcome becomes a toast. */
  readonly leave: () => void;
  /** Clears errors when the form opens again. */
  readonly forget: () => void;
  /**
   * Discards the draft.
   * @returns an undo, which keeps later input
   */
  readonly discard: () => () => void;
  /** Counts sends and discards. A result of an older generation, such as a position, is ignored. */
  readonly generation: number;
  readonly today: string;
  readonly busy: boolean;
  /** Set if the command cannot be queued and there is no network. */
  readonly needsNetwork: boolean;
  /** Error that belongs to no field. */
  readonly message: string | undefined;
  /** Whether the stored draft has been read. */
  readonly isRead: boolean;
  /** Draft text that this version cannot fill in. */
  readonly unread: string | undefined;
  readonly dismissUnread: () => void;
  /** Whether a draft is stored on this device. */
  readonly isDraftStored: boolean;
  /** Fields in conflict. Nothing is sent until the person has chosen. */
  readonly conflict: readonly (keyof Values & string)[] | undefined;
  readonly base: Values;
  /** Resolves the conflict. Other fields keep their input either way. */
  readonly resolveConflict: (keepTyped: boolean) => void;
}
type FieldAttributes = Omit<
  ReturnType<ReturnType<typeof useForm<FieldValues>>['register']>,
  'disabled' | 'required'
>;

/** Server fields whose errors are shown at the form's files. */
const FILE_FIELDS = ['file', 'fileId', 'imageFileId', 'photoFileIds'];

/**
 * Form for one command: checked by its schema and rules, stored as a draft, sent once per
 * submission, with errors at their fields.
 */
export function useCommandForm<
  Name extends CommandName,
  Values extends FormValues<Name>,
  Made extends keyof CommandInput<Name> & string = never,
>(name: Name, options: FormOptions<Name, Values, Made>): CommandForm<Values> {
  const {
    newIdField,
    about,
    required,
    datedFields = [],
    queued,
    edits,
    failed,
    done,
    before,
    send,
    onDone,
    onRefused,
  } = options;
  const values: Values = options.values;
  const today = useToday();
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const { draft, isStored, save, discard, handOver, takeBack } = useDraft<StoredDraft<Values>>(
    options.draft,
    {
      read: (stored, version) => readDraft(stored, version, values, options.shapes ?? {}),
      merge: mergeDrafts,
      shared: options.shared ? (found) => takeOver(found) : undefined,
    },
  );
  // Values at the start. A record that differs was changed by somebody else.
  const [base, setBase] = useState(values);
  const [message, setMessage] = useState<string>();
  const [id, setId] = useState(() => options.madeId ?? newId());
  const readOptions = { required, edits: edits !== undefined };

  const placeOf = (field: string): string =>
    FILE_FIELDS.includes(field) && 'files' in values ? 'files' : field;
  const read = (from: Values) =>
    readForm(name, from, typeof about === 'function' ? about(from) : about, readOptions);
  const check = (typed: Values) => {
    const whole = { ...(newIdField && { [newIdField]: id }), ...read(typed) };
    const untyped = Object.keys(whole).filter((field) => !(field in typed));
    const changed = edits && changedFieldNames<object>(read(base), whole);
    const sent = changed ? pick(whole, [...untyped, ...changed]) : whole;
    // nothing changed, so that a required field is not missing
    if (!newIdField && changed?.every((field) => untyped.includes(field)))
      return { data: sent as CommandInput<Name> };
    return checkInput(name, sent, whole, today);
  };
  const form = useForm<FieldValues>({
    defaultValues: values,
    shouldFocusError: false,
    resolver: (typed) => {
      const { data = {}, errors = {} } = check(typed as Values);
      const errorsByField = Object.entries(errors).map(([field, message]) => [
        placeOf(field),
        { type: 'rule', message },
      ]);
      return { values: data, errors: Object.fromEntries(errorsByField) as FieldErrors };
    },
  });
  // reading `formState` here subscribes to it
  const { errors, isSubmitting: busy, isSubmitted } = form.formState;
  const currentValues = (): Values => form.getValues() as Values;
  const typedOf = (current: Values, from: Values): Partial<Values> => {
    const changed = changedFieldNames(from, current);
    return pick(current, changed.length > 0 ? [...changed, ...datedFields] : []) as Partial<Values>;
  };

  const draftOf = (typed: Partial<Values>, from: Values): StoredDraft<Values> => {
    const over = Object.keys(typed).filter(
      (field) => !(datedFields as readonly string[]).includes(field),
    );
    return {
      id,
      typed,
      over: pick(from, over) as Partial<Values>,
      ...(unread.current && { unread: unread.current }),
    };
  };
  const [generation, setGeneration] = useState(0);
  const unread = useRef<StoredDraft<Values>['unread']>(undefined);
  const isDrafted = useRef(false);
  const isSent = useRef(false);
  const keepTyped = (from: Values): void => {
    const typed = typedOf(currentValues(), from);
    if (Object.keys(typed).length > 0 || unread.current) {
      isSent.current = false;
      save(draftOf(typed, from));
    }
    // Form is back at its initial values: delete the draft, but only after it was read.
    else if (isDrafted.current) discard();
  };
  // Set while the form fills in fields, which does not count as typing.
  const isFilling = useRef(false);
  const fill = (next: Values, typed: Partial<Values>): void => {
    isFilling.current = true;
    setBase(next);
    form.reset(next);
    for (const [field, value] of Object.entries(typed))
      form.setValue(field, value as never, { shouldDirty: true });
    isFilling.current = false;
  };
  const showDraft = ({ id, typed, over, ...stored }: StoredDraft<Values>): void => {
    setId(id);
    unread.current = stored.unread;
    fill({ ...values, ...over }, typed);
  };
  const takeOver = (found: StoredDraft<Values> = { id: newId(), typed: {} }): void => {
    if (!busy) showDraft(found);
  };
  const putBack = (before: StoredDraft<Values>, typed = typedOf(currentValues(), base)): void => {
    const found = mergeDrafts(before, draftOf(typed, base));
    showDraft(found);
    save(found);
  };
  const restart = (next: Values, typed: Partial<Values>): void => {
    fill(next, typed);
    keepTyped(next);
  };
  const remember = useRef<() => void>(undefined);
  remember.current = () => {
    if (!isFilling.current) keepTyped(base);
  };
  useEffect(() => {
    const subscription = form.watch(() => remember.current?.());
    return () => subscription.unsubscribe();
  }, [form]);

  const restore = (): boolean => {
    if (draft === undefined || isDrafted.current) return false;
    isDrafted.current = true;
    const stored = draft ?? (options.reopened && { id, ...options.reopened });
    const found = stored && edits ? unsavedOf(stored, values) : stored;
    if (stored && !found) keepTyped(base);
    if (!found) return false;
    const typed = pick(
      currentValues(),
      changedFieldNames(base, currentValues()),
    ) as Partial<Values>;
    if (Object.keys(typed).length === 0) showDraft(found);
    else putBack(found, typed);
    return true;
  };

  // equal values are no conflict
  const theirs = busy ? [] : changedFieldNames(base, values);
  const conflicts = theirs.filter((field) => !same(values[field], currentValues()[field]));
  const hasConflict =
    edits?.refresh !== undefined &&
    conflicts.length > 0 &&
    Object.keys(typedOf(currentValues(), base)).length > 0;
  useEffect(() => {
    // a restored draft sets its id and values with the next render
    if (!restore() && theirs.length > 0 && !hasConflict)
      restart(values, typedOf(currentValues(), base));
  });

  const isFormLeft = useRef(false);
  const isOpen = useIsMounted();
  const isLeft = (): boolean => isFormLeft.current || !isOpen.current;
  const failedText = (error?: unknown): string =>
    typeof failed === 'string' ? failed : failed(error);
  const showRefusal = (error: unknown): void => {
    const fields = error instanceof Problem ? Object.entries(error.fields) : [];
    const errorsByField = fields.map(([field, text]) => [placeOf(field), text] as const);
    const known = errorsByField.filter(([field]) => field in values);
    for (const [field, text] of known) form.setError(field, { type: 'server', message: text });
    const others = errorsByField
      .filter(([field]) => !(field in values))
      .map(([, text]) => translated(text));
    const all = [...new Set([errorMessage(error, failedText(error)), ...others])].join(' ');
    setMessage(known.length > 0 && others.length === 0 ? undefined : all);
    if (isLeft()) toast({ tone: 'bad', text: all });
    if (!(error instanceof Problem)) return;
    // The id is taken by another record: use a new id for the next submission.
    if (error.code.endsWith('-exists')) setId(newId());
    onRefused?.(error);
  };

  const showUnplacedErrors = (invalidFields: FieldErrors): void => {
    const others = Object.entries(invalidFields).filter(([field]) => !(field in values));
    if (others.length > 0)
      setMessage(
        [
          `${failedText()}.`,
          ...new Set(others.map(([, error]) => translated(String(error?.message)))),
        ].join(' '),
      );
  };

  const sendOnce = async (
    data: CommandInput<Name>,
    press: Press,
  ): Promise<Delivered | undefined> => {
    const listed = typeof queued === 'function' ? queued(currentValues(), id) : queued;
    return send ? send(data, press, listed) : deliver(name, data, press, listed);
  };
  const sendForRevision = async (
    data: CommandInput<Name>,
    press: Press,
  ): Promise<Delivered | undefined> => {
    if (edits && Object.keys(data).every((field) => !(field in values) && field !== newIdField))
      return undefined;
    try {
      const seen = edits && {
        seen: pick(read(base), Object.keys(data)) as Readonly<Record<string, unknown>>,
      };
      return await sendOnce(data, { ...press, ...seen, revision: edits?.revision });
    } catch (error) {
      if (!edits?.refresh || !(error instanceof Problem) || error.status !== 412) throw error;
      const fresh = await edits.refresh();
      // the record changed, but no field of this form
      if (changedFieldNames(base, fresh.values).length > 0) throw new ConflictError();
      return sendOnce(data, { ...press, revision: fresh.revision });
    }
  };

  // Reports a text that is too long at once, not only at the end.
  const showLengthError = (field: string, typed: unknown): void => {
    const message = lengthError(name, field, typed);
    if (message) form.setError(field, { type: 'length', message });
    else if (errors[field]?.type === 'length') form.clearErrors(field);
  };

  /**
   * Validates the other fields again, because a rule may compare two. Server errors stay until
   * their field changes.
   */
  const validateOthers = (changed: string): void => {
    const toValidate = Object.keys(values).filter(
      (field) => field !== changed && (errors[field]?.type ?? 'rule') === 'rule',
    );
    if (isSubmitted) void form.trigger(toValidate);
  };

  const submit = useOnePress(async () => {
    setMessage(undefined);
    if ((!queued && isOffline && !send) || hasConflict) return;
    const leaveAt = leavesAt();
    await form.handleSubmit(async (data) => {
      if (before && !(await before(data as CommandInput<Name>))) return;
      const typed = currentValues();
      const draftKey = handOver();
      isFormLeft.current = false;
      const restoreDraft = (): Promise<void> =>
        takeBack(draftOf(typedOf(currentValues(), base), base));
      try {
        const delivered = await attempt(name, data, (id) =>
          sendForRevision(data as CommandInput<Name>, {
            id,
            files: typed.files,
            restoreDraft,
            leaveAt,
            ...(draftKey !== undefined && { draftKey }),
          }),
        );
        discard();
        isSent.current = true;
        await onDone?.(delivered, typed, id, isLeft());
        if (delivered) toastDelivered(delivered, done ?? (isLeft() ? t`Saved` : undefined));
        setId(newId());
        setGeneration((before) => before + 1);
        restart(values, {});
      } catch (error) {
        void restoreDraft();
        if (!(error instanceof ConflictError)) showRefusal(error);
      }
    }, showUnplacedErrors)();
  });

  const set = (field: string, value: unknown): void => {
    if (latest.isClosed() && isSent.current) return;
    form.setValue(field, value as never, {
      shouldDirty: true,
      shouldValidate: errors[field] !== undefined,
    });
    validateOthers(field);
    // a closed form is not watched: store its draft here
    if (latest.isClosed()) remember.current?.();
  };
  const latest = useLatestForm(options.draft, {
    putBack,
    set,
    get: (field: string): unknown => form.getValues(field),
  });

  return {
    field: (field, rules) => {
      const registered = form.register(field, rules);
      return {
        ...registered,
        onChange: (event) => {
          const changed = registered.onChange(event);
          showLengthError(field, (event.target as { value?: unknown }).value);
          validateOthers(field);
          return changed;
        },
      };
    },
    error: (field) => errors[field]?.message as string | undefined,
    invalidFields: (Object.keys(values) as (keyof Values & string)[]).filter(
      (field) => errors[field] && errors[field].type !== 'length',
    ),
    isOptional: (field) => isOptional(name, field, readOptions),
    watch: (field) => form.watch(field) as Values[typeof field],
    watchAll: () => form.watch() as Values,
    get: (field) => latest.form().get(field) as Values[typeof field],
    set: (field, value) => latest.form().set(field, value),
    clearField: (field) => {
      setMessage(undefined);
      form.setValue(field as string, '', { shouldDirty: true });
      form.clearErrors(field);
      // after an overlay has closed
      setTimeout(() => form.setFocus(field));
    },
    submit,
    leave: () => {
      isFormLeft.current = true;
    },
    forget: () => {
      setMessage(undefined);
      form.clearErrors();
    },
    discard: () => {
      const discarded = draftOf(typedOf(currentValues(), base), base);
      unread.current = undefined;
      setGeneration((before) => before + 1);
      discard();
      setMessage(undefined);
      restart(values, {});
      return () => latest.form().putBack(discarded);
    },
    generation,
    today,
    busy,
    needsNetwork: !queued && !send && isOffline,
    message,
    isRead: draft !== undefined && (isDrafted.current || draft === null),
    unread: unread.current && textOf(unread.current),
    dismissUnread: () => {
      unread.current = undefined;
      restart(base, typedOf(currentValues(), base));
    },
    isDraftStored: isStored,
    conflict: hasConflict ? conflicts : undefined,
    base,
    resolveConflict: (isMine) => {
      const typed = typedOf(currentValues(), base);
      const others = Object.keys(typed).filter(
        (field) => isMine || !(conflicts as readonly string[]).includes(field),
      );
      restart(values, pick(typed, others) as Partial<Values>);
    },
  };
}

/** Somebody else changed the same fields; the form shows the conflict. */
class ConflictError extends Error {}

const pick = <Thing extends object>(thing: Thing, fields: readonly string[]): Partial<Thing> =>
  Object.fromEntries(
    Object.entries(thing).filter(([field]) => fields.includes(field)),
  ) as Partial<Thing>;
