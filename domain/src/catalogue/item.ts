import { unreachable } from '../kernel/decider.js';
import { applyChanges, changedFields, isEqual } from '../kernel/equality.js';
import type { Message } from '../kernel/texts/message.js';
import { type RefusalCode, refuse } from '../kernel/refusal.js';
import type { ItemKind } from './catalogue.values.js';
import { itemNames } from './item-names.js';

/** Product, package or offer; they differ only in their details. */
export type Item<Details extends object> =
  | { readonly phase: 'unknown' | 'deleted' }
  | {
      readonly phase: 'open';
      readonly details: Details;
      readonly isActive: boolean;
      /**
       * Data of the `Added` event. A repeated `Add` command is compared with it, despite later
       * edits.
       */
      readonly added: Added<Details>;
    };
type Added<Details extends object> = Details & { readonly isActive?: boolean | undefined };

/** Events of an item, named by the end of the event type: `Added` of `ProductAdded`. */
type ItemEvent<Details extends object> =
  | Message<'Added', Added<Details>>
  | Message<'Edited', { readonly changes: Parameters<typeof applyChanges<Details>>[1] }>
  | Message<'Activated' | 'Deactivated' | 'Deleted'>;
/** Commands to an item, by the beginning of the type: `Add` of `AddProduct`. */
type ItemRequest<Details extends object> =
  | Message<'Add', Added<Details>>
  | Message<'Edit', Partial<Added<Details>>>
  | Message<'Activate' | 'Deactivate' | 'Delete'>;

/** Rules that products, packages and offers share. `checkDetails` throws if details contradict. */
export function defineItemRules<
  Details extends object,
  Command extends Message,
  Event extends Message,
>(kind: ItemKind, checkDetails: (details: Details) => void = () => undefined) {
  const { noun, id } = itemNames[kind];
  const toEvent = ({ type, data }: ItemEvent<Details>): Event =>
    ({ type: `${noun}${type}`, data }) as unknown as Event;
  const toItemRequest = ({ type, data }: Command): ItemRequest<Details> => {
    const { [id]: _, ...fields } = data as Readonly<Record<string, unknown>>;
    return { type: type.slice(0, -noun.length), data: fields } as ItemRequest<Details>;
  };

  return {
    initialState: { phase: 'unknown' } as Item<Details>,
    evolve: (item: Item<Details>, { type, data }: Event): Item<Details> =>
      evolveItem(item, { type: type.slice(noun.length), data } as ItemEvent<Details>),
    existing(command: Command, item: Item<Details>): object | undefined {
      if (item.phase !== 'open') return undefined;
      return toItemRequest(command).type === 'Add' ? item.added : item.details;
    },
    decide(command: Command, item: Item<Details>): readonly Event[] {
      const request = toItemRequest(command);
      if (request.type === 'Add') {
        if (item.phase !== 'unknown')
          return item.phase === 'open' && isEqual(item.added, request.data)
            ? []
            : refuse(`${kind}-exists`);
        checkDetails(request.data);
        return [toEvent({ type: 'Added', data: request.data })];
      }
      if (item.phase !== 'open') return refuse(`${kind}-not-found` satisfies RefusalCode);
      switch (request.type) {
        case 'Edit': {
          const { isActive = item.isActive, ...details } = request.data;
          const changes = changedFields(details as unknown as Partial<Details>, item.details);
          const statusEvents =
            isActive === item.isActive
              ? []
              : [toEvent({ type: isActive ? 'Activated' : 'Deactivated', data: {} })];
          if (Object.keys(changes).length === 0) return statusEvents;
          checkDetails(applyChanges(item.details, changes));
          return [toEvent({ type: 'Edited', data: { changes } }), ...statusEvents];
        }
        case 'Activate':
          return item.isActive ? [] : [toEvent({ type: 'Activated', data: {} })];
        case 'Deactivate':
          return item.isActive ? [toEvent({ type: 'Deactivated', data: {} })] : [];
        case 'Delete':
          return [toEvent({ type: 'Deleted', data: {} })];
        default:
          return unreachable(request);
      }
    },
  };
}

/** Evolves an item, for deciders and views. */
function evolveItem<Details extends object>(
  item: Item<Details>,
  event: ItemEvent<Details>,
): Item<Details> {
  if (event.type === 'Added') {
    const { isActive = true, ...details } = event.data;
    return { phase: 'open', details: details as unknown as Details, isActive, added: event.data };
  }
  if (item.phase !== 'open') return item;
  switch (event.type) {
    case 'Edited':
      return { ...item, details: applyChanges(item.details, event.data.changes) };
    case 'Activated':
    case 'Deactivated':
      return { ...item, isActive: event.type === 'Activated' };
    case 'Deleted':
      return { phase: 'deleted' };
    default:
      return unreachable(event);
  }
}
