import { t } from '@lingui/core/macro';
import { itemNames } from '#domain/catalogue/item-names.js';
import type { CommandInput } from '#domain/commands.js';
import { newId } from '../lib/api.js';
import { enqueue } from '../lib/outbox.js';
import { problemOf } from '../lib/problem.js';
import { toast } from '../ui/toast.js';
import { say } from './item-words.js';
import { type CatalogueItem } from './items.js';

/** What a share is, begun by the press itself: browsers let only that open a window or copy. It happens once the share is recorded. */
export type Act = (recorded: Promise<void>) => Promise<void>;

/** Records a share on this device, from where it is sent when there is a network, and then does it. */
export function recordShare(item: CatalogueItem, method: string, to: string, act: Act): void {
  const { share, id } = itemNames[item.kind];
  const failed = (): void => toast({ tone: 'bad', text: say('unshared', item.kind) });
  const shareId = newId();
  const data = { shareId, [id]: item.id, method, ...(to.trim() !== '' && { to }) } as unknown as CommandInput<'ShareProduct'>;
  const recorded = new Promise<void>((resolve, reject) => {
    const options = { id: newId(), recordId: shareId, title: t`Share of ${item.title}`, creates: true, onSafe: resolve } as const;
    enqueue(share as 'ShareProduct', data, options).then(async ({ kept, settled }) => {
      const outcome = await settled;
      if (outcome.state !== 'refused') return;
      if (kept) failed();
      else reject(problemOf(outcome.problem));
    }, reject);
  });
  void act(recorded).catch(failed);
}

/** Opens a window, which is led on once the share is recorded, and closed where it is not. */
export async function openOnce(recorded: Promise<void>, link: string): Promise<void> {
  const opened = open('about:blank', '_blank');
  try {
    await recorded;
  } catch (error) {
    opened?.close();
    throw error;
  }
  if (opened) {
    opened.opener = null;
    opened.location.replace(link);
  } else location.assign(link);
}

/** Safari copies only what a press has begun to copy, and waits for the text; older browsers cannot wait. */
export async function copyOnce(recorded: Promise<void>, text: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await recorded;
    return navigator.clipboard.writeText(text);
  }
  const blob = recorded.then(() => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

export const whatsAppShare = (to: string, text: string): string => {
  const digits = to.replace(/\D/g, '').replace(/^(\d{10})$/, '91$1');
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
};
