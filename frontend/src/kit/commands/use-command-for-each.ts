import { useMutation } from '@tanstack/react-query';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { errorMessage } from '../../lib/server/api.js';
import { identity } from '../../lib/account/identity.js';
import { attempt } from '../../lib/server/attempts.js';
import { useNetwork } from '../../lib/server/network.js';
import { toast } from '../../ui/feedback/toast.js';
import { toastWithUndo } from './undo.js';
import { sendOrQueueCommand, useSingleRun } from './use-command.js';

interface ForEachOptions<Name extends CommandName> {
  /** Text of a failure without a server text. */
  readonly failed: string;
  readonly done: (count: number) => string;
  /** Called when all records are changed. */
  readonly onDone?: () => void;
  /** Undoes the commands that were sent. */
  readonly undo?: (sent: readonly CommandInput<Name>[]) => void;
}

/**
 * Sends a command for several records, one after the other. Stops at the first refusal and shows
 * it; the records before it are changed, and another press sends all commands again.
 */
export function useCommandForEach<Name extends CommandName>(
  name: Name,
  { failed, done, onDone, undo }: ForEachOptions<Name>,
) {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (inputs: readonly CommandInput<Name>[]) => {
      const author = identity();
      let sentCount = 0;
      try {
        for (const data of inputs) {
          await attempt(name, data, (id) => sendOrQueueCommand(name, data, { id, author }));
          sentCount += 1;
        }
      } catch (error) {
        toast({ tone: 'bad', text: errorMessage(error, failed) });
      }
      if (sentCount > 0 && undo)
        toastWithUndo(done(sentCount), () => undo(inputs.slice(0, sentCount)));
      else if (sentCount > 0) toast({ text: done(sentCount) });
      if (sentCount === inputs.length) onDone?.();
    },
  });
  const send = useSingleRun((inputs: readonly CommandInput<Name>[]) => mutateAsync(inputs));
  return {
    send: (inputs: readonly CommandInput<Name>[]): void => void send(inputs),
    busy: isPending,
    disabled: isOffline,
  };
}
