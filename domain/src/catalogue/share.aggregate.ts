import { defineAggregate } from '../kernel/aggregate.js';
import { same } from '../kernel/equality.js';
import type { Message } from '../kernel/texts/message.js';
import { refuse } from '../kernel/refusal.js';
import {
  type ShareCommand,
  type ShareEvent,
  shareCommands,
  shareEvents,
} from './share.commands.js';
import { shareExamples } from './catalogue.examples.js';

const shared = {
  ShareProduct: 'ProductShared',
  SharePackage: 'PackageShared',
  ShareOffer: 'OfferShared',
} as const;

export const shareAggregate = defineAggregate({
  category: 'share',
  commands: shareCommands,
  events: shareEvents,
  examples: shareExamples,
  notFound: 'unknown-reference',
  initialState: undefined,
  evolve: (_: Message | undefined, { type, data }: ShareEvent): Message | undefined => ({
    type,
    data,
  }),
  decide(
    { type, data: { shareId: _, ...data } }: ShareCommand,
    known,
    { account },
  ): readonly ShareEvent[] {
    // Customers see nothing of an organization without a verified number.
    if (!account.verified) return refuse('verification-needed');
    const event = { type: shared[type], data } as ShareEvent;
    if (known) return same(known, event) ? [] : refuse('share-exists');
    return [event];
  },
  existing: (_, known) => known?.data,
});
