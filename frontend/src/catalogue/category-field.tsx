import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { defaultCategory, type ItemKind } from '#domain/catalogue/catalogue.values.js';
import { newId } from '../lib/api.js';
import { useCommand } from '../shared/use-command.js';
import { Button } from '../ui/button.js';
import { Field, FieldError } from '../ui/field.js';
import { Input, Select } from '../ui/input.js';
import { useCategories, useCategoriesFailed } from './categories.js';
import { i18n, type Names } from '../words/i18n.js';

const listFailed: Names<ItemKind> = {
  product: msg`Failed to load product categories. Please try refreshing the page.`,
  package: msg`Failed to load package categories. Please try refreshing the page.`,
  offer: msg`Failed to load offer categories. Please try refreshing the page.`,
};

interface CategoryFieldProps {
  kind: ItemKind;
  /** Empty: the default one. */
  value: string;
  onValue: (categoryId: string) => void;
  /** What a category is called whose list has not come yet. */
  known?: string | undefined;
  error: string | undefined;
}

/** A category out of those that there are, or a new one. */
export function CategoryField({ kind, value, onValue, known, error }: CategoryFieldProps): ReactNode {
  const options = useCategories(kind);
  const failed = useCategoriesFailed(kind);
  const [adding, setAdding] = useState(false);
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <>
      <Field label={t`Category`} error={error} hint={failed && i18n._(listFailed[kind])}>
        <Select
          name="categoryId"
          value={value || defaultCategory}
          onChange={({ target }) => onValue(target.value === defaultCategory ? '' : target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
          {!isListed && <option value={value}>{known ?? t`New category`}</option>}
        </Select>
      </Field>
      {adding ? (
        <NewCategory
          kind={kind}
          onDone={(categoryId) => {
            if (categoryId) onValue(categoryId);
            setAdding(false);
          }}
        />
      ) : (
        <Button kind="ghost" icon={Plus} className="self-start" onClick={() => setAdding(true)}>
          <Trans>New category</Trans>
        </Button>
      )}
    </>
  );
}

/** Not a form of its own: it stands within one. An empty name is ignored. */
function NewCategory({ kind, onDone }: { kind: ItemKind; onDone: (categoryId?: string) => void }): ReactNode {
  const [name, setName] = useState('');
  const [categoryId] = useState(newId);
  const label = useId();
  const { send, busy, disabled, message } = useCommand('AddCategory', {
    failed: t`Failed to add category`,
    done: t`Category added successfully`,
    onDone: () => onDone(categoryId),
  });
  const add = (): void => {
    if (name.trim() !== '') send({ categoryId, kind, name });
  };
  return (
    <div className="stack gap-1.5" role="group" aria-labelledby={label}>
      <span className="label medium" id={label}>
        <Trans>New category</Trans>
      </span>
      <div className="row">
        <Input
          aria-labelledby={label}
          value={name}
          maxLength={60}
          autoFocus
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button kind="soft" busy={busy} disabled={disabled} onClick={add}>
          <Trans>Add</Trans>
        </Button>
        <Button kind="ghost" onClick={() => onDone()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {message && <FieldError>{message}</FieldError>}
    </div>
  );
}
