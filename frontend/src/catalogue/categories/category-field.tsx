import { t } from '@lingui/core/macro';
import { Pencil, Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { defaultCategory, type ItemKind } from '#domain/catalogue/catalogue.values.js';
import { newId } from '../../lib/server/api.js';
import { lengthError } from '../../kit/forms/command-input.js';
import { useCommand } from '../../kit/commands/use-command.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import { lazyPart } from '../../ui/loading/code.js';
import { Button } from '../../ui/buttons/button.js';
import { Field, FieldError } from '../../ui/inputs/field.js';
import { Input, Select } from '../../ui/inputs/input.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { useCategories } from './categories.js';
import { itemText } from '../item-texts.js';

const RenameCategory = lazyPart(() => import('./rename-category.js'));

interface CategoryFieldProps<Values> {
  form: CommandForm<Values>;
  kind: ItemKind;
  /** Name of the item's category until the categories have loaded. */
  storedName: string | undefined;
}

/** Chooses a category, adds one, or renames one that a member added. Empty means the default. */
export function CategoryField<
  Values extends { readonly categoryId: string; readonly beside: { readonly newCategory: string } },
>({ form, kind, storedName }: CategoryFieldProps<Values>): ReactNode {
  const { options, failed } = useCategories(kind);
  const [openForm, setOpenForm] = useState<'new' | 'rename'>();
  const value = form.watch('categoryId');
  const choose = (categoryId: string): void =>
    form.set('categoryId', categoryId as Values['categoryId']);
  const { newCategory } = form.watch('beside');
  const setNewCategory = (name: string): void =>
    form.set('beside', { ...form.get('beside'), newCategory: name });
  const close = (): void => setOpenForm(undefined);
  const chosenOption = options.find((option) => option.value === value);
  const renamableCategory =
    chosenOption?.revision === undefined
      ? undefined
      : { categoryId: value, name: chosenOption.label, revision: chosenOption.revision };
  return (
    <>
      <Field
        label={t`Category`}
        error={form.error('categoryId')}
        hint={failed && itemText('noCategories', kind)}
      >
        <Select
          name="categoryId"
          value={value || defaultCategory}
          onChange={({ target }) => choose(target.value === defaultCategory ? '' : target.value)}
          options={
            value !== '' && !chosenOption
              ? [...options, { value, label: storedName ?? t`New category` }]
              : options
          }
        />
      </Field>
      {openForm === 'new' || newCategory !== '' ? (
        <NewCategory
          kind={kind}
          name={newCategory}
          onName={setNewCategory}
          onDone={(categoryId) => {
            if (categoryId) choose(categoryId);
            setNewCategory('');
            close();
          }}
        />
      ) : (
        <div className="row wrap -ml-3">
          <Button kind="ghost" className="px-3" icon={Plus} onClick={() => setOpenForm('new')}>
            {t`New category`}
          </Button>
          {renamableCategory && (
            <Button
              kind="ghost"
              className="px-3"
              icon={Pencil}
              onClick={() => setOpenForm('rename')}
            >
              {t`Rename category`}
            </Button>
          )}
        </div>
      )}
      <LazyMount when={openForm === 'rename'}>
        {renamableCategory && (
          <RenameCategory
            key={value}
            kind={kind}
            {...renamableCategory}
            open={openForm === 'rename'}
            onClose={close}
          />
        )}
      </LazyMount>
    </>
  );
}

interface NewCategoryProps {
  kind: ItemKind;
  name: string;
  onName: (name: string) => void;
  onDone: (categoryId?: string) => void;
}

/** Adds a category. No form element, because forms cannot be nested. Ignores an empty name. */
function NewCategory({ kind, name, onName, onDone }: NewCategoryProps): ReactNode {
  const [categoryId] = useState(newId);
  const labelId = useId();
  const { send, busy, disabled, message } = useCommand('AddCategory', {
    failed: t`Failed to add category`,
    done: t`Category added successfully`,
    onDone: () => onDone(categoryId),
  });
  const lengthProblem = lengthError('AddCategory', 'name', name);
  const add = (): void => {
    if (name.trim() !== '' && !lengthProblem) send({ categoryId, kind, name });
  };
  return (
    <div className="stack gap-1.5" role="group" aria-labelledby={labelId}>
      <span className="label font-medium" id={labelId}>
        {t`New category`}
      </span>
      <div className="row">
        <Input
          aria-labelledby={labelId}
          value={name}
          aria-invalid={lengthProblem !== undefined}
          autoFocus
          onChange={({ target }) => onName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button kind="soft" busy={busy} disabled={disabled} onClick={add}>
          {t`Add`}
        </Button>
        <Button kind="ghost" onClick={() => onDone()}>
          {t`Cancel`}
        </Button>
      </div>
      {(lengthProblem ?? message) && <FieldError>{lengthProblem ?? message}</FieldError>}
    </div>
  );
}
