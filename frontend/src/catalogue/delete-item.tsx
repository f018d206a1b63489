import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useCommand } from '../shared/use-command.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { type CatalogueItem, idFields, kinds } from './items.js';

const words = {
  product: () => ({
    ask: t`Are you sure you want to delete this product?`,
    failed: t`Failed to delete product`,
    confirm: t`Delete product`,
    keep: t`Keep product`,
  }),
  package: () => ({
    ask: t`Are you sure you want to delete this package?`,
    failed: t`Failed to delete package`,
    confirm: t`Delete package`,
    keep: t`Keep package`,
  }),
  offer: () => ({
    ask: t`Are you sure you want to delete this offer?`,
    failed: t`Failed to delete offer`,
    confirm: t`Delete offer`,
    keep: t`Keep offer`,
  }),
};

/** What is deleted is gone from every screen, and its public page with it. */
export default function DeleteItem({ item, open, onClose }: { item: CatalogueItem; open: boolean; onClose: () => void }): ReactNode {
  const { kind, id, title } = item;
  const { remove } = kinds[kind];
  const { failed, ask, confirm, keep } = words[kind]();
  const { send, busy, message } = useCommand(remove as 'DeleteProduct', {
    failed,
    onDone: () => {
      onClose();
      toast({ text: t`${title} deleted` });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={ask}
      text={t`${title} cannot be brought back.`}
      confirm={confirm}
      keep={keep}
      busy={busy}
      error={message}
      onConfirm={() => send({ [idFields[kind]]: id } as { productId: string })}
    />
  );
}
