import { type FieldErrors, type FieldValues, useForm } from 'react-hook-form';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { StoredRefusal } from '../../lib/outbox/outbox-item.js';
import { useToday } from '../../ui/display/figures.js';
import {
  type CheckResult,
  checkInput,
  type FormValues,
  isOptional,
  readForm,
  lengthError,
} from './command-input.js';
import type { DiscardedDraft } from '../commands/undo.js';
import { changedFieldNames, pick } from './field-values.js';
import { useLatestForm } from './latest-form.js';
import { typedTexts } from './typed-texts.js';
import { useFormConflict } from './use-form-conflict.js';
import { type FormDraftOptions, useFormDraft } from './use-form-draft.js';
import { type SubmissionOptions, useFormSubmission } from './use-form-submission.js';
import { useReopenedRefusal } from './use-reopened-refusal.js';

export type { FormValues } from './command-input.js';

type UntypedInput<Name extends CommandName, Values, NewIdField extends string> = Omit<
  CommandInput<Name>,
  keyof Values | NewIdField
> &
  Partial<CommandInput<Name>>;

interface FormOptions<Name extends CommandName, Values, NewIdField extends string>
  extends FormDraftOptions<Values>, SubmissionOptions<Name, Values> {
  /** Initial values. When they change, untouched fields follow. */
  readonly values: Values & {
    readonly [Field in Exclude<keyof Values, keyof CommandInput<Name> | 'files' | 'beside'>]: never;
  };
  /**
   * Field with the id of the new record. Stays through all attempts, so that a repetition has one
   * effect.
   */
  readonly newIdField?: NewIdField;
  /** Fields of the command that nobody types. */
  readonly untypedFields:
    | UntypedInput<Name, Values, NewIdField>
    | ((values: Values) => UntypedInput<Name, Values, NewIdField>);
  /** Fields that the command makes optional and this form requires. */
  readonly required?: readonly (keyof Values & string)[];
  /** Values of fields that are left empty. */
  readonly whenEmpty?: Partial<CommandInput<Name>>;
  /** Refusal of the command that the form opens again; shown at its fields. */
  readonly refusal?: StoredRefusal | undefined;
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
  /** Shows the errors that `submit` would, and sends nothing. Resolves to whether there is none. */
  readonly validate: () => Promise<boolean>;
  /** Tells the form that the person leaves while it sends: the outcome becomes a toast. */
  readonly leave: () => void;
  /** Clears errors when the form opens again. */
  readonly clearErrors: () => void;
  /** Lets a submission wait for a change that is under way, such as a photo that is shrunk. */
  readonly hold: (change: Promise<unknown>) => void;
  readonly discard: () => DiscardedDraft;
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
  /** Whether the device could not store the draft, so that it lasts as long as the page. */
  readonly isDraftUnstored: boolean;
  /** Fields in conflict. Nothing is sent until the person has chosen. */
  readonly conflict: readonly (keyof Values & string)[] | undefined;
  readonly base: Values;
  /** Resolves the conflict. Other fields keep their input either way. */
  readonly resolveConflict: (choice: { readonly keepsTyped: boolean }) => void;
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
  NewIdField extends keyof CommandInput<Name> & string = never,
>(name: Name, options: FormOptions<Name, Values, NewIdField>): CommandForm<Values> {
  const { newIdField, untypedFields, required, whenEmpty, edits } = options;
  const values: Values = options.values;
  const today = useToday();
  const readOptions = {
    required,
    whenEmpty,
    edits: edits !== undefined && !edits.isWhole,
  };
  const formFieldOf = (field: string): string =>
    FILE_FIELDS.includes(field) && 'files' in values ? 'files' : field;
  const read = (from: Values) =>
    readForm(
      name,
      from,
      typeof untypedFields === 'function' ? untypedFields(from) : untypedFields,
      readOptions,
    );
  const check = (typed: Values): CheckResult<Name> => {
    const complete = { ...(newIdField && { [newIdField]: draft.id }), ...read(typed) };
    const untypedNames = Object.keys(complete).filter((field) => !(field in typed));
    const changedNames =
      edits && !edits.isWhole ? changedFieldNames<object>(read(draft.base), complete) : undefined;
    const sentInput = changedNames ? pick(complete, [...untypedNames, ...changedNames]) : complete;
    const isUnchangedEdit =
      !newIdField && changedNames?.every((field) => untypedNames.includes(field)) === true;
    // valid, even if the record lacks a field that is required now
    if (isUnchangedEdit) return { data: sentInput as CommandInput<Name> };
    return checkInput(name, sentInput, complete, today);
  };
  const form = useForm<FieldValues>({
    defaultValues: values,
    shouldFocusError: false,
    resolver: (typed) => {
      const { data = {}, errors = {} } = check(typed as Values);
      const errorsByField = Object.entries(errors).map(([field, message]) => [
        formFieldOf(field),
        { type: 'rule', message },
      ]);
      return { values: data, errors: Object.fromEntries(errorsByField) as FieldErrors };
    },
  });
  // Reading `formState` here subscribes to it.
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const draft = useFormDraft(form, values, options, {
    isEdit: edits !== undefined,
    textsOf: (field, value) => typedTexts(name, field, value),
  });
  const conflict = useFormConflict(values, () => form.getValues() as Values, draft, {
    canConflict: edits?.refresh !== undefined || edits?.detectsChanges === true,
    isBusy: isSubmitting,
  });
  const submission = useFormSubmission(
    name,
    {
      form,
      values,
      draft,
      newIdField,
      read,
      formFieldOf,
      hasConflict: conflict.fields !== undefined,
    },
    options,
  );
  const refusedFields = useReopenedRefusal(form, {
    refusal: options.refusal,
    refused: { ...values, ...options.reopened?.typed },
    isShown: draft.isRead && !isSubmitted && submission.generation === 0,
    formFieldOf,
  });

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
  const validateOthers = (changedField: string): void => {
    const hasNoServerError = (field: string): boolean => (errors[field]?.type ?? 'rule') === 'rule';
    const otherFields = Object.keys(values).filter((field) => field !== changedField);
    if (isSubmitted) void form.trigger(otherFields.filter(hasNoServerError));
  };

  const set = (field: string, value: unknown): void => {
    if (latest.isClosed() && draft.isSent()) return;
    form.setValue(field, value as never, {
      shouldDirty: true,
      shouldValidate: errors[field] !== undefined,
    });
    validateOthers(field);
    if (latest.isClosed()) draft.saveCurrent();
  };
  const latest = useLatestForm(options.draft, {
    putBack: draft.putBack,
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
    error: (field) => (errors[field]?.message as string | undefined) ?? refusedFields[field],
    invalidFields: (Object.keys(values) as (keyof Values & string)[]).filter((field) =>
      errors[field] ? errors[field].type !== 'length' : field in refusedFields,
    ),
    isOptional: (field) => isOptional(name, field, readOptions),
    watch: (field) => form.watch(field) as Values[typeof field],
    watchAll: () => form.watch() as Values,
    get: (field) => latest.form().get(field) as Values[typeof field],
    set: (field, value) => latest.form().set(field, value),
    clearField: (field) => {
      submission.clearMessage();
      form.setValue(field as string, '', { shouldDirty: true });
      form.clearErrors(field);
      // Waits until an overlay has closed.
      setTimeout(() => form.setFocus(field));
    },
    submit: submission.submit,
    validate: submission.validate,
    leave: submission.leave,
    hold: submission.hold,
    clearErrors: () => {
      submission.clearMessage();
      form.clearErrors();
    },
    discard: () => {
      const { discarded, isDeleted } = draft.discard();
      submission.startGeneration();
      submission.clearMessage();
      return { putBack: () => latest.form().putBack(discarded), isDeleted };
    },
    generation: submission.generation,
    today,
    busy: isSubmitting || submission.isHeld,
    needsNetwork: submission.needsNetwork,
    message: submission.message,
    isRead: draft.isRead,
    unread: draft.unread,
    dismissUnread: draft.dismissUnread,
    isDraftStored: draft.isStored,
    isDraftUnstored: draft.isUnstored,
    conflict: conflict.fields,
    base: draft.base,
    resolveConflict: conflict.resolve,
  };
}
