import { defineAggregate } from '../kernel/aggregate.js';
import { isEqual } from '../kernel/equality.js';
import { checkErasure, toErasureRequest } from '../kernel/values/erasure.js';
import { refuse } from '../kernel/refusal.js';
import {
  type ShareCommand,
  type ShareEvent,
  shareCommands,
  shareEvents,
} from './share.commands.js';
import { shareExamples } from './catalogue.examples.js';

const eventTypeByCommand = {
  ShareProduct: 'ProductShared',
  SharePackage: 'PackageShared',
  ShareOffer: 'OfferShared',
} as const;

type SharedEvent = Exclude<ShareEvent, { type: 'ShareErased' }>;
export type Share = { readonly event: SharedEvent; readonly isErased: boolean };

export const shareAggregate = defineAggregate({
  category: 'share',
  commands: shareCommands,
  events: shareEvents,
  examples: shareExamples,
  notFound: 'unknown-reference',
  initialState: undefined,
  evolve(share: Share | undefined, event: ShareEvent): Share | undefined {
    if (event.type === 'ShareErased') return share && { ...share, isErased: true };
    return { event, isErased: false };
  },
  decide(command: ShareCommand, share, { account, today }): readonly ShareEvent[] {
    if (command.type === 'EraseShare') {
      if (!share) return refuse('unknown-reference', 'shareId');
      if (share.isErased) return [];
      checkErasure(command.data, today);
      return [{ type: 'ShareErased', data: toErasureRequest(command.data) }];
    }
    // Customers see nothing of an organization without a verified number.
    if (!account.verified) return refuse('verification-needed');
    const { shareId: _, ...data } = command.data;
    const event = { type: eventTypeByCommand[command.type], data } as SharedEvent;
    if (!share) return [event];
    const { type, data: recordedData } = share.event;
    return isEqual({ type, data: recordedData }, event) ? [] : refuse('share-exists');
  },
  existing: (command, share) => (command.type === 'EraseShare' ? undefined : share?.event.data),
});
