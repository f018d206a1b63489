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

type ShareName = 'ShareProduct' | 'SharePackage' | 'ShareOffer';
/** What is shared, how, and with which number, where one was given. */
export type Share<Input = CommandInput<ShareName>> = Input extends unknown ? Omit<Input, 'shareId'> : never;

/** Records a share on this device, from where it is sent when there is a network, and then does it. */
export function recordShare({ kind, title }: CatalogueItem, share: Share, act: Act): void {
  const failed = (): void => toast({ tone: 'bad', text: say('unshared', kind) });
  const shareId = newId();
  const recorded = new Promise<void>((resolve, reject) => {
    const options = { id: newId(), recordId: shareId, recordName: title, creates: true, onSafe: resolve } as const;
    enqueue<ShareName>(itemNames[kind].share, { shareId, ...share }, options).then(async ({ kept, settled }) => {
      const outcome = await settled;
      if (outcome.state !== 'refused') return;
      if (kept) failed();
      else reject(problemOf(outcome.problem));
    }, reject);
  });
  void act(recorded).catch(failed);
}
