import { t } from '@lingui/core/macro';
import type { CommandInput } from '#domain/commands.js';
import { newId } from '../lib/api.js';
import { enqueue } from '../lib/outbox.js';
import { toast } from '../ui/toast.js';
import { type CatalogueItem, idFields, kinds } from './items.js';

/**
 * Records a share on this device, from where it is sent when there is a network, and then does it.
 * @param act what the share is, once it is recorded
 */
export function recordShare(item: CatalogueItem, method: string, to: string, act: () => Promise<void> | void): void {
  const { share } = kinds[item.kind];
  const failed = (): void =>
    toast({
      tone: 'bad',
      text: { product: t`Failed to share product`, package: t`Failed to share package`, offer: t`Failed to share offer` }[item.kind],
    });
  const shareId = newId();
  const data = { shareId, [idFields[item.kind]]: item.id, method, ...(to.trim() !== '' && { to }) } as unknown as CommandInput<'ShareProduct'>;
  const onKept = (): void => void Promise.resolve(act()).catch(failed);
  enqueue(share as 'ShareProduct', data, { id: newId(), recordId: shareId, title: t`Share of ${item.title}`, creates: true, onKept }).then(
    ({ settled }) => void settled.then(({ state }) => state === 'refused' && failed()),
    failed,
  );
}

/** A window that was asked for by the press itself, so that no browser stops it; it is led on once the share is recorded. */
export function openedLater(): { readonly to: (link: string) => void } {
  const opened = open('about:blank', '_blank');
  return {
    to: (link) => {
      if (opened) {
        opened.opener = null;
        opened.location.replace(link);
      } else location.assign(link);
    },
  };
}

export const whatsAppShare = (to: string, text: string): string => {
  const digits = to.replace(/\D/g, '').replace(/^(\d{10})$/, '91$1');
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
};
