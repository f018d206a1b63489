import { useRef, useState } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { t } from '@lingui/core/macro';
import { errorMessage, Problem } from '../../lib/server/api.js';
import { identity } from '../../lib/account/identity.js';
import { attempt } from '../../lib/server/attempts.js';
import { useNetwork } from '../../lib/server/network.js';
import { type Delivered, formCloseTime } from '../../lib/outbox/outbox.js';
import { toast } from '../../ui/feedback/toast.js';
import { translated } from '../../words/i18n.js';
import { useIsMounted } from '../commands/use-is-mounted.js';
import {
  sendOrQueueCommand,
  type CommandAttempt,
  type Queued,
  toastDelivered,
  useSingleRun,
} from '../commands/use-command.js';
import type { FormValues } from './command-input.js';
import { changedFieldNames, pick } from './field-values.js';
import { ConflictError } from './use-form-conflict.js';
import type { FormDraft } from './use-form-draft.js';

export interface SubmissionOptions<Name extends CommandName, Values> {
  readonly queued?: Queued | ((values: Values, id: string) => Queued);
  /**
   * Set for an edit: only changed fields are sent, or all with `isWhole`. `revision` detects
   * conflicts, which the person resolves; `refresh` fetches the current record.
   */
  readonly edits?: {
    readonly isWhole?: boolean;
    readonly revision?: number;
    /**
     * Set for an edit without a revision: a change that arrives while the person types is a
     * conflict.
     */
    readonly detectsChanges?: true;
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
        press: CommandAttempt,
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

interface SubmittedForm<Values> {
  readonly form: UseFormReturn<FieldValues>;
  /** Current initial values. */
  readonly values: Values;
  readonly draft: FormDraft<Values & object>;
  readonly hasConflict: boolean;
  readonly newIdField: string | undefined;
  /** Converts form values to the command's input. */
  readonly read: (values: Values) => Readonly<Record<string, unknown>>;
  /** Field of the form at which an error of a command's field is shown. */
  readonly formFieldOf: (field: string) => string;
}

/** Sends a form's command once per submission, and shows each error at its field. */
export function useFormSubmission<Name extends CommandName, Values extends FormValues<Name>>(
  name: Name,
  { form, values, draft, hasConflict, newIdField, read, formFieldOf }: SubmittedForm<Values>,
  options: SubmissionOptions<Name, Values>,
) {
  const { queued, edits, failed, done, before, send, onDone, onRefused } = options;
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const needsNetwork = !queued && (!send || edits !== undefined) && isOffline;
  const [message, setMessage] = useState<string>();
  const [generation, setGeneration] = useState(0);
  const isFormLeft = useRef(false);
  const heldChanges = useRef(new Set<Promise<unknown>>());
  const [isHeld, setHeld] = useState(false);
  const isMounted = useIsMounted();
  const isLeft = (): boolean => isFormLeft.current || !isMounted.current;
  const currentValues = (): Values => form.getValues() as Values;
  const failedText = (error?: unknown): string =>
    typeof failed === 'string' ? failed : failed(error);

  const showRefusal = (error: unknown): void => {
    const fields = error instanceof Problem ? Object.entries(error.fields) : [];
    const errorsByField = fields.map(([field, text]) => [formFieldOf(field), text] as const);
    const shownErrors = errorsByField.filter(([field]) => field in values);
    for (const [field, text] of shownErrors)
      form.setError(field, { type: 'server', message: text });
    const otherTexts = errorsByField
      .filter(([field]) => !(field in values))
      .map(([, text]) => translated(text));
    const wholeText = [...new Set([errorMessage(error, failedText(error)), ...otherTexts])].join(
      ' ',
    );
    setMessage(shownErrors.length > 0 && otherTexts.length === 0 ? undefined : wholeText);
    if (isLeft()) toast({ tone: 'bad', text: wholeText });
    if (!(error instanceof Problem)) return;
    // The id is taken by another record: use a new id for the next submission.
    if (error.code.endsWith('-exists')) draft.renewId();
    onRefused?.(error);
  };
  /** Shows errors of fields that the form does not have. */
  const showUnplacedErrors = (invalidFields: FieldErrors): void => {
    const unplacedErrors = Object.entries(invalidFields).filter(([field]) => !(field in values));
    if (unplacedErrors.length > 0)
      setMessage(
        [
          `${failedText()}.`,
          ...new Set(unplacedErrors.map(([, error]) => translated(String(error?.message)))),
        ].join(' '),
      );
  };

  const sendOnce = async (
    data: CommandInput<Name>,
    press: CommandAttempt,
  ): Promise<Delivered | undefined> => {
    const queueing = typeof queued === 'function' ? queued(currentValues(), draft.id) : queued;
    return send ? send(data, press, queueing) : sendOrQueueCommand(name, data, press, queueing);
  };
  const sendForRevision = async (
    data: CommandInput<Name>,
    press: CommandAttempt,
  ): Promise<Delivered | undefined> => {
    const hasNoTypedField = Object.keys(data).every(
      (field) => !(field in values) && field !== newIdField,
    );
    if (edits && hasNoTypedField) return undefined;
    try {
      const seenFields = edits && { seen: pick(read(draft.base as Values), Object.keys(data)) };
      return await sendOnce(data, { ...press, ...seenFields, revision: edits?.revision });
    } catch (error) {
      if (!edits?.refresh || !(error instanceof Problem) || error.status !== 412) throw error;
      const currentRecord = await edits.refresh();
      // Throws only if a field of this form changed.
      if (changedFieldNames<object>(draft.base, currentRecord.values).length > 0)
        throw new ConflictError();
      return sendOnce(data, { ...press, revision: currentRecord.revision });
    }
  };

  const hold = (change: Promise<unknown>): void => {
    const release = (): void => void heldChanges.current.delete(change);
    heldChanges.current.add(change);
    void change.then(release, release);
  };
  const awaitChanges = async (): Promise<void> => {
    if (heldChanges.current.size === 0) return;
    setHeld(true);
    // another change may begin meanwhile
    while (heldChanges.current.size > 0) await Promise.allSettled(heldChanges.current);
    setHeld(false);
  };

  const submit = useSingleRun(async () => {
    setMessage(undefined);
    if (needsNetwork || hasConflict) return;
    const leaveAt = formCloseTime();
    const author = identity();
    isFormLeft.current = false;
    await awaitChanges();
    if (isFormLeft.current) return;
    await form.handleSubmit(async (data) => {
      if (before && !(await before(data as CommandInput<Name>))) return;
      const typed = currentValues();
      const draftKey = draft.handOver();
      const restoreDraft = () => draft.takeBack();
      try {
        const delivered = await attempt(name, data, (id) =>
          sendForRevision(data as CommandInput<Name>, {
            id,
            files: typed.files,
            restoreDraft,
            leaveAt,
            author,
            ...(draftKey !== undefined && { draftKey }),
          }),
        );
        draft.finish();
        await onDone?.(delivered, typed, draft.id, isLeft());
        if (delivered) toastDelivered(delivered, done ?? (isLeft() ? t`Saved` : undefined));
        draft.renewId();
        setGeneration((current) => current + 1);
        draft.restart(values, {});
      } catch (error) {
        void restoreDraft();
        if (!(error instanceof ConflictError)) showRefusal(error);
      }
    }, showUnplacedErrors)();
  });

  /** Shows the errors of a submission without sending. */
  const validate = async (): Promise<boolean> => {
    let isValid = false;
    setMessage(undefined);
    await form.handleSubmit(() => {
      isValid = true;
    }, showUnplacedErrors)();
    return isValid;
  };

  return {
    submit,
    validate,
    hold,
    /** Set while a submission waits for changes of the form. */
    isHeld,
    /** Error that belongs to no field. */
    message,
    clearMessage: () => setMessage(undefined),
    /**
     * Called when the person leaves: a submission that still waits is cancelled, and the outcome of
     * a sent one becomes a toast.
     */
    leave: () => {
      isFormLeft.current = true;
    },
    /** Set if the command cannot be queued and there is no network. */
    needsNetwork,
    /** Counts sends and discards, so that a result of an older generation is ignored. */
    generation,
    startGeneration: () => setGeneration((current) => current + 1),
  };
}
