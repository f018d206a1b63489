import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { itemNames } from '#domain/catalogue/item-names.js';
import { useCommand } from '../shared/use-command.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { say } from './item-words.js';
import { type CatalogueItem } from './items.js';

/** What is deleted is gone from every screen, and its public page with it. */
export default function DeleteItem({ item, open, onClose }: { item: CatalogueItem; open: boolean; onClose: () => void }): ReactNode {
  const { kind, id, title } = item;
  const { send, busy, message } = useCommand(itemNames[kind].remove as 'DeleteProduct', {
    failed: say('undeleted', kind),
    onDone: () => {
      onClose();
      toast({ text: t`${title} deleted` });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={say('deletes', kind)}
      text={t`${title} cannot be brought back.`}
      confirm={say('doDelete', kind)}
      keep={say('keep', kind)}
      busy={busy}
      error={message}
      onConfirm={() => send({ [itemNames[kind].id]: id } as { productId: string })}
    />
  );
}
