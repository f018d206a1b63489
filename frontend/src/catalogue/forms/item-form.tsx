import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { Items } from '#domain/catalogue/catalogue.views.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { useNavigate } from '../../lib/navigate.js';
import type { Delivered } from '../../lib/outbox/outbox.js';
import { ConflictNotice } from '../../kit/forms/conflict-notice.js';
import { FormPage, type FormPageProps } from '../../kit/forms/form-page.js';
import { OpenedRecord } from '../../kit/records/record-page.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import type { DiscardedDraft } from '../../kit/commands/undo.js';
import { useIsMounted } from '../../kit/commands/use-is-mounted.js';
import { useSingleRun } from '../../kit/commands/use-command.js';
import { changedBy, itemText } from '../item-texts.js';
import { recordsOfKind } from '../items.js';
import { ManagersOnly } from '../managers-only.js';
import type { PendingUpload } from './use-upload.js';

/** Form hook of one kind: edits the item with an id, else adds one. */
export type UseItemForm<Values> = (
  itemId: string | undefined,
  options: ItemFormOptions<Values>,
) => CommandForm<Values>;
interface ItemFormOptions<Values> {
  draft: string;
  values: Values;
  edits:
    { revision: number; refresh: () => Promise<{ values: Values; revision: number }> } | undefined;
  failed: string;
  onDone: (
    delivered: Delivered | undefined,
    values: Values,
    id: string,
    isLeft: boolean,
  ) => void | Promise<void>;
}

export interface ItemFieldsProps<Kind extends ItemKind, Values> {
  form: CommandForm<Values>;
  /** Stored item, for an edit. */
  stored: Items[Kind] | undefined;
  /** Upload that must finish before saving. */
  pendingUpload: RefObject<PendingUpload | undefined>;
}

interface ItemFormProps<Kind extends ItemKind, Values> extends Pick<
  FormPageProps<Values>,
  'labels'
> {
  kind: Kind;
  /** Initial values of a stored item; of a new one without an argument. */
  valuesOf: (item?: Items[Kind]) => Values;
  useForm: UseItemForm<Values>;
  Fields: ComponentType<ItemFieldsProps<Kind, Values>>;
  /** Text of a value that cannot be shown as it is. */
  textOf?: (field: keyof Values & string, values: Values) => string;
}

/** Page that adds or edits an item, for members who manage the catalogue. */
export function ItemForm<Kind extends ItemKind, Values>(
  props: ItemFormProps<Kind, Values>,
): ReactNode {
  const { kind } = props;
  const itemId = useParams()[itemNames[kind].id];
  return (
    <ManagersOnly kind={kind}>
      {itemId === undefined ? (
        <LoadedItemForm {...props} />
      ) : (
        <OpenedItem key={itemId} {...props} itemId={itemId} />
      )}
    </ManagersOnly>
  );
}

function OpenedItem<Kind extends ItemKind, Values>({
  itemId,
  ...props
}: ItemFormProps<Kind, Values> & { itemId: string }): ReactNode {
  const { kind } = props;
  return (
    <OpenedRecord
      records={recordsOfKind(kind)}
      id={itemId}
      isReloaded
      failed={itemText('loadFailed', kind)}
      missing={t`It was deleted, or there never was one.`}
    >
      {(stored) => <LoadedItemForm {...props} edited={{ itemId, stored }} />}
    </OpenedRecord>
  );
}

interface LoadedItemProps<Kind extends ItemKind, Values> extends ItemFormProps<Kind, Values> {
  /** Edited item; left out to add one. */
  edited?: { readonly itemId: string; readonly stored: Items[Kind] };
}

function LoadedItemForm<Kind extends ItemKind, Values>({
  kind,
  valuesOf,
  useForm,
  Fields,
  labels,
  textOf,
  edited,
}: LoadedItemProps<Kind, Values>): ReactNode {
  const navigate = useNavigate();
  const { list } = itemNames[kind];
  const stored = edited?.stored;
  const values = valuesOf(stored);
  const { form, pendingUpload } = useSubmitAfterUpload(
    useForm(edited?.itemId, {
      draft: edited ? `${kind}-${edited.itemId}` : `new-${kind}`,
      values,
      edits: edited && recordsOfKind(kind).editOptions(edited.itemId, edited.stored, valuesOf),
      failed: itemText('saveFailed', kind),
      onDone: (_delivered, _values, _id, isLeft) =>
        isLeft ? undefined : navigate(`/${list}`, { replace: true }),
    }),
  );
  return (
    <FormPage
      form={form}
      title={itemText(edited ? 'editing' : 'adding', kind)}
      back={{ to: `/${list}`, label: itemText('back', kind) }}
      labels={labels}
      notice={
        edited && (
          <ConflictNotice form={form} current={values} describe={changedBy[kind]} textOf={textOf} />
        )
      }
    >
      <Fields form={form} stored={stored} pendingUpload={pendingUpload} />
    </FormPage>
  );
}

/**
 * Form that waits for its file before saving. Nothing is saved if the upload failed or the form was
 * left. Discarding the draft pauses the upload; undoing that resumes it.
 */
function useSubmitAfterUpload<Values>(form: CommandForm<Values>) {
  const pendingUpload = useRef<PendingUpload>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  const isMounted = useIsMounted();
  const submit = useSingleRun(async () => {
    setWaiting(true);
    const hasArrived = (await pendingUpload.current?.arrived) ?? true;
    setWaiting(false);
    if (hasArrived && isMounted.current) await form.submit();
  });
  const discard = (): DiscardedDraft => {
    const resumeUpload = pendingUpload.current?.pauseForDraft();
    const { putBack, isDeleted } = form.discard();
    return {
      putBack: () => {
        putBack();
        resumeUpload?.();
      },
      isDeleted,
    };
  };
  const resolveConflict: CommandForm<Values>['resolveConflict'] = ({ keepsTyped }) => {
    if (!keepsTyped) pendingUpload.current?.stop();
    form.resolveConflict({ keepsTyped });
  };
  // typed, so that the name of a method that the form does not have cannot be compiled
  const waitingForm: CommandForm<Values> = {
    ...form,
    submit,
    discard,
    resolveConflict,
    busy: form.busy || isWaiting,
  };
  return { form: waitingForm, pendingUpload };
}
