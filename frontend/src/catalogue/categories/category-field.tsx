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
  known: string | undefined;
}

/** Chooses a category, adds one, or renames one that a member added. Empty means the default. */
export function CategoryField<
  Values extends { readonly categoryId: string; readonly beside: { readonly newCategory: string } },
>({ form, kind, known }: CategoryFieldProps<Values>): ReactNode {
  const { options, failed } = useCategories(kind);
  const [openForm, setOpenForm] = useState<'new' | 'rename'>();
  const value = form.watch('categoryId');
  const choose = (categoryId: string): void =>
    form.set('categoryId', categoryId as Values['categoryId']);
  const { newCategory } = form.watch('beside');
  const type = (typed: string): void =>
    form.set('beside', { ...form.get('beside'), newCategory: typed });
  const close = (): void => setOpenForm(undefined);
  const chosen = options.find((option) => option.value === value);
  const ownCategory =
    chosen?.revision === undefined
      ? undefined
      : { categoryId: value, name: chosen.label, revision: chosen.revision };
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
            value !== '' && !chosen
              ? [...options, { value, label: known ?? t`New category` }]
              : options
          }
        />
      </Field>
      {openForm === 'new' || newCategory !== '' ? (
        <NewCategory
          kind={kind}
          name={newCategory}
          onName={type}
          onDone={(categoryId) => {
            if (categoryId) choose(categoryId);
            type('');
            close();
          }}
        />
      ) : (
        <div className="row wrap -ml-3">
          <Button kind="ghost" className="px-3" icon={Plus} onClick={() => setOpenForm('new')}>
            {t`New category`}
          </Button>
          {ownCategory && (
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
        {ownCategory && (
          <RenameCategory
            key={value}
            kind={kind}
            {...ownCategory}
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

/** No form of its own, because it stands inside one. An empty name is ignored. */
function NewCategory({ kind, name, onName, onDone }: NewCategoryProps): ReactNode {
  const [categoryId] = useState(newId);
  const label = useId();
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
    <div className="stack gap-1.5" role="group" aria-labelledby={label}>
      <span className="label font-medium" id={label}>
        {t`New category`}
      </span>
      <div className="row">
        <Input
          aria-labelledby={label}
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
