import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { newId } from '../../lib/server/api.js';
import { type Delivered, type QueuedCommand, useOutboxState } from '../../lib/outbox/outbox.js';
import { replaceItem } from '../../lib/outbox/outbox-resubmit.js';
import { problemOf } from '../../lib/server/problem.js';
import { dataWithNewId } from './queued-commands.js';
import { sendOrQueueCommand, type CommandAttempt, type Queued } from '../commands/use-command.js';

/**
 * Id of the refused command in the address. Used as key, so that each refused command gets a fresh
 * form.
 */
export const useRefusedId = (): string | null => useSearchParams()[0].get('resubmit');

/** Refused command that a form resubmits, as it was when the form opened. */
export function useRefusedCommand<Item extends QueuedCommand>(
  isWanted: (item: QueuedCommand) => item is Item,
): Item | undefined {
  const commandId = useRefusedId();
  const refusedItem = useOutboxState(({ items }) =>
    items.find((item) => item.commandId === commandId || item.reopenedFor === commandId),
  );
  const [item] = useState(() =>
    refusedItem && isWanted(refusedItem)
      ? { ...refusedItem, data: { ...refusedItem.data, ...dataWithNewId(refusedItem, newId()) } }
      : undefined,
  );
  return item;
}

/**
 * Sends data in place of a refused command while its outbox item exists; undefined without a
 * refused command.
 */
export function useResubmit<Name extends CommandName>(
  refused: (QueuedCommand & { readonly name: Name }) | undefined,
):
  | ((
      data: CommandInput<Name>,
      press: CommandAttempt,
      queued: Queued | undefined,
    ) => Promise<Delivered>)
  | undefined {
  const waitingId = useRef(refused?.commandId);
  if (!refused) return undefined;
  return async (data, press, queued) => {
    const item = useOutboxState
      .getState()
      .items.find(({ commandId }) => commandId === waitingId.current);
    if (!item) return sendOrQueueCommand(refused.name, data, press);
    const { files, revision, seen = {}, leaveAt } = press;
    const { recordId, recordName } = queued ?? item;
    const base = revision === undefined ? item.base : { revision, values: seen };
    const changes = { recordId, recordName, ...(base && { base }) };
    const { commandId, settled } = await replaceItem(item.commandId, data, files, changes, leaveAt);
    waitingId.current = commandId;
    const outcome = await settled;
    if (outcome.state === 'refused') throw problemOf(outcome.problem);
    return outcome;
  };
}
