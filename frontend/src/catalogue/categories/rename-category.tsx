import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { CommandDialog, FormField } from '../../kit/forms/command-dialog.js';
import { ConflictNotice } from '../../kit/forms/conflict-notice.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { fetchCategory } from './categories.js';

interface RenameCategoryProps extends DialogState {
  kind: ItemKind;
  categoryId: string;
  /** Name at `revision`. */
  name: string;
  revision: number;
}

/** Renames a category, everywhere at once. */
export default function RenameCategory({
  kind,
  categoryId,
  name,
  revision,
  open,
  onClose,
}: RenameCategoryProps): ReactNode {
  const form = useCommandForm('RenameCategory', {
    draft: `category-${categoryId}`,
    untypedFields: { categoryId },
    values: { name },
    edits: {
      revision,
      refresh: async () => {
        const currentCategory = await fetchCategory(kind, categoryId);
        return {
          values: { name: currentCategory?.label ?? name },
          revision: currentCategory?.revision ?? revision,
        };
      },
    },
    failed: t`Failed to rename category`,
    done: t`Category renamed`,
    onDone: onClose,
  });
  const conflictText = (changerName: string): string =>
    t`${changerName} changed this category while you were typing.`;
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Rename category`}
      submitLabel={t`Rename`}
    >
      <ConflictNotice form={form} current={{ name }} describe={conflictText} />
      <FormField form={form} name="name" autoComplete="off" />
    </CommandDialog>
  );
}
