import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type Delivered, type QueuedCommand, useOutboxState } from '../lib/outbox.js';
import { makerOf } from '../lib/outbox-item.js';
import { resubmitItem } from '../lib/outbox-resubmit.js';
import { deliver, type Press } from './use-command.js';

/** The refused command that a form sends again, which its address names, as it was when the form opened. */
export function useRefused<Item extends QueuedCommand>(is: (item: QueuedCommand) => item is Item): Item | undefined {
  const commandId = useSearchParams()[0].get('resubmit');
  const found = useOutboxState(({ items }) => items.find((item) => item.commandId === commandId));
  const [item] = useState(() => (found && is(found) ? found : undefined));
  return item;
}

/** Sends it in the place of the refused one, as long as that waits: refused once more it does so under another id. */
export const resubmits =
  <Name extends CommandName>({ name, recordId }: QueuedCommand & { readonly name: Name }) =>
  (data: CommandInput<Name>, press: Press): Promise<Delivered> => {
    const waiting = makerOf(recordId, useOutboxState.getState().items);
    return waiting ? resubmitItem(waiting, data, press.files) : deliver(name, data, press);
  };
