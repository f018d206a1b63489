import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { itemNames } from '#domain/catalogue/item-names.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { itemText } from './item-texts.js';
import { type CatalogueItem, refTo } from './items.js';

/** Confirms deleting an item with its public page. */
export default function DeleteItem({
  item,
  open,
  onClose,
}: {
  item: CatalogueItem;
  open: boolean;
  onClose: () => void;
}): ReactNode {
  const { kind, id, title } = item;
  return (
    <ConfirmCommand
      command={itemNames[kind].remove}
      data={refTo(kind, id)}
      open={open}
      onClose={onClose}
      title={itemText('deleteQuestion', kind)}
      text={t`${title} cannot be brought back.`}
      confirmLabel={itemText('deleteButton', kind)}
      cancelLabel={itemText('keep', kind)}
      failed={itemText('deleteFailed', kind)}
      done={t`${title} deleted`}
    />
  );
}
